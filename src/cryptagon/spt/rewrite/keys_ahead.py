"""Keys of a walk both ways that are made a round before they are added: their S-boxes and those of
the state are then side by side, and not one after the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref
from cryptagon.spt.rewrite.both_ways import BothWays
from cryptagon.spt.rewrite.graphs import finished, renamed
from cryptagon.spt.rewrite.walk import cone

AHEAD = "keys"
"""The figure that makes the keys of a round of those of the round before it."""


def keys_ahead(both: BothWays) -> BothWays:
    """The walk with `ahead`: its step takes the keys of its own round, and gives none.

    As it was where it does not turn, or where a round needs other keys than those that it leaves.
    """
    program = both.program.by_name
    step, kept = program[both.step], {one.name for one in program[both.key].outputs}
    made = [one for one in step.outputs if one.name in kept]
    rest = [one for one in step.outputs if one.name not in kept]
    sources = {one.source: Ref(one.name) for one in made if one.source}
    nodes = cone(step, _sources(rest), {one.node for one in sources})
    inside = {ref.node for one in nodes for ref in one.operands if ref not in sources}
    if not both.turns or inside & kept or len(sources) != len(made):
        return both
    keys = _figure(AHEAD, step, cone(step, _sources(made)), made, {})
    own = _figure(both.step, step, nodes, rest, sources)
    others = [one for one in both.program.figures if one.name != both.step]
    whole = Program((*others, keys, own), both.program.definitions)
    return replace(both, program=whole, ahead=AHEAD)


def _sources(ports: Sequence[Port]) -> list[Ref]:
    return [one.source for one in ports if one.source]


def _figure(
    name: str,
    step: Figure,
    nodes: Sequence[Node],
    outputs: Sequence[Port],
    known: Mapping[Ref, Ref],
) -> Figure:
    """A part of the step, in which some values are those of inputs."""
    body = tuple(renamed(one, known) for one in nodes)
    ends = tuple(
        replace(one, source=known.get(one.source, one.source)) for one in outputs if one.source
    )
    used = {ref.node for one in body for ref in one.operands} | {one.node for one in _sources(ends)}
    inputs = tuple(one for one in step.inputs if one.name in used)
    return finished(Figure(name, inputs, ends, body))
