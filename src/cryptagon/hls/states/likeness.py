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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.ir.instructions import Branch, Instruction, Name, Phi
from cryptagon.hls.states.loop_bodies import (
    COMMUTATIVE,
    DEEPEST,
    Body,
    Position,
    Side,
    linked_to,
    shape_of,
)
from cryptagon.hls.states.straightening import is_pure

Place = tuple[Instruction, int]
"""An instruction, and the number of one of its operands."""
Pair = tuple[Instruction, int, Instruction, int]
"""Operands of the two loops: of an instruction of the first one, its number, and the same of the
second one.
"""
Snapshot = tuple[int, int, int, list[Pair]]


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
        if shape_of(left) != shape_of(right):
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
        pairs = list(zip(linked_to(left), linked_to(right)))
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


def _kind(body: Body, block: str) -> str:
    return "inside" if block in body.blocks else "again" if block == body.state else "outside"
