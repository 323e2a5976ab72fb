"""Which variables share a register though no copy joins them: the classic binding of registers,
weighted by multiplexer inputs (Huang et al., "Data path allocation based on bipartite weighted
matching", DAC 1990).

Two variables can share a register when no state needs both. They do when the tables that this saves
are more than those of the multiplexer before the register. Saved are flip-flops, and operators that
become one because they then do the same with the same register: the adders of five loop counters,
and what is selected by them. Wide variables of one type share always.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cryptagon.hls.registers.area import CARRY_OF_SHARING, FLIP_FLOP, multiplexer_luts
from cryptagon.hls.registers.liveness import Moment
from cryptagon.hls.registers.operators import Alias, Operators
from cryptagon.hls.registers.sources import Sources
from cryptagon.hls.states.machine import Machine

# bits from which values of one width share whatever the multiplexer costs: flip-flops are as scarce
# as tables
ALWAYS_SHARED = 16
MOST_TRIED = 32  # registers that a variable is tried with
# values in a register; what shares always is weighed no further, as that takes time with the square
# of them
MOST_WEIGHED = 128


@dataclass(frozen=True)
class Variable:
    """Values that share a register: needed at `starts` (a bit for each state and phase), `bits`
    wide; `width` is the values' own where all have the same, else 0. `values` and `constants` are
    what is loaded; `reset` is the value after reset, None where any will do.
    """

    members: frozenset[str]
    starts: int
    bits: int
    width: int
    reset: int | None
    values: frozenset[str]
    constants: frozenset[int]

    @property
    def is_wide(self) -> bool:
        """Whether it shares with others of its width without being weighed."""
        return self.bits >= ALWAYS_SHARED and self.width > 0


Tried = tuple[float, Variable, Alias, Variable]
"""What is saved where a variable is put into a register, both as one, what becomes equal, and the
register before.
"""


class Binding:
    """Binds the groups of values of a machine to registers.

    `bits` gives how many bits of each value are needed, `starts` where.
    """

    def __init__(
        self, machine: Machine, bits: Mapping[str, int], starts: Mapping[str, Collection[Moment]]
    ) -> None:
        self.machine, self.bits = machine, bits
        self.operators = Operators(machine.function, bits, machine.unit_ports, starts)
        self._define = machine.function.definitions()
        self._sources = Sources(machine)
        first = (machine.states[0].block, None)
        others = sorted(
            {start for found in starts.values() for start in found} - {first},
            key=lambda one: (machine.state_blocks[one[0]], one[1] or 0),
        )
        bit = {
            start: 1 << number
            for number, start in enumerate(
                [
                    first,
                    *sorted(others, key=lambda one: (machine.state_blocks[one[0]], one[1] or 0)),
                ]
            )
        }
        self._starts = {
            value: sum(bit[start] for start in found) for value, found in starts.items()
        }
        self._by_starts: dict[int, list[Variable]] = {}

    def run(self, groups: Iterable[set[str]]) -> list[frozenset[str]]:
        """The groups, those that share a register together."""
        for variable in sorted(map(self._variable, groups), key=lambda one: -one.bits):
            self._place(variable)
        return sorted(
            (variable.members for alike in self._by_starts.values() for variable in alike), key=min
        )

    def multiplexers(self, groups: Iterable[set[str]]) -> float:
        """The tables of the multiplexers where each group has a register of its own."""
        return sum(self._multiplexer(one) for one in [self._variable(group) for group in groups])

    def _variable(self, members: set[str]) -> Variable:
        own, *others = dict.fromkeys(map(self.operators.name, sorted(members)))
        self.operators.commit(dict.fromkeys(others, own))
        starts = 0
        for member in members:
            starts |= self._starts[member]
        widths = {self._define[member].width for member in members}
        reset = (
            max((self.machine.reset_values.get(member, 0) for member in members), default=0)
            if starts & 1
            else None
        )
        bits = max(1, (reset or 0).bit_length(), *(self.bits[member] for member in members))
        values, constants = self._sources.of(members)
        return Variable(
            frozenset(members),
            starts,
            bits,
            widths.pop() if len(widths) == 1 else 0,
            reset,
            values,
            constants,
        )

    def _place(self, variable: Variable) -> None:
        """Puts a variable into the register that saves most, or into one of its own."""
        free = [
            one
            for starts, alike in self._by_starts.items()
            if not starts & variable.starts
            for one in alike
        ]
        alone = self._multiplexer(variable) if free else 0.0
        tried = [(*self._joined(one, variable, alone), one) for one in free[:MOST_TRIED]]
        good = [
            (gain, joined, alias, one)
            for gain, joined, alias, one in tried
            if gain > 0 or _share_always(one, variable)
        ]
        if good:
            _, joined, alias, one = self._best(good, variable)
            self._by_starts[one.starts].remove(one)
            self.operators.commit(alias)
            variable = joined
        self._by_starts.setdefault(variable.starts, []).append(variable)

    def _best(self, good: Sequence[Tried], variable: Variable) -> Tried:
        """The register for a variable that saves most; of several that save as much, the one of
        which most operators use the values of both in the same way.
        """
        most = max(round(gain, 3) for gain, *_ in good)
        best = [found for found in good if round(found[0], 3) == most]
        if len(best) == 1:
            return best[0]
        return max(
            best, key=lambda found: self.operators.used_alike(found[3].members, variable.members)
        )

    def _joined(self, one: Variable, two: Variable, alone: float) -> tuple[float, Variable, Alias]:
        """How many tables are saved where two variables share a register, the two as one, and what
        becomes equal; `alone` are those of the multiplexer of the second one alone.
        """
        weighed = len(one.members) + len(two.members) <= MOST_WEIGHED
        alias, saved = (
            self.operators.made_one(sorted(one.members), sorted(two.members))
            if weighed
            else ({}, 0.0)
        )
        both = Variable(
            members=one.members | two.members,
            starts=one.starts | two.starts,
            bits=max(one.bits, two.bits),
            width=one.width if one.width == two.width else 0,
            reset=two.reset if one.reset is None else one.reset,
            values=one.values | two.values,
            constants=one.constants | two.constants,
        )
        if not weighed:
            return 0.0, both, alias
        saved += FLIP_FLOP * min(one.bits, two.bits) - CARRY_OF_SHARING
        return (
            saved + self._multiplexer(one) + alone - self._multiplexer(both, alias),
            both,
            alias,
        )

    def _multiplexer(self, variable: Variable, alias: Mapping[str, str] | None = None) -> float:
        """The tables of the multiplexer before a variable's register; one constant is its reset."""
        own = self.operators.name(min(variable.members), alias)
        values = {self.operators.source(value, alias) for value in variable.values} - {own}
        free = (
            len(variable.constants & {variable.reset})
            if variable.reset is not None
            else min(1, len(variable.constants))
        )
        return multiplexer_luts(variable.bits, len(values), len(variable.constants) - free)


def _share_always(one: Variable, two: Variable) -> bool:
    return one.is_wide and two.is_wide and one.width == two.width
