"""One clock cycle of a datapath on values that are known in part: what it begins with, what decides
about it, what is seen in it, and what the registers hold behind it.

Each register has a mark of its own here, the bit of its number in the datapath's updates; where a
mark gets hangs on what is known alone. So a cycle is worked out once for a state of the control,
and `Passage.marks` tells what becomes of any marks that the registers bear then.

All names are numbers, found once: a value has its place in one list, first what the logic is given,
then what it makes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.register_updates import Load, Update
from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.resets.partly_known import Value
from cryptagon.hls.resets.parts import parts_of

State = tuple[int | None, ...]
"""What each control register holds; None where that is not known."""
Marks = list[int]
"""The marks that each register bears, in the order of the datapath's updates."""
NONE = -1


@dataclass(frozen=True)
class Passage:
    """One way through a cycle: the state of the control behind it; the registers whose marks
    change, those together that then bear the same, with the registers whose marks these are.
    """

    following: State
    changes: tuple[tuple[list[int], tuple[int, ...]], ...]

    def marks(self, before: Marks) -> Marks:
        """The marks of all registers behind the cycle."""
        found = list(before)
        for numbers, sources in self.changes:
            marks = together(sources, before)
            for number in numbers:
                found[number] = marks
        return found


@dataclass(frozen=True)
class _End:
    """How a register changes, its outputs by their places."""

    update: Update
    number: int
    clear: int
    loads: tuple[tuple[int, int, Load], ...]


