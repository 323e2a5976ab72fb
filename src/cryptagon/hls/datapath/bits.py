"""Where each bit of a wire comes from, seen through wiring: slices, concatenations, widening, logic
with constants.
"""

from collections.abc import Mapping, Sequence

from cryptagon.hls.datapath.wires import Wire

Bit = (
    int | tuple[str, int, bool]
)  # a constant; or a wire's name, the number of its bit, and whether that is inverted
Bits = tuple[Bit, ...]
Piece = tuple[str, int, int]  # a wire's name, the lowest of some bits of it, how many they are
WIRING = frozenset(("bit_slice", "zero_ext", "sign_ext", "concat", "not"))
DEPTH = 24  # nodes that are looked through


class BitSources:
    """The sources of the wires of one writer, least significant bit first; `made` tells by what
    operation each node is made.
    """

    def __init__(self, made: Mapping[str, tuple[str, tuple[Wire, ...], dict[str, int]]]) -> None:
        self._made = made
        self._known: dict[str, Bits] = {}
        self._first: dict[Bits, Wire] = {}

    def first_of(self, wire: Wire) -> Wire:
        """The first wire asked for that has the same bits."""
        return self._first.setdefault(self.of(wire), wire)

    def pieces(self, wire: Wire) -> list[Piece]:
        """The slices of other wires that a wire is, side by side, the highest first; none where a
        bit is a constant or inverted.
        """
        found: list[Piece] = []
        for bit in self.of(wire):
            if isinstance(bit, int) or bit[2]:
                return []
            name, number, _ = bit
            last = found[-1] if found else ("", 0, 0)
            if last[0] == name and last[1] + last[2] == number:
                found[-1] = (name, last[1], last[2] + 1)
            else:
                found.append((name, number, 1))
        return found[::-1]

    def of(self, wire: Wire, depth: int = DEPTH) -> Bits:
        """A source for each bit."""
        if wire.constant is not None:
            return tuple(wire.constant >> i & 1 for i in range(wire.width))
        if wire.name not in self._known:
            self._known[wire.name] = self._through(wire, depth)
        return self._known[wire.name]

    def _through(self, wire: Wire, depth: int) -> Bits:
        own: Bits = tuple((wire.name, i, False) for i in range(wire.width))
        if wire.name not in self._made or not depth:
            return own
        operation, operands, options = self._made[wire.name]
        if operation in ("and", "or", "xor"):
            return (
                _logic(operation, own, [self.of(operand, depth - 1) for operand in operands])
                if len(operands) == 2
                else own
            )
        if operation not in WIRING:
            return own
        inner = [bit for operand in reversed(operands) for bit in self.of(operand, depth - 1)]
        if operation == "bit_slice":
            inner = inner[options["start"] :][: wire.width]
        inner += [0 if operation == "zero_ext" else inner[-1]] * (wire.width - len(inner))
        return tuple(map(_inverse, inner) if operation == "not" else inner)


def _logic(operation: str, own: Bits, sides: Sequence[Bits]) -> Bits:
    """Each bit from one side where the other is a constant that lets it through; else from the
    logic itself.
    """
    found = []
    for bit, *both in zip(own, *sides):
        constant, other = both if isinstance(both[0], int) else both[::-1]
        if not isinstance(constant, int):
            found.append(both[0] if both[0] == both[1] and operation != "xor" else bit)
        elif operation == "xor":
            found.append(_inverse(other) if constant else other)
        else:
            lets_through = constant == (operation == "and")
            found.append(other if lets_through else constant)
    return tuple(found)


def _inverse(bit: Bit) -> Bit:
    return 1 - bit if isinstance(bit, int) else (bit[0], bit[1], not bit[2])
