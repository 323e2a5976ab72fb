"""Registers whose value after reset nobody sees: they need no reset.

C gives a variable a value where it is declared, and a core that is one loop with phases reads its
variables in each phase, as far as the flow of control tells. A designer sees that the state is
loaded before it is used, and resets the registers of the control alone. That is cheaper: fewer
wires everywhere, and on a family whose flip-flops have no synchronous reset a look-up table before
every bit.

So all the states are walked through that the control can be in after reset: the values of the
registers of few bits. What streams and wires bring is not known, nor is data; a register whose
reset is in question bears a mark, and so does what is made of it. Where an input or a comparison of
data decides about the control, both ways are gone. A mark that gets to an output while an item is
written, or to a decision, is seen. All others need no reset.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.register_updates import Load, Update
from cryptagon.hls.resets.partly_known import Value, Values
from cryptagon.hls.resets.parts import parts_of

CONTROL_BITS = (12, 4, 1)
"""Registers up to this width are walked through value by value; where that is too much, narrower
ones alone.
"""
STATES, NODES = 2_000, 4_000_000
"""Too much: more states of the control, or nodes evaluated, about a second and a half."""
State = tuple[int | None, ...]
Marks = dict[str, int]


def without_unseen_resets(logic: OptimisedDatapath) -> OptimisedDatapath:
    """The same datapath, its registers without the resets that nobody sees."""
    unseen = _unseen(logic)
    updates = tuple(
        replace(one, needs_reset=False, unseen=True) if one.register in unseen else one
        for one in logic.datapath.updates
    )
    return replace(logic, datapath=replace(logic.datapath, updates=updates)) if unseen else logic


def unseen_resets(updates: Iterable[Update]) -> frozenset[str]:
    """The registers among these that hold anything after reset because nobody sees it."""
    return frozenset(one.register for one in updates if one.unseen)


def _unseen(logic: OptimisedDatapath) -> set[str]:
    updates = logic.datapath.updates
    for width in CONTROL_BITS:
        control = [one for one in updates if one.width <= width]
        if all(one in control for one in updates if one.needs_reset):
            continue
        found = _Walk(logic, control).unseen()
        if found is not None:
            return found
    return set()


class _Walk:
    """One walk through the states of these control registers."""

    def __init__(self, logic: OptimisedDatapath, control: list[Update]) -> None:
        self.logic, self.control = logic, control
        self.data = [one for one in logic.datapath.updates if one not in control]
        asked = [one.register for one in self.data if one.needs_reset]
        self.own_mark = {name: 1 << number for number, name in enumerate(asked)}
        self.all_marks, self.seen = (1 << len(asked)) - 1, 0
        self.parts = parts_of(logic, {one.register for one in control})
        self.left = NODES // (1 + len(self.parts.evaluated.nodes))  # cycles
        self.decisions = [logic.outputs[name] for name in self._deciding()]

    def _deciding(self) -> list[str]:
        """The outputs that must be known in a cycle, as far as can be."""
        of_control = [name for one in self.control for name in one.outputs]
        return [*of_control, *(name for name in self.parts.free if name.startswith("write_"))]

    def unseen(self) -> set[str] | None:
        """The data registers whose value after reset is not seen; None where that is too much to
        find out.
        """
        start = tuple(one.reset if one.needs_reset else None for one in self.control)
        at: dict[State, Marks] = {start: dict(self.own_mark)}
        waiting = {start: None}
        while waiting and self.seen != self.all_marks:
            state = next(reversed(waiting))
            del waiting[state]
            for following, marks in list(self._cycles(state, at[state])):
                known = at.get(following)
                if known is None or any(more & ~known.get(name, 0) for name, more in marks.items()):
                    waiting[following] = None
                at[following] = {
                    name: more | (known or {}).get(name, 0) for name, more in marks.items()
                }
            if len(at) > STATES or self.left <= 0:
                return None
        return {name for name, mark in self.own_mark.items() if not mark & self.seen}

    def _cycles(self, state: State, marks: Marks) -> Iterator[tuple[State, Marks]]:
        """The states that may follow, with the marks that the registers then bear."""
        begun = self._begun(state, marks)
        ways: list[Values] = [begun]
        while ways and self.left > 0:
            given = ways.pop()
            self.left -= 1
            values = self.parts.evaluated(given)
            undecided = self._undecided(values)
            if undecided:
                self.seen |= given[undecided][2]
                ways += [{**given, undecided: (1, value, 0)} for value in (0, 1)]
                continue
            self._see(values, marks)
            yield self._next_state(values, state, marks)

    def _begun(self, state: State, marks: Marks) -> Values:
        """What is known when a cycle begins of all that the logic reads."""
        given = {name: (0, 0, self._marks_of(name, marks)) for name in self.parts.evaluated.inputs}
        for update, value in zip(self.control, state):
            if value is not None:
                given[update.register] = ((1 << update.width) - 1, value, 0)
            if update.register == "fsm" and value is not None:
                given |= {
                    name: (1, int(value in numbers), 0)
                    for name, numbers in self.logic.datapath.states
                }
        return given

    def _marks_of(self, name: str, marks: Marks) -> int:
        """What is made of registers bears all their marks."""
        found = 0
        for register in self.parts.registers_of[name]:
            found |= marks.get(register, 0)
        return found

    def _undecided(self, values: Values) -> str:
        """Something of one bit that is not known and decides about the control, or whether an item
        is written; "" where there is none.
        """
        visited = set[str]()
        return next(
            (found for name in self.decisions if (found := self._source(name, values, visited))), ""
        )

    def _source(self, name: str, values: Values, visited: set[str]) -> str:
        full = (1 << self.parts.widths[name]) - 1
        if name not in values or values[name][0] == full or name in visited:
            return ""
        visited.add(name)
        if name not in self.parts.operands:
            return name if full == 1 else ""
        found = (self._source(operand, values, visited) for operand in self.parts.operands[name])
        return next(filter(None, found), "")

    def _see(self, values: Values, marks: Marks) -> None:
        for output in self.parts.free:
            stream = output.removesuffix("_item")
            written = self.logic.outputs.get(f"write_{stream}") if stream != output else None
            if written is None or values.get(written, (0, 0, 0))[:2] != (1, 0):
                self.seen |= self._value(self.logic.outputs[output], values, marks)[2]

    def _value(self, name: str, values: Values, marks: Marks) -> Value:
        return values[name] if name in values else (0, 0, self._marks_of(name, marks))

    def _next_state(self, values: Values, state: State, marks: Marks) -> tuple[State, Marks]:
        following: list[int | None] = []
        found: Marks = {}
        for update, value in zip(self.control, state):
            full = (1 << update.width) - 1
            before = (0, 0, marks.get(update.register, 0)) if value is None else (full, value, 0)
            known, ones, mark = self._next(update, before, values, marks)
            following.append(ones if known == full else None)
            found[update.register] = mark if known != full else 0
        for update in self.data:
            before = (0, 0, marks.get(update.register, 0))
            found[update.register] = self._next(update, before, values, marks)[2]
        return tuple(following), found

    def _next(self, update: Update, before: Value, values: Values, marks: Marks) -> Value:
        """What a register holds after the cycle."""
        value = before
        for load in update.loads:
            when = self._value(self.logic.outputs[load.when], values, marks)
            new = self._value(self.logic.outputs[load.value], values, marks)
            value = _chosen(when, _loaded(load, update.width, value, new), value)
        if update.clear:
            full = (1 << update.width) - 1
            clear = self._value(self.logic.outputs[update.clear], values, marks)
            value = _chosen(clear, (full, update.reset & full, 0), value)
        return value


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
