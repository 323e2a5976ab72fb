"""A figure that selects one of many windows of a few values, by bits that say in which rounds what
is taken.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from cryptagon.spt.model import Figure, Port, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished
from cryptagon.spt.rewrite.joining import chosen
from cryptagon.spt.rewrite.traced import Window
from cryptagon.spt.rewrite.turns import Turns, chosen_cost, turns_for

Key = TypeVar("Key", bound=Hashable)
Moment = tuple[int, int]
"""A place in the order of rounds, and the direction."""
Table = Mapping[Moment, int]
"""A bit in each moment; where one is missing it does not matter."""


@dataclass(frozen=True)
class Told:
    """A figure, and the bits that it is told, by the names of inputs."""

    figure: Figure
    bits: Mapping[str, Table]


def selecting(
    name: str, sources: Sequence[Port], width: int, wanted: Mapping[Moment, Window]
) -> Told:
    """The figure whose one output, `name`, is what is wanted in each moment."""
    made = _Selecting(sources, width, wanted)
    output = Port(name, Type(width), made.whole())
    used = {ref.node for one in made.new.made for ref in one.operands}
    inputs = [one for one in sources if one.name in used]
    inputs += [Port(bit, Type(1)) for bit in made.bits]
    return Told(finished(Figure(name, tuple(inputs), (output,), tuple(made.new.made))), made.bits)


@dataclass
class _Selecting:
    sources: Sequence[Port]
    width: int
    wanted: Mapping[Moment, Window]
    bits: dict[str, Table] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.types = {one.name: one.type for one in self.sources}
        self.new = Nodes({Ref(one.name): one.type for one in self.sources})
        self.windows = {at: one for at, one in self.wanted.items() if one.source}

    def whole(self) -> Ref:
        """The window where there is one, with what is added to it."""
        if not self.windows:
            return self._constants()
        found = self._window()
        bare = {at: int(at not in self.windows) for at in self.wanted}
        if any(bare.values()):
            found = chosen(self.new, (found, self._zero()), self._told(bare))
        if any(one.constant for one in self.wanted.values()):
            found = self.new.add("xor", [found, self._constants()])
        return found

    def _zero(self) -> Ref:
        return self.new.constant(Type(self.width), (0,))

    def _constants(self) -> Ref:
        """What is added in each moment."""
        parts = []
        for value in sorted({one.constant for one in self.wanted.values()} - {0}):
            here = {at: int(one.constant == value) for at, one in self.wanted.items()}
            constant = self.new.constant(Type(self.width), (value,))
            parts.append(chosen(self.new, (self._zero(), constant), self._told(here)))
        total = parts[0] if parts else self._zero()
        for one in parts[1:]:
            total = self.new.add("or", [total, one])
        return total

    def _told(self, table: Table) -> Ref:
        """A bit by its table; equal ones are told once."""
        values = set(table.values())
        if len(values) == 1:
            return self.new.constant(Type(1), tuple(values))
        name = next((one for one, other in self.bits.items() if other == table), "")
        name = name or f"bit{len(self.bits)}"
        self.bits[name] = table
        self.new.types[Ref(name)] = Type(1)
        return Ref(name)

    def _window(self) -> Ref:
        """By the cheaper of two ways: each window by itself, or first the value, then its turns."""
        distinct = {(one.source, one.low) for one in self.windows.values()}
        widths = {self.types[source].width for source, _ in distinct}
        single = chosen_cost(len(distinct)) * self.width
        if len(widths) == 1:
            turns = turns_for(max(widths), self.width, {low for _, low in distinct})
            values = len({source for source, _ in distinct})
            if turns.cost + chosen_cost(values) * max(widths) < single:
                return self._turned(turns)
        parts = {at: (one.source, one.low) for at, one in self.windows.items()}
        return self._one_of(parts, {one: self._cut(Ref(one[0]), one[1]) for one in distinct})

    def _turned(self, turns: Turns) -> Ref:
        named = {at: one.source for at, one in self.windows.items()}
        value = self._one_of(named, {name: Ref(name) for name in sorted(set(named.values()))})
        ways = {at: turns.way(one.low) or () for at, one in self.windows.items()}
        for step in range(len(turns.steps)):
            by = {at: way[step] for at, way in ways.items()}
            turned = {one: self._rotated(value, one) for one in sorted(set(by.values()))}
            value = self._one_of(by, turned)
        return self._cut(value, 0)

    def _rotated(self, value: Ref, distance: int) -> Ref:
        return self.new.add("rotr", [value], [distance]) if distance else value

    def _cut(self, value: Ref, low: int) -> Ref:
        """The window from a bit on."""
        turned, width = self._rotated(value, low), self.new.types[value].width
        return (
            turned if width == self.width else self.new.add("slice", [turned], [self.width - 1, 0])
        )

    def _one_of(self, wanted: Mapping[Moment, Key], values: Mapping[Key, Ref]) -> Ref:
        """The value that is wanted in each moment, by the bits of its number: numbers are given in
        the order of moments.
        """
        order = list(dict.fromkeys(wanted[at] for at in sorted(wanted)))
        numbers = {at: order.index(one) for at, one in wanted.items()}
        level = [values[one] for one in order]
        for bit in range((len(order) - 1).bit_length()):
            pairs = [level[place : place + 2] for place in range(0, len(level), 2)]
            table = {
                at: number >> bit & 1
                for at, number in numbers.items()
                if len(pairs[number >> bit + 1]) > 1
            }
            told = self._told(table)
            level = [chosen(self.new, pair, told) if len(pair) > 1 else pair[0] for pair in pairs]
        return level[0]
