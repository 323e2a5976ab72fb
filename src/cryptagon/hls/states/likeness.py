"""Whether two loops do the same, other names and other values from outside left aside.

The loops are followed together, block by block, and within a block from what leaves it back to what
it is computed from: the order in which instructions are, and that of the operands of a sum, do not
matter.

A sum whose operands are not those of another one is tried with its operands in both orders, and so
is each sum among these: of a chain of sums there are two to the power of its length tries. So
values are compared by a number first, which two that are alike have in common (`Side`). What
goes around a loop, or is merged in it, is made of values that may come later: its number is found
in rounds. A loop that carries hundreds of values would else be tried with each pair of them.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.ir.instructions import (
    Branch,
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
Place = tuple[Instruction, int]
"""An instruction, and the number of one of its operands."""
Pair = tuple[Instruction, int, Instruction, int]
"""Operands of the two loops: of an instruction of the first one, its number, and the same of the
second one.
"""
Snapshot = tuple[int, int, int, list[Pair]]
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
        self.body = body
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
        shapes = {name: _shape(made) for name, (_, made) in self.homes.items()}
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
                links = [numbers.get(one, 0) for one in _linked(made)]
                of = [*links, *(sorted(operands) if made.opcode in COMMUTATIVE else operands)]
            numbers[name] = hash((shapes[name], *of))
        return numbers

    def _carried(self, phi: Phi) -> list[Operand]:
        """What a phi takes from inside the loop: from outside each loop takes its own."""
        inside = {*self.body.blocks, self.body.state}
        return [one for one, source in zip(phi.operands, phi.sources) if source in inside]

    def _numbers_in(self, numbers: Mapping[str, int], operands: Sequence[Operand]) -> list[int]:
        """The numbers of operands; 0 for what iterations do not change, which may differ."""
        return [
            numbers.get(one.name, 0) if isinstance(one, Name) and not self.is_invariant(one) else 0
            for one in operands
        ]


@dataclass
class Likeness:
    """How one loop differs from another that does the same.

    `values` gives for each value of the first loop that of the second, `blocks` the same for blocks
    and for those behind the exits, by exit. `outside` tells which operands of the first loop come
    from outside and differ, and where the second loop has what it has instead. `invariant` tells the
    same of operands that both loops make in the same way of what comes from outside.
    """

    values: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, str] = field(default_factory=dict)
    exits: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    outside: dict[Position, Place] = field(default_factory=dict)
    invariant: dict[Position, Place] = field(default_factory=dict)

    def place_of(self, position: Position) -> Place | None:
        """Where the second loop has its own of an operand that may differ; None where that is the
        same value from outside.
        """
        return self.outside.get(position) or self.invariant.get(position)


def likeness(first: Side, second: Side) -> Likeness | None:
    """How the second loop differs from the first; None where they do not do the same."""
    if len(first.body.blocks) != len(second.body.blocks):
        return None
    comparison = _Comparison(first, second)
    return comparison.found if comparison.run() else None


class _Comparison:
    def __init__(self, first: Side, second: Side) -> None:
        self.first, self.second, self.found = first.body, second.body, Likeness()
        self.sides = (first, second)
        self.homes = (first.homes, second.homes)
        self.fixed = first.fixed
        self.taken: set[str] = set()
        self.waiting: list[Pair] = []
        self.depth = 0

    def run(self) -> bool:
        if not self._follow(self.first.header, self.second.header):
            return False
        if (
            not all(self._alike(one, other) for one, other in self.found.blocks.items())
            or not self._rest()
        ):
            return False
        self._pair_kept()
        return True

    def _pair_kept(self) -> None:
        """What goes from one iteration to the next and decides no branch: pairs of which each is
        made in the same way.
        """
        left, right = (body.function.blocks[body.header].phis for body in (self.first, self.second))
        for one in left:
            for other in right if one.result not in self.found.values else ():
                before = self._snapshot()
                if self._values(one.result, other.result) and self._rest():
                    break
                self._restore(before)

    def _snapshot(self) -> Snapshot:
        found = self.found
        return len(found.values), len(found.outside), len(found.invariant), list(self.waiting)

    def _restore(self, snapshot: Snapshot) -> None:
        """Takes back what was found since; all are dictionaries that only grow in between."""
        values, outside, invariant, self.waiting = snapshot
        while len(self.found.values) > values:
            self.taken.discard(self.found.values.popitem()[1])
        while len(self.found.outside) > outside:
            self.found.outside.popitem()
        while len(self.found.invariant) > invariant:
            self.found.invariant.popitem()

    def _follow(self, one: str, other: str) -> bool:
        """Pairs the blocks that are reached from two blocks."""
        waiting = [(one, other)]
        while waiting:
            one, other = waiting.pop()
            if one in self.found.blocks or other in self.found.blocks.values():
                if self.found.blocks.get(one) != other:
                    return False
                continue
            self.found.blocks[one] = other
            branches = (
                self.first.function.blocks[one].terminator,
                self.second.function.blocks[other].terminator,
            )
            pairs = self._targets(one, other, *branches)
            if pairs is None:
                return False
            waiting += pairs
        return True

    def _targets(
        self, one: str, other: str, left: Instruction, right: Instruction
    ) -> list[tuple[str, str]] | None:
        """The blocks of the loops that two branches lead to, in pairs; None where the branches
        differ.
        """
        if not isinstance(left, Branch) or not isinstance(right, Branch):
            return None
        if left.opcode != right.opcode or len(left.targets) != len(right.targets):
            return None
        pairs = []
        for a, b in zip(left.targets, right.targets):
            kinds = [_kind(self.first, a), _kind(self.second, b)]
            if kinds[0] != kinds[1]:
                return None
            if kinds[0] == "inside":
                pairs.append((a, b))
            elif kinds[0] == "outside" and self.found.exits.setdefault((one, a), (other, b)) != (
                other,
                b,
            ):
                return None
        return pairs

    def _alike(self, one: str, other: str) -> bool:
        """Whether two blocks branch on the same and do the same to the world."""
        left, right = self.first.function.blocks[one], self.second.function.blocks[other]
        effects = [[i for i in block.body if not is_pure(i)] for block in (left, right)]
        if len(effects[0]) != len(effects[1]) or not self._operands(
            left.terminator, right.terminator
        ):
            return False
        return all(self._instructions(a, b) for a, b in zip(*effects))

    def _rest(self) -> bool:
        """What goes from one iteration to the next, of the header's phis that are needed."""
        while self.waiting:
            if not self._same(*self.waiting.pop()):
                return False
        return True

    def _same(self, one: Instruction, a: int, other: Instruction, b: int) -> bool:
        """Whether two operands are the same, or may differ."""
        left, right = one.operands[a], other.operands[b]
        inside = [
            isinstance(o, Name) and o.name in homes for o, homes in zip((left, right), self.homes)
        ]
        if all(inside):
            assert isinstance(left, Name) and isinstance(right, Name)
            if self.sides[0].is_invariant(left):
                self.found.invariant[id(one), a] = (other, b)
            return self._values(left.name, right.name)
        varies = any(
            found and not side.is_invariant(o)
            for o, found, side in zip((left, right), inside, self.sides)
        )
        if varies or left.width != right.width or (left != right and (id(one), a) in self.fixed):
            return False
        if left != right:
            self.found.outside[id(one), a] = (other, b)
        return True

    def _values(self, one: str, other: str) -> bool:
        if one in self.found.values:
            return self.found.values[one] == other
        numbers = [side.number(name) for side, name in zip(self.sides, (one, other))]
        if other in self.taken or (None not in numbers and numbers[0] != numbers[1]):
            return False
        (block, left), (place, right) = self.homes[0][one], self.homes[1][other]
        expected = self.second.state if block == self.first.state else self.found.blocks.get(block)
        if place != expected or self.depth == DEEPEST:
            return False
        self.depth += 1
        alike = self._instructions(left, right)
        self.depth -= 1
        return alike

    def _instructions(self, left: Instruction, right: Instruction) -> bool:
        if _shape(left) != _shape(right):
            return False
        if left.result:
            self.found.values[left.result] = right.result
            self.taken.add(right.result)
        if isinstance(left, Phi) and isinstance(right, Phi):
            return self._phis(left, right)
        return self._links(left, right) and self._operands(left, right)

    def _phis(self, left: Phi, right: Phi) -> bool:
        """Ways from outside the loops are left out: there each loop has its own."""
        pairs = [(a, b) for a, b in self._sources(left, right) if a is not None]
        if any(b is None for _, b in pairs):
            return False
        for a, b in pairs:
            assert a is not None and b is not None
            self.waiting.append((left, a, right, b))
        return True

    def _sources(self, left: Phi, right: Phi) -> Iterator[tuple[int | None, int | None]]:
        for number, source in enumerate(left.sources):
            if source == self.first.state:
                other = self.second.state
            elif source in self.found.blocks:
                other = self.found.blocks[source]
            else:
                continue
            yield number, right.sources.index(other) if other in right.sources else None

    def _links(self, left: Instruction, right: Instruction) -> bool:
        """What is used beside integers: items and addresses."""
        pairs = list(zip(_linked(left), _linked(right)))
        return all(
            a == b if a not in self.homes[0] else b in self.homes[1] and self._values(a, b)
            for a, b in pairs
        )

    def _operands(self, left: Instruction, right: Instruction) -> bool:
        orders: Sequence[Sequence[int]] = [range(len(left.operands))]
        if left.opcode in COMMUTATIVE:
            orders = [(0, 1), (1, 0)]
        for order in orders:
            before = self._snapshot()
            if all(self._same(left, a, right, b) for a, b in enumerate(order)):
                return True
            self._restore(before)
        return False


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


def _kind(body: Body, block: str) -> str:
    return "inside" if block in body.blocks else "again" if block == body.state else "outside"


def _homes(body: Body) -> Mapping[str, tuple[str, Instruction]]:
    """The values that a loop computes, each with its block and its instruction."""
    blocks = [body.function.blocks[name] for name in sorted({*body.blocks, body.state})]
    return {i.result: (block.name, i) for block in blocks for i in block.instructions if i.result}


def _shape(instruction: Instruction) -> tuple[object, ...]:
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


def _linked(instruction: Instruction) -> list[str]:
    match instruction:
        case Extract():
            return [instruction.item]
        case Load():
            return [instruction.address.name] if instruction.address.name else []
        case PointerStep():
            return [instruction.base.name] if instruction.base.name else []
    return []
