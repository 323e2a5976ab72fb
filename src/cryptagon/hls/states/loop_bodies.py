"""What one iteration of a loop runs, and numbers by which the values of two loops are compared."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import (
    Call,
    Compare,
    Const,
    Extract,
    Instruction,
    Load,
    Name,
    Operand,
    Phi,
    PointerStep,
)
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.straightening import is_pure

COMMUTATIVE = frozenset(("add", "and", "or", "xor", "mul"))
Position = tuple[int, int]
"""An instruction, by its identity, and the number of one of its operands."""
DEEPEST = 150
"""Instructions of which each is an operand of the next, at most; loops with longer chains are kept
apart, as the stack is finite.
"""
ROUNDS = 3
"""In which the numbers of values are found: in each, a phi hears of what is one phi further on."""


@dataclass(frozen=True)
class Body:
    """What one iteration of a loop runs: its blocks from `header` on; iterations that follow begin
    in the block `state`.
    """

    function: Function
    header: str
    state: str
    blocks: frozenset[str]

    def values(self) -> dict[str, Instruction]:
        """What makes each value of the loop, as the function is now."""
        return {
            i.result: i
            for name in (*self.blocks, self.state)
            for i in self.function.blocks[name].instructions
            if i.result
        }


class Side:
    """A loop to be compared with others, as long as nothing in it changes.

    `homes` gives for each value its block and its instruction, `fixed` are the operands that must
    be the same in both loops.
    """

    def __init__(self, body: Body) -> None:
        self.body, self._inside = body, {*body.blocks, body.state}
        self.homes = _homes(body)
        self.fixed = {
            place
            for name in body.blocks
            for i in body.function.blocks[name].instructions
            for place in _fixed(i)
        }
        self._deepest: dict[str, int] = {}
        for value in self.homes:
            self._order(value)
        shapes = {name: shape_of(made) for name, (_, made) in self.homes.items()}
        self._numbers = dict.fromkeys(self.homes, 0)
        for _ in range(ROUNDS):
            self._numbers = self._numbered(shapes)

    def is_invariant(self, operand: Operand) -> bool:
        """Whether a value that the loop computes is made of what comes from outside it alone."""
        return isinstance(operand, Name) and self._deepest.get(operand.name, 0) > 0

    def number(self, value: str) -> int | None:
        """A number that a value of the loop has in common with all that may be alike; None for what
        iterations do not change, which may be like anything.
        """
        return None if self._deepest[value] else self._numbers[value]

    def _order(self, value: str) -> None:
        """Notes how deep a value is, and before it all that it is made of."""
        waiting = [value]
        while waiting:
            name = waiting[-1]
            made = self.homes[name][1]
            inside = [one for one in _made_of(made) if one in self.homes]
            new = [one for one in inside if one not in self._deepest]
            if name in self._deepest or not new:
                waiting.pop()
                if name not in self._deepest:
                    self._deepest[name] = self._depth(made, inside)
            else:
                waiting += new

    def _depth(self, made: Instruction, inside: Sequence[str]) -> int:
        """How many instructions of the loop are in a row up to one that iterations do not change; 0
        for one that they change.
        """
        if not _moves(made) or any(not self._deepest[one] for one in inside):
            return 0
        depth = 1 + max((self._deepest[one] for one in inside), default=0)
        return depth if depth <= DEEPEST else 0

    def _numbered(self, shapes: Mapping[str, Hashable]) -> dict[str, int]:
        """The numbers of the next round: what comes earlier has its new one, a phi knows the last
        ones of what it carries.
        """
        numbers: dict[str, int] = {}
        for name in self._deepest:
            made = self.homes[name][1]
            if isinstance(made, Phi):
                of = sorted(self._numbers_in(self._numbers, self._carried(made)))
            else:
                operands = self._numbers_in(numbers, made.operands)
                links = [numbers.get(one, 0) for one in linked_to(made)]
                of = [*links, *(sorted(operands) if made.opcode in COMMUTATIVE else operands)]
            numbers[name] = hash((shapes[name], *of))
        return numbers

    def _carried(self, phi: Phi) -> list[Operand]:
        """What a phi takes from inside the loop: from outside each loop takes its own."""
        return [one for one, source in zip(phi.operands, phi.sources) if source in self._inside]

    def _numbers_in(self, numbers: Mapping[str, int], operands: Sequence[Operand]) -> list[int]:
        """The numbers of operands; 0 for what iterations do not change, which may differ."""
        return [
            numbers.get(one.name, 0) if isinstance(one, Name) and not self.is_invariant(one) else 0
            for one in operands
        ]


def invariant_cone(value: str, inside: Mapping[str, Instruction]) -> list[Instruction]:
    """The instructions of a loop that make a value of values from outside it, in order; none where
    it may change with iterations.

    LLVM puts a conversion of what a loop does not change into the loop, where its only use is.
    """
    found: dict[str, Instruction] = {}

    def follow(name: str, depth: int) -> bool:
        instruction = inside.get(name)
        if instruction is None or name in found:
            return True
        if (
            not _moves(instruction)
            or depth == DEEPEST
            or not all(follow(used, depth + 1) for used in instruction.uses())
        ):
            return False
        found[name] = instruction
        return True

    return list(found.values()) if follow(value, 0) else []


def _moves(instruction: Instruction) -> bool:
    """Whether an instruction gives the same wherever its operands are there."""
    return is_pure(instruction) and not isinstance(instruction, Phi | Load | Extract | PointerStep)


def _made_of(instruction: Instruction) -> list[str]:
    """The values that an instruction is made of; none for a phi, which is made of what may come
    later.
    """
    return [] if isinstance(instruction, Phi) else instruction.uses()


def _homes(body: Body) -> Mapping[str, tuple[str, Instruction]]:
    """The values that a loop computes, each with its block and its instruction."""
    blocks = [body.function.blocks[name] for name in sorted({*body.blocks, body.state})]
    return {i.result: (block.name, i) for block in blocks for i in block.instructions if i.result}


def shape_of(instruction: Instruction) -> tuple[object, ...]:
    """What two instructions must have in common to be the same one of other operands."""
    special: tuple[object, ...] = ()
    match instruction:
        case Compare():
            special = (instruction.predicate,)
        case Call():
            special = (instruction.callee,)
        case Extract():
            special = (instruction.index,)
        case Load():
            address = instruction.address
            special = (bool(address.name), address.table, address.kind, address.indices)
        case PointerStep():
            base = instruction.base
            special = (instruction.kind, bool(base.name), base.table, base.kind, base.indices)
    widths = (
        tuple(operand.width for operand in instruction.operands)
        if not isinstance(instruction, Phi)
        else ()
    )
    return (type(instruction), instruction.opcode, instruction.width, widths, *special)


def _fixed(instruction: Instruction) -> list[Position]:
    """The operands that must not vary, or cost much more then: distances of shifts, divisors,
    places in tables, cases of a switch.
    """
    if instruction.opcode in ("shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem"):
        return [(id(instruction), 1)]
    if isinstance(instruction, PointerStep):
        return [
            (id(instruction), number)
            for number, operand in enumerate(instruction.operands)
            if isinstance(operand, Const)
        ]
    if isinstance(instruction, Call) and instruction.callee.startswith(("llvm.fshl", "llvm.fshr")):
        return [(id(instruction), 2)]
    return (
        [(id(instruction), number) for number in range(1, len(instruction.operands))]
        if instruction.opcode == "switch"
        else []
    )


def linked_to(instruction: Instruction) -> list[str]:
    """What an instruction uses beside its operands: an item, an address."""
    match instruction:
        case Extract():
            return [instruction.item]
        case Load():
            return [instruction.address.name] if instruction.address.name else []
        case PointerStep():
            return [instruction.base.name] if instruction.base.name else []
    return []
