"""What is before an inner loop is done in the cycle of its first iteration.

A loop around that begins a state of its own (it reads a block, say) and then runs an inner loop
takes a cycle more than the inner loop has iterations. Here the inner loop's state moves from its
header to its back edge: the first iteration runs where it is entered, in the cycle of what is
before it, and a state begins at each iteration that follows. It stays where the multiplexers for
that are a larger part of the area than the cycle is of the time.
"""

from collections.abc import Mapping
from dataclasses import replace

from cryptagon.hls.ir.graph import predecessors, reverse_postorder
from cryptagon.hls.ir.loops import Loop, loop_forest
from cryptagon.hls.states.conflicts import START, activation_graph, in_order
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.first_iteration_costs import (
    CyclesSoFar,
    is_worth_its_multiplexers,
)
from cryptagon.hls.states.header_states import state_before
from cryptagon.hls.states.outer_loops import accesses_fit, longest_allowed
from cryptagon.hls.states.paths import longest_path


def join_first_iterations(cut: Cut) -> None:
    """Moves the states of inner loops to their back edges, where that saves a cycle and no path
    gets much longer.
    """
    allowed, known = longest_allowed(cut), CyclesSoFar()
    loops = at_first = loop_forest(cut.function.graph, cut.function.entry)
    for header, loop in at_first.items():
        if (
            header in cut.movable
            and _is_entered_from_states_alone(cut, loop, loops)
            and is_worth_its_multiplexers(cut, loop, _before(cut, loop), known)
            and _moves(cut, loop, allowed)
        ):
            loops = loop_forest(cut.function.graph, cut.function.entry)


def _is_entered_from_states_alone(cut: Cut, loop: Loop, loops: Mapping[str, Loop]) -> bool:
    """Whether a loop of one cycle is the only one in the loop around it, and is entered there in
    cycles that begin before it; `loops` are all of the function as it is now.
    """
    around = loops.get(loop.parent)
    if around is None or loop.blocks & cut.begun != {loop.header}:
        return False
    alone = [other for other in loops.values() if other.header in around.blocks] == [around, loop]
    return alone and _before(cut, loop) <= around.blocks - loop.blocks


def _before(cut: Cut, loop: Loop) -> set[str]:
    """The blocks that run in the cycle in which a loop is entered, from the states on; START where
    a way from reset is among them.
    """
    graph = activation_graph(cut.function, in_order(cut.function, cut.begun))
    table = predecessors(graph, reverse_postorder(graph, START))
    waiting = [name for name in cut.function.predecessors()[loop.header] if name not in loop.blocks]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [] if name in cut.begun else table[name]
    return found


def _moves(cut: Cut, loop: Loop, allowed: float) -> bool:
    """Moves the state of a loop, unless an access would then have to wait or a path would be longer
    than allowed; whether it did.
    """
    moved = cut.function.copied()
    again = state_before(moved, loop.header, loop.tails)
    states = [
        replace(state, block=again) if state.block == loop.header else state for state in cut.states
    ]
    attempt = replace(cut, function=moved, states=states)
    short = longest_path(moved, in_order(moved, attempt.begun)) <= allowed
    if not (short and accesses_fit(attempt, attempt.begun)):
        return False
    cut.function, cut.states = moved, states
    cut.written_together, cut.unit_ports = attempt.written_together, attempt.unit_ports
    return True
