"""The natural loops of a flow graph and how they nest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.hls.ir.graph import Graph, immediate_dominators, predecessors, reverse_postorder
from cryptagon.hls.ir.instructions import LoopNotes
from cryptagon.hls.ir.model import Function


@dataclass(frozen=True)
class Loop:
    """A natural loop: all ways to begin an iteration lead through `header`, every one of `tails`
    leads back to it, by a back edge.

    `blocks` are its own and those of the loops in it; `parent` is the header of the innermost loop
    around it, "" for none.
    """

    header: str
    tails: tuple[str, ...]
    blocks: frozenset[str]
    parent: str


def loop_forest(graph: Graph, root: str) -> dict[str, Loop]:
    """The loops by header, outer ones before inner ones."""
    order = reverse_postorder(graph, root)
    before = predecessors(graph, order)
    bodies = {
        header: (tails, loop_body(header, tails, before))
        for header, tails in back_edges(graph, root).items()
    }
    innermost, parents = dict[str, str](), dict[str, str]()
    for header, (_, blocks) in sorted(bodies.items(), key=lambda one: -len(one[1][1])):
        parents[header] = innermost.get(header, "")
        innermost.update(dict.fromkeys(blocks, header))
    rank = {name: number for number, name in enumerate(order)}
    return {
        header: Loop(header, tuple(tails), frozenset(blocks), parents[header])
        for header, (tails, blocks) in sorted(bodies.items(), key=lambda one: rank[one[0]])
    }


def back_edges(graph: Graph, root: str) -> dict[str, list[str]]:
    """For each loop header the blocks that lead back to it, in the order of the graph."""
    reachable = set(reverse_postorder(graph, root))
    dominator = immediate_dominators(graph, root)
    found: dict[str, list[str]] = {}
    for name, successors in graph.items():
        for target in dict.fromkeys(successors) if name in reachable else ():
            if dominator.dominates(target, name):
                found.setdefault(target, []).append(name)
    return found


def notes_of_loops(function: Function) -> dict[str, list[LoopNotes]]:
    """What the source says of each loop, by header.

    Where an outer loop only leads back from the end of an inner one, LLVM writes the inner one's
    notes at both: they speak of that alone.
    """
    loops = loop_forest(function.graph, function.entry)
    found = {
        header: [n for tail in loop.tails if (n := function.blocks[tail].branch.loop)]
        for header, loop in loops.items()
    }
    for header, loop in reversed(loops.items()):
        inner = {
            notes.node
            for name in found
            if name != header and name in loop.blocks
            for notes in found[name]
        }
        found[header] = [notes for notes in found[header] if notes.node not in inner]
    return found


def innermost_loop(loops: Mapping[str, Loop], block: str) -> Loop | None:
    """The innermost loop that a block belongs to."""
    return min(
        (loop for loop in loops.values() if block in loop.blocks),
        key=lambda loop: len(loop.blocks),
        default=None,
    )


def loop_body(header: str, tails: Sequence[str], before: Mapping[str, Sequence[str]]) -> set[str]:
    """The blocks of the loop that edges from `tails` back to `header` make; `before` has the
    predecessors of each block.
    """
    body, waiting = {header}, list(tails)
    while waiting:
        block = waiting.pop()
        if block not in body:
            body.add(block)
            waiting += before[block]
    return body
