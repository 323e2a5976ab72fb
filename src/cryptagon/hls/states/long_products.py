"""Products with more levels than a cycle may have, as sums of products of 16 bits.

Multipliers of FPGAs take 18 bits, and a product of 64 is ten of them and the sums behind: in pieces
it can be cut between them.
"""

from collections.abc import Iterator, Mapping

from cryptagon.hls.ir.instructions import Const, Instruction, Name, Operand
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.delays import delay_of

PIECE = 16
"""Bits of a factor's piece."""


def split_long_products(cut: Cut) -> None:
    """Splits every product of two variables that alone has more levels than `cut.most_levels`."""
    if not cut.most_levels:
        return
    made = cut.function.definitions()
    for block in cut.function.blocks.values():
        block.instructions = [
            one
            for i in block.instructions
            for one in (_Product(i, made).pieces() if _is_long(i, made, cut) else (i,))
        ]


def _is_long(instruction: Instruction, made: Mapping[str, Instruction], cut: Cut) -> bool:
    return (
        instruction.opcode == "mul"
        and not any(isinstance(operand, Const) for operand in instruction.operands)
        and delay_of(instruction, made, cut.operations) > cut.most_levels
        and instruction.width > PIECE
    )


def _bits_of(operand: Operand, made: Mapping[str, Instruction]) -> int:
    """How many low bits of a factor may be other than zero, as far as what makes it tells."""
    maker = made.get(operand.name) if isinstance(operand, Name) else None
    if maker is None:
        return operand.width
    constants = [one.value for one in maker.operands if isinstance(one, Const)]
    if maker.opcode == "zext":
        return maker.operands[0].width
    if maker.opcode == "lshr" and isinstance(maker.operands[1], Const):
        return max(1, operand.width - constants[-1])
    if maker.opcode == "and" and constants:
        return max(1, constants[-1].bit_length())
    return operand.width


class _Product:
    """One product on its way into pieces."""

    def __init__(self, product: Instruction, made: Mapping[str, Instruction]) -> None:
        self.product, self.width = product, product.width
        self.bits = [_bits_of(factor, made) for factor in product.operands]
        self.count = 0
        self.done: list[Instruction] = []

    def pieces(self) -> list[Instruction]:
        """The instructions in its place; the last one has its result."""
        left, right = (
            [self._piece(factor, at) for at in range(0, bits, PIECE)]
            for factor, bits in zip(self.product.operands, self.bits)
        )
        found: dict[int, list[Operand]] = {}
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                if (i + j) * PIECE < self.width:
                    found.setdefault(i + j, []).append(self._made("mul", 2 * PIECE, a, b))
        total = self._sum([self._row(row) for row in _rows(found)])
        zero = Const(self.width, 0)
        self._made("or", self.width, total, zero, result=self.product.result)
        return self.done

    def _piece(self, factor: Operand, at: int) -> Operand:
        """The bits of a factor from `at` on, as a factor of a product of two pieces."""
        moved = self._made("lshr", self.width, factor, Const(self.width, at)) if at else factor
        return self._made("zext", 2 * PIECE, self._made("trunc", PIECE, moved))

    def _row(self, row: Mapping[int, Operand]) -> Operand:
        """Products side by side as one number."""
        number: Operand = Const(self.width, 0)
        for place, product in row.items():
            kind = "zext" if self.width > 2 * PIECE else "trunc"
            wide = product if self.width == 2 * PIECE else self._made(kind, self.width, product)
            at = Const(self.width, place * PIECE)
            wide = self._made("shl", self.width, wide, at) if place else wide
            number = (
                wide if isinstance(number, Const) else self._made("or", self.width, number, wide)
            )
        return number

    def _sum(self, numbers: list[Operand]) -> Operand:
        """The sum, as a tree."""
        while len(numbers) > 1:
            pairs = zip(numbers[::2], numbers[1::2])
            odd = numbers[-1:] if len(numbers) % 2 else []
            numbers = [*(self._made("add", self.width, a, b) for a, b in pairs), *odd]
        return numbers[0]

    def _made(self, opcode: str, width: int, *operands: Operand, result: str = "") -> Operand:
        self.count += 1
        name = result or f"{self.product.result}.piece{self.count}"
        where = self.product.location
        self.done.append(Instruction(opcode, name, width, list(operands), location=where))
        return Name(width, name)


def _rows(products: Mapping[int, list[Operand]]) -> Iterator[dict[int, Operand]]:
    """Products by their places, in pieces, as few numbers: those two places apart do not overlap."""
    left = {place: list(own) for place, own in products.items()}
    while any(left.values()):
        row: dict[int, Operand] = {}
        for place in sorted(left):
            if left[place] and place - 1 not in row:
                row[place] = left[place].pop()
        yield row
