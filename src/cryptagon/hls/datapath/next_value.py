"""What a register holds next, on every way into the next state.

Ways on which nobody reads the register afterwards load anything.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon.hls.datapath.load_conditions import Alike, Class, LoadConditions, Numbered
from cryptagon.hls.datapath.merges import Merges
from cryptagon.hls.datapath.values import Operand, Values
from cryptagon.hls.datapath.ways import Case
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.ir.instructions import Const, Name, Undef
from cryptagon.hls.states.phases import Phases


@dataclass(frozen=True)
class ByPhase:
    """What a register holds in each phase of the loop of this header, None for anything: what it
    was entered with, which the loop keeps.
    """

    header: str
    values: tuple[tuple[int, Operand | None], ...]


Next = Operand | ByPhase
End = tuple[str, str, Next | None]
"""A way out of a block into a state's block, and what the register holds behind it."""


class NextValue:
    """The next value of one register.

    `operand` gives it for a way out of a block into a state's block; None for any value.
    """

    def __init__(
        self,
        values: Values,
        merges: Merges,
        phases: Mapping[str, Phases],
        operand: Callable[[str, str], Next | None],
    ) -> None:
        self.values, self.merges, self.machine, self.writer = (
            values,
            merges,
            values.machine,
            values.writer,
        )
        self._loops = {loop.header: loop for loop in phases.values()}
        ends = [(block, target, operand(block, target)) for block, target in self.machine.ends]
        named = [(following, block) for block, _, following in ends if isinstance(following, Name)]
        self._whole = self._sums_of_their_own(named)
        self._ways = self._taken_apart(ends)
        self._keep_cheap_ones_whole(named, ends)

    def _taken_apart(self, ends: Sequence[End]) -> list[tuple[Wire, list[Case]]]:
        """The ways into states on which values are loaded, each with these."""
        ways = (
            (self.values.taken(block, target), list(self._cases(following, block)))
            for block, target, following in ends
        )
        return [(taken, cases) for taken, cases in ways if cases]

    def _keep_cheap_ones_whole(
        self, named: Sequence[tuple[Name, str]], ends: Sequence[End]
    ) -> None:
        """Leaves merges whole that are made anyway, where that takes fewer look-up tables.

        One that has a constant or a register among its ways is taken apart: the register's reset
        and its enable are free.
        """
        made = [
            (operand, block)
            for operand, block in named
            if (operand.name, block) not in self._whole
            and self.merges.is_made_anyway(operand, block)
            and not any(self._is_free(value) for _, value in self._cases(operand, block))
        ]
        if not made:
            return
        before = self._whole, self._ways
        self._whole |= {(operand.name, block) for operand, block in made}
        self._ways = self._taken_apart(ends)
        flat, whole = (
            [case for _, cases in ways for case in cases if not self.values.is_register(case[1])]
            for ways in (before[1], self._ways)
        )
        wires = [self.values.use(operand, block) for operand, block in made]
        if self.merges.saving(flat, whole, wires) <= 0:
            self._whole, self._ways = before

    def _is_free(self, value: Wire) -> bool:
        return value.constant is not None or self.values.is_register(value)

    def _sums_of_their_own(self, ends: list[tuple[Name, str]]) -> frozenset[tuple[str, str]]:
        """The values, each with the block of its end, that are not taken apart although they are
        merges.

        They are sums with conditions that are made anyway, and the register holds nothing else that
        has what they always add. Taken apart, that would have to be masked where the register is
        loaded with something else.
        """
        made = [
            (operand, block)
            for operand, block in ends
            if self.merges.is_made_anyway(operand, block)
        ]
        wires = [self.values.use(operand, block) for operand, block in (ends if made else ())]
        return frozenset(
            (operand.name, block)
            for operand, block in made
            if self._shares_nothing(self.values.use(operand, block), wires)
        )

    def _shares_nothing(self, wire: Wire, wires: Sequence[Wire]) -> bool:
        """Whether a wire is a sum with conditions, and neither other wires nor a register as it is
        are what it always adds.
        """
        always = self.writer.always_added(wire)
        others = (self.writer.leaves_of(other) for other in wires if other != wire)
        return (
            bool(always)
            and not any(map(self.values.is_register, always))
            and all(always.isdisjoint(leaves) for leaves in others)
        )

    def values_at_ends(self) -> list[Wire]:
        """The value on every way into a state, as often as there are ways."""
        return [wire for _, cases in self._ways for _, wire in cases]

    @cached_property
    def _alike(self) -> list[Alike]:
        """The ways into states, those together on which the same is loaded."""
        found = dict[tuple[Case, ...], list[Numbered]]()
        for number, (taken, cases) in enumerate(self._ways):
            found.setdefault(tuple(cases), []).append((number, taken))
        return [(ways, list(cases)) for cases, ways in found.items()]

    @cached_property
    def _values(self) -> list[Wire]:
        """The values that are loaded, each once."""
        return list(dict.fromkeys(self.values_at_ends()))

    def conditions(self, class_of: Callable[[Wire], Class | None]) -> LoadConditions:
        """When a value of each class is loaded; on ways of no class several conditions may hold, or
        none.
        """
        found = self._conditions(class_of)
        found.write_few()
        return found

    def shortest(self, class_of: Callable[[Wire], bool | None]) -> Wire:
        """When a value of class True is loaded, or none of False is: whichever has fewer
        conditions.
        """
        found = self._conditions(class_of)
        return (
            self.writer.inverse(found.of(False))
            if found.count(False) < found.count(True)
            else found.of(True)
        )

    def _conditions(self, class_of: Callable[[Wire], Class | None]) -> LoadConditions:
        classes = {wire: class_of(wire) for wire in self._values}
        return LoadConditions(self._alike, classes, self.writer, self.values.both)

    def _cases(self, following: Next | None, block: str) -> Iterator[Case]:
        """The values that are loaded at the end of a block, each with its condition there."""
        if isinstance(following, ByPhase):
            yield from self._kept_by_loop(following)
        elif isinstance(following, Const) or (
            isinstance(following, Name) and self._is_kept(following, block)
        ):
            yield self.writer.true, self.values.use(following, block)
        elif following is not None and not isinstance(following, Undef):
            yield from self._made(following, block)

    def _kept_by_loop(self, following: ByPhase) -> Iterator[Case]:
        """What a loop keeps, by the way on which it was entered: from the register, or in this
        cycle with a phase.
        """
        loop, values = self._loops[following.header], dict(following.values)
        for block in self.machine.before[loop.header]:
            taken = self.values.taken(block, loop.header)
            if block == loop.state:
                kept = [value for value in values.values() if isinstance(value, Name)]
                yield taken, self.values.register_of(max(kept, key=lambda value: value.width))
            elif block in self.machine.function.blocks:
                for way, wire in self._cases(values[loop.entries[block, loop.header]], block):
                    yield self.values.both(taken, way), wire

    def _is_kept(self, operand: Name, block: str) -> bool:
        """Whether a register has the operand, since no way to the end of the block computes it in
        this cycle.
        """
        home = self.values.defined_in[operand.name]
        computed = self.values.certain(home, block) or self.machine.reach.leads(home, block)
        return operand.name in self.values.phi_of_state or not computed

    def _made(self, operand: Name, block: str) -> Iterator[Case]:
        """A value that is computed in this cycle, or was in an earlier one on some ways."""
        home = self.values.defined_in[operand.name]
        if (operand.name, block) in self._whole:
            yield self.writer.true, self.values.use(operand, block)
            return
        if self.values.certain(home, block):
            yield from self.merges.of_operand(operand, block, self.writer.true)
            return
        computed = self.values.active(home)
        yield from self.merges.of_operand(operand, home, computed)
        yield self.writer.inverse(computed), self.values.register_of(operand)
