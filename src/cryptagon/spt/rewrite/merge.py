"""Several programs as one: what they have in common is there once, what differs under one name is
told apart.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from cryptagon.spt.model import Definition, Figure, Node, Program, Ref
from cryptagon.spt.rewrite.graphs import fresh, renamed

Part = TypeVar("Part", Figure, Definition)


def merged(programs: Sequence[Program], names: Sequence[str]) -> tuple[Program, list[str]]:
    """One program with the figures of all, and what the figure that `names` has of each program is
    called in it.
    """
    figures: dict[str, Figure] = {}
    definitions: dict[str, Definition] = {}
    tops = []
    for program, name in zip(programs, names, strict=True):
        called: dict[str, str] = {}
        for one in program.definitions:
            called[one.name] = _entered(definitions, one)
        for figure in program.figures:
            nodes = tuple(_renamed(node, called) for node in figure.nodes)
            called[figure.name] = _entered(figures, replace(figure, nodes=nodes))
        tops.append(called[name])
    ordered = tuple(definitions[name] for name in sorted(definitions))
    return Program(tuple(figures.values()), ordered), tops


def _renamed(node: Node, called: dict[str, str]) -> Node:
    return replace(node, target=called.get(node.target, node.target))


def _entered(there: dict[str, Part], one: Part) -> str:
    """The name under which it is there: its own, or another one where something else has that."""
    for name, other in there.items():
        if _nameless(other) == _nameless(one):
            return name
    name = fresh(one.name, there)
    there[name] = replace(one, name=name)
    return name


def _nameless(one: Part) -> Part:
    """What it is, whatever it and its nodes are called."""
    if not isinstance(one, Figure):
        return replace(one, name="")
    names = {node.name: f"#{place}" for place, node in enumerate(one.nodes)}
    refs = {ref: Ref(names.get(ref.node, ref.node), ref.output) for ref in one.types}
    nodes = tuple(replace(renamed(node, refs), name=names[node.name]) for node in one.nodes)
    outputs = tuple(
        replace(port, source=refs.get(port.source, port.source))
        for port in one.outputs
        if port.source
    )
    return replace(one, name="", nodes=nodes, outputs=outputs)