class Cycle:
    """A cycle of a datapath whose registers of up to `width` bits are its control."""

    def __init__(self, logic: OptimisedDatapath, width: int) -> None:
        self.updates, self._width = logic.datapath.updates, width
        control = [one for one in self.updates if self.is_control(one)]
        states = logic.datapath.states
        self._parts = parts = parts_of(logic, {one.register for one in control})
        self.evaluated = len(parts.evaluated.nodes)
        made = set(parts.evaluated.nodes)
        given = dict.fromkeys(
            [
                *parts.evaluated.inputs,
                *(one.register for one in control),
                *(name for name, _ in states),
                *(name for name in logic.outputs.values() if name not in made),
            ]
        )
        self._sources = len(parts.evaluated.inputs)
        self._made = len(given)
        self._place = {name: n for n, name in enumerate([*given, *parts.evaluated.nodes])}
        self._output = {output: self._place[name] for output, name in logic.outputs.items()}
        self._states = [(self._place[name], numbers) for name, numbers in states]
        self._full, self._asked = self._tables()
        self._marks = [parts.registers_of[name] for name in given]
        self._numbers: dict[int, tuple[int, ...]] = {}
        ends = [self._end_of(number, one) for number, one in enumerate(self.updates)]
        self._control = [end for end in ends if self.is_control(end.update)]
        self._data = [end for end in ends if not self.is_control(end.update)]
        self._decisions = [self._output[name] for name in parts.decisions]
        self._deciding = [self._place[name] for name in parts.deciding.nodes]
        self._free = [(self._output[name], self._written(name)) for name in parts.free]

    @property
    def after_reset(self) -> State:
        """The state in which the first cycle begins."""
        return tuple(end.update.reset if end.update.needs_reset else None for end in self._control)

    def is_control(self, update: Update) -> bool:
        """Whether a register is one of the control."""
        return update.width <= self._width

    def _tables(self) -> tuple[list[int], list[tuple[int, ...]]]:
        """Of each place all its bits, and the places of its operands that hang on something of one
        bit that may decide.
        """
        parts = self._parts
        full = [(1 << parts.widths[name]) - 1 for name in self._place]
        may_decide = [place < self._sources and bits == 1 for place, bits in enumerate(full)]
        asked = list[tuple[int, ...]]()
        for place, name in enumerate(self._place):  # what is made comes behind what it is made of
            read = (self._place[one] for one in parts.operands.get(name, ()))
            asked.append(tuple(one for one in read if may_decide[one]))
            may_decide[place] |= bool(asked[-1])
        return full, asked

    def _end_of(self, number: int, update: Update) -> _End:
        loads = tuple(
            (self._output[load.when], self._output[load.value], load) for load in update.loads
        )
        return _End(update, number, self._output[update.clear] if update.clear else NONE, loads)

    def _written(self, output: str) -> int:
        """The place of what tells that the item `output` is written; NONE where it is no item."""
        stream = output.removesuffix("_item")
        return self._output.get(f"write_{stream}", NONE) if stream != output else NONE

    def begun(self, state: State) -> list[Value]:
        """What is known when a cycle begins of all that the logic is given, without marks."""
        given: list[Value] = [(0, 0, 0)] * self._made
        for end, value in zip(self._control, state):
            if value is None:
                continue
            place = self._place[end.update.register]
            given[place] = (self._full[place], value, 0)
            if end.update.register == STATE:
                for one, numbers in self._states:
                    given[one] = (1, int(value in numbers), 0)
        return given

    def undecided(self, given: Sequence[Value]) -> int | None:
        """The place of something of one bit that is not known and decides about the control, or
        whether an item is written; None where there is none.
        """
        known = [value[0] for value in given] + [0] * self.evaluated
        for place, found in zip(self._deciding, self._parts.deciding.run(given, False)):
            known[place] = found
        visited = set[int]()
        for place in self._decisions:
            if known[place] != self._full[place]:
                found = self._source(place, known, visited)
                if found is not None:
                    return found
        return None

    def _source(self, place: int, known: Sequence[int], visited: set[int]) -> int | None:
        """What a value that is not known hangs on."""
        if place < self._made:
            return place if place < self._sources and self._full[place] == 1 else None
        if place in visited:
            return None
        visited.add(place)
        for operand in self._asked[place]:
            if known[operand] != self._full[operand]:
                found = self._source(operand, known, visited)
                if found is not None:
                    return found
        return None

    def seen_where_decided(self, place: int) -> tuple[int, ...]:
        """The registers of which something is seen where a value given decides."""
        return self.numbers(self._marks[place])

    def values(self, given: Sequence[Value]) -> list[Value]:
        """What is given, and what the logic makes of it, with marks: what is made of registers
        bears those of all.
        """
        marked = [
            (known, ones, 0 if known else marks)
            for (known, ones, _), marks in zip(given, self._marks)
        ]
        return [*marked, *self._parts.evaluated.run(marked, True)]

    def seen(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The registers of which something gets out of the design in a cycle."""
        found = 0
        for place, written in self._free:
            if written == NONE or values[written][:2] != (1, 0):
                found |= values[place][2]
        return self.numbers(found)

    def passage(self, values: Sequence[Value], state: State) -> Passage:
        """What is behind a cycle that began in a state."""
        following: list[int | None] = []
        marks: dict[int, int] = {}
        for end, value in zip(self._control, state):
            full = (1 << end.update.width) - 1
            before = (0, 0, 1 << end.number) if value is None else (full, value, 0)
            known, ones, mark = _next(end, before, values)
            following.append(ones if known == full else None)
            marks[end.number] = mark if known != full else 0
        for end in self._data:
            marks[end.number] = _next_marks(end, 1 << end.number, values)
        alike: dict[int, list[int]] = {}
        for number, mark in marks.items():
            if mark != 1 << number:
                alike.setdefault(mark, []).append(number)
        changes = ((numbers, self.numbers(mark)) for mark, numbers in alike.items())
        return Passage(tuple(following), tuple(changes))

    def numbers(self, marks: int) -> tuple[int, ...]:
        """The registers whose marks these are."""
        if marks not in self._numbers:
            self._numbers[marks] = tuple(_bits_of(marks))
        return self._numbers[marks]


def together(numbers: Iterable[int], marks: Marks) -> int:
    """The marks of some registers, in one."""
    found = 0
    for number in numbers:
        found |= marks[number]
    return found


def _bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are 1."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _next(end: _End, before: Value, values: Sequence[Value]) -> Value:
    """What a register holds after the cycle."""
    value, width = before, end.update.width
    for when, new, load in end.loads:
        value = _chosen(values[when], _loaded(load, width, value, values[new]), value)
    if end.clear != NONE:
        full = (1 << width) - 1
        value = _chosen(values[end.clear], (full, end.update.reset & full, 0), value)
    return value


def _next_marks(end: _End, before: int, values: Sequence[Value]) -> int:
    """The marks of what a register holds after the cycle, as those of `_next`."""
    found, width = before, end.update.width
    for when, new, load in end.loads:
        known, ones, by = values[when]
        if not known:
            found |= by | values[new][2]
        elif ones:
            found = values[new][2] if load.width == width else found | values[new][2]
    if end.clear != NONE:
        known, ones, by = values[end.clear]
        if not known:
            found |= by
        elif ones:
            found = 0
    return found


def _loaded(load: Load, width: int, before: Value, new: Value) -> Value:
    """A register after some or all of its bits were loaded."""
    if load.width == width:
        return new
    kept = ~(((1 << load.width) - 1) << load.low)
    return (
        before[0] & kept | new[0] << load.low,
        before[1] & kept | new[1] << load.low,
        before[2] | new[2],
    )


def _chosen(condition: Value, then: Value, otherwise: Value) -> Value:
    """One of two values, by a condition of one bit."""
    known, ones, marks = condition
    if known:
        return then if ones else otherwise
    agree = then[0] & otherwise[0] & ~(then[1] ^ otherwise[1])
    return agree, then[1] & agree, marks | then[2] | otherwise[2]
