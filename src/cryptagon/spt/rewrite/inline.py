"""Figures that repeat others, as a key schedule does, become part of the figure that calls them:
what is between them is seen then.
"""

from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Program, Ref
from cryptagon.spt.rewrite.graphs import finished, fresh, ports_of, renamed, replaced


def with_calls_inside(program: Program, figure: Figure) -> Program | None:
    """The program with one call of a figure that has repeats replaced by its nodes; None where
    there is none.
    """
    for node in figure.nodes:
        if node.operation == "call" and any(
            one.operation == "repeat" for one in program.by_name[node.target].nodes
        ):
            return replaced(program, _without(figure, node, program.by_name[node.target]))
    return None


def _without(figure: Figure, call: Node, callee: Figure) -> Figure:
    """The figure with the nodes of the callee in the place of the call."""
    taken = {one.node for one in figure.types}
    names: dict[str, str] = {}
    for node in callee.nodes:
        names[node.name] = fresh(node.name, taken | set(names.values()))
    inside = {Ref(port): ref for port, ref in ports_of(call).items()}
    inside |= {
        Ref(node.name, output): Ref(names[node.name], output)
        for node in callee.nodes
        for output, _ in node.results
    }
    nodes = [replace(renamed(node, inside), name=names[node.name]) for node in callee.nodes]
    given = {Ref(call.name, one.name): inside[one.source] for one in callee.outputs if one.source}
    others = [renamed(node, given) for node in figure.nodes if node.name != call.name]
    outputs = tuple(
        replace(one, source=given.get(one.source, one.source))
        for one in figure.outputs
        if one.source
    )
    return finished(replace(figure, nodes=(*nodes, *others), outputs=outputs))


def without_calls(program: Program, figure: Figure) -> Figure:
    """The figure with the nodes of all that it calls, and of what these call, in the place of the
    calls; repeats stay.
    """
    while call := next((node for node in figure.nodes if node.operation == "call"), None):
        figure = _without(figure, call, program.by_name[call.target])
    return figure
