"""A `wait()` right before a loop begins its cycle with the first iteration, as every iteration
begins one.

The first iteration could also run in the cycle of the `wait()`, in which nothing else is done.
Multiplexers in front of the loop's logic would then choose between what the loop begins with and
what iterations leave. Registers choose for less. But a function that is called at several places is
best entered in one way, so that all of its loops become one: where one of them has no `wait()`
before it, none begins so.
"""

from dataclasses import replace

from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.loops import loop_forest
from cryptagon.hls.states.conflicts import WAIT
from cryptagon.hls.states.cutting import Cut


def begin_with_loops(cut: Cut) -> None:
    """Takes back the state of a `wait()` behind which nothing is done before a loop: the state of
    the loop is the one that it asks for.
    """
    waits = _waits(cut)
    others: set[Location] = {
        place for header, place in cut.loops.items() if place.line and header not in waits.values()
    }
    for block, header in waits.items():
        if cut.loops[header] not in others:
            _move(cut, block, header)


def _waits(cut: Cut) -> dict[str, str]:
    """The blocks of states that do nothing but enter a loop, each with the loop's header."""
    loops, found = loop_forest(cut.function.graph, cut.function.entry), dict[str, str]()
    for state in cut.states:
        header = _loop_behind(cut, state.block) if state.reason == WAIT else ""
        if header in loops and state.block not in loops[header].blocks:
            found[state.block] = header
    return found


def _move(cut: Cut, block: str, header: str) -> None:
    """Gives the state of a `wait()` to a loop's header instead of its own."""
    (state,) = (one for one in cut.states if one.block == block)
    kept = [one for one in cut.states if one.block != block]
    cut.states = [replace(state, block=header) if one.block == header else one for one in kept]


def _loop_behind(cut: Cut, name: str) -> str:
    """The loop that begins a state and that a block comes to without having done anything; "" where
    there is none.
    """
    seen = set[str]()
    while name not in seen:
        seen.add(name)
        if name in cut.loops:
            return name if name in cut.begun else ""
        block = cut.function.blocks[name]
        if block.body or len(block.successors) != 1:
            return ""
        name = block.successors[0]
    return ""
