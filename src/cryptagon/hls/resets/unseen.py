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

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.register_updates import Update
from cryptagon.hls.resets.cycle import Cycle, Marks, Passage, State, together
from cryptagon.hls.resets.partly_known import Value

CONTROL_BITS = (12, 4, 1)
"""Registers up to this width are walked through value by value; where that is too much, narrower
ones alone.
"""
STATES, NODES = 2_000, 4_000_000
"""Too much: more states of the control, or nodes evaluated, about a second and a half."""


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
        if all(one.width <= width for one in updates if one.needs_reset):
            continue
        found = _Walk(Cycle(logic, width)).unseen()
        if found is not None:
            return found
    return set()


@dataclass(frozen=True)
class _Ways:
    """All ways through the cycles that begin in one state: what each leads to, the registers of
    which something is seen, and how many evaluations it took to find them.
    """

    passages: tuple[Passage, ...]
    seen: frozenset[int]
    evaluations: int


class _Walk:
    """One walk through the states of the control registers."""

    def __init__(self, cycle: Cycle) -> None:
        self.cycle, self.seen = cycle, 0
        self.left = NODES // (1 + cycle.evaluated)  # cycles
        asked = [one for one in cycle.updates if not cycle.is_control(one) and one.needs_reset]
        self.own_mark = {one.register: 1 << number for number, one in enumerate(asked)}
        self.all_marks = (1 << len(asked)) - 1
        self._ways: dict[State, _Ways] = {}

    def unseen(self) -> set[str] | None:
        """The data registers whose value after reset is not seen; None where that is too much to
        find out.
        """
        start = self.cycle.after_reset
        own = [self.own_mark.get(one.register, 0) for one in self.cycle.updates]
        at: dict[State, Marks] = {start: own}
        waiting = {start: None}
        while waiting and self.seen != self.all_marks:
            state = next(reversed(waiting))
            del waiting[state]
            before = at[state]  # as it was: a way back to the state waits for the next visit
            for passage in self._passages(state, before):
                following, marks = passage.following, passage.marks(before)
                known = at.get(following)
                if known is None:
                    waiting[following] = None
                    at[following] = marks
                elif any(more & ~old for more, old in zip(marks, known)):
                    waiting[following] = None
                    at[following] = [more | old for more, old in zip(marks, known)]
            if len(at) > STATES or self.left <= 0:
                return None
        return {name for name, mark in self.own_mark.items() if not mark & self.seen}

    def _passages(self, state: State, marks: Marks) -> tuple[Passage, ...]:
        """The ways through the cycles that begin in a state; notes what of these marks is seen.

        Each visit counts all its evaluations, so that what is too much does not hang on what is
        kept.
        """
        ways = self._ways.get(state)
        if ways is None:
            ways = self._ways[state] = self._found(state)
        else:
            self.left -= ways.evaluations
        self.seen |= together(ways.seen, marks)
        return ways.passages

    def _found(self, state: State) -> _Ways:
        """All ways, both where an input decides; none where there are more than there may be."""
        begun, seen = self.left, set[int]()
        waiting, decided = [self.cycle.begun(state)], list[list[Value]]()
        while waiting and self.left > 0:
            given = waiting.pop()
            self.left -= 1
            undecided = self.cycle.undecided(given)
            if undecided is None:
                decided.append(given)
                continue
            seen.update(self.cycle.seen_where_decided(undecided))
            for value in (0, 1):
                waiting.append(list(given))
                waiting[-1][undecided] = (1, value, 0)
        passages = list[Passage]()
        for given in decided if self.left > 0 else ():
            values = self.cycle.values(given)
            seen.update(self.cycle.seen(values))
            passages.append(self.cycle.passage(values, state))
        return _Ways(tuple(passages), frozenset(seen), begun - self.left)
