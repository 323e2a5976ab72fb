"""The header of an outer loop costs no clock cycle where it does nothing that needs one.

A loop begins a state because each of its iterations takes a cycle. Where every iteration runs a
loop inside, that one's cycles are enough: what is before it is then done in the cycle in which the
loop before it ends.
"""

from collections.abc import Sequence
from dataclasses import replace

from cryptagon.hls.ir.loops import loop_forest
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.conflicts import in_order
from cryptagon.hls.states.cutting import Cut, constants_until, first_conflict
from cryptagon.hls.states.first_iteration_costs import CyclesSoFar, is_worth_its_merges
from cryptagon.hls.states.header_states import FIRST, state_before
from cryptagon.hls.states.machine import State
from cryptagon.hls.states.paths import Paths, longest_path

LONGER, LEVELS_MORE = 1.25, 1.0
"""How much longer the longest path may get for a cycle less: by this factor, and by a level for the
merge of two ways.
"""


def free_outer_loops(cut: Cut) -> None:
    """Takes back the states of outer loops as far as no access then has to wait and no path gets
    much longer; inner loops first.
    """
    _OuterLoops(cut).free(list(cut.loops)[::-1])


class _OuterLoops:
    """The loops of what is being cut, in place."""

    def __init__(self, cut: Cut) -> None:
        self.cut, self.allowed = cut, longest_allowed(cut)
        self.known, self.longest = CyclesSoFar(), _LongestSoFar(cut)

    def free(self, headers: Sequence[str]) -> None:
        """Frees loops one after the other. All that are free at once are so one by one, too, and
        mostly all are: each check looks at the whole function.
        """
        if self._are_free(headers):
            return
        if len(headers) == 1:
            _free_way_back(self.cut, headers[0], self.known, self.longest)
            return
        half = len(headers) // 2
        self.free(headers[:half])
        self.free(headers[half:])

    def _are_free(self, headers: Sequence[str]) -> bool:
        """Whether all is well without the states of all these loops that are clocked inside; then
        they have none.
        """
        cut = self.cut
        begun = cut.begun
        for header in headers:
            if header not in cut.movable or not _is_clocked_inside(cut, begun, header):
                continue
            then = begun - {header}
            if _needs_reset_state(cut, begun, then):
                return False
            begun = then
        if begun != cut.begun:
            if not _fits(cut, begun, self.allowed, self.longest.paths(cut)):
                return False
            cut.states = [state for state in cut.states if state.block in begun]
        return True


def _is_clocked_inside(cut: Cut, begun: set[str], header: str) -> bool:
    """Whether every iteration of a loop passes a loop inside, or a call of a function that takes
    cycles: its header then needs no state, and none on the way back. Most loops have none inside,
    and need not be looked at any further.
    """
    clocked = (begun - {header}) & {*cut.loops, *cut.calls}
    blocks = cut.function.blocks
    waiting, seen = blocks[header].successors, set[str]()
    while waiting:
        name = waiting.pop()
        if name == header:
            return False
        if name not in seen and name not in clocked:
            seen.add(name)
            waiting += blocks[name].successors
    return True


def _fits(cut: Cut, begun: set[str], allowed: float, paths: Paths) -> bool:
    """Whether no path is too long and no access waits with these states; `paths` are those of the
    function.
    """
    return paths.longest(in_order(cut.function, begun)) <= allowed and accesses_fit(cut, begun)


class _LongestSoFar:
    """The paths of what is being cut, and the longest of them, found again only when it has
    changed: each loop that may be freed is compared with it.
    """

    def __init__(self, cut: Cut) -> None:
        self._paths = Paths(cut.function)
        self._of: tuple[Function, list[State]] | None = None
        self._length = 0.0

    def paths(self, cut: Cut) -> Paths:
        """The paths of the function as it is now."""
        if self._paths.function is not cut.function:
            self._paths = Paths(cut.function)
        return self._paths

    def of(self, cut: Cut) -> float:
        """Its length in levels; a change of `cut` is another function or another list of states."""
        if self._of is None or self._of[0] is not cut.function or self._of[1] is not cut.states:
            self._of = (cut.function, cut.states)
            self._length = self.paths(cut).longest(in_order(cut.function, cut.begun))
        return self._length


def _free_way_back(cut: Cut, header: str, known: CyclesSoFar, longest: _LongestSoFar) -> None:
    """Leaves the state of a loop's header to the ways that enter the loop, where no path gets
    longer without it on the way back.

    Whether it is worth its merges takes the longest to find out: the cycles of all loops are
    counted for that.
    """
    loop = loop_forest(cut.function.graph, cut.function.entry).get(header)
    if loop is None:  # it is entered elsewhere, too
        return
    entries = [name for name in cut.function.predecessors()[header] if name not in loop.blocks]
    if not entries:
        return
    moved = cut.function.copied()
    first = state_before(moved, header, entries, FIRST)
    states = [
        replace(state, block=first) if state.block == header else state for state in cut.states
    ]
    attempt = replace(cut, function=moved, states=states)
    if _fits(attempt, attempt.begun, longest.of(cut), Paths(moved)) and is_worth_its_merges(
        cut, loop, known
    ):
        cut.function, cut.states = moved, states
        cut.written_together, cut.unit_ports = attempt.written_together, attempt.unit_ports


def longest_allowed(cut: Cut) -> float:
    """How long a path may be, in levels, that saves a clock cycle."""
    longest = longest_path(cut.function, in_order(cut.function, cut.begun))
    return max(cut.most_levels, longest) if cut.most_levels else LEVELS_MORE + LONGER * longest


def accesses_fit(cut: Cut, begun: set[str]) -> bool:
    """Whether no access has to wait when states begin at `begun` alone.

    What the accesses then are is noted in `cut`.
    """
    return first_conflict(cut, begun) is None


def _needs_reset_state(cut: Cut, begun: set[str], then: set[str]) -> bool:
    """Whether the way to the first state would take a state of its own with the states `then`,
    which it does not take with those that have begun.
    """
    now, later = (
        constants_until(cut.function, states)[0][-1] in states for states in (begun, then)
    )
    return now and not later
