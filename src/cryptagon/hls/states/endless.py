"""Loops that never end and that nothing sees from outside."""

from collections.abc import Mapping

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.graph import Graph
from cryptagon.hls.ir.instructions import Location, PortAccess, Wait
from cryptagon.hls.ir.loops import Loop, loop_forest
from cryptagon.hls.ir.model import Function


def refuse_endless_loops(function: Function, starts: Mapping[str, Location]) -> None:
    """Raises CryptagonError, with file and line, for a loop that nothing leads out of, without
    streams, wires and `wait()`.

    `starts` tells where each loop begins. A design without any access is refused elsewhere.
    """
    if not any(isinstance(one, PortAccess) for _, one in function.instructions()):
        return
    graph = function.graph
    for header, loop in loop_forest(graph, function.entry).items():
        if _never_ends(graph, loop) and not _does_something(function, loop):
            raise CryptagonError(
                "a loop never ends, and neither reads nor writes",
                where=str(starts[header]),
                why="once it has begun, the design takes and gives nothing more",
                fix="give it a condition or a break by which it ends; a design that is to halt calls exit(0) of stdlib.h",
            )


def _never_ends(graph: Graph, loop: Loop) -> bool:
    return all(target in loop.blocks for name in loop.blocks for target in graph[name])


def _does_something(function: Function, loop: Loop) -> bool:
    return any(
        isinstance(one, PortAccess | Wait)
        for name in loop.blocks
        for one in function.blocks[name].instructions
    )
