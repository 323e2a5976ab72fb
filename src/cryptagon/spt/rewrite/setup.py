"""What a cipher computes from its key alone, round by round, apart from the rest: it is done once
for a key and kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref
from cryptagon.spt.rewrite.graphs import finished, fresh, renamed
from cryptagon.spt.rewrite.selection import joins

PREFIX = "kept_"


@dataclass(frozen=True)
class Apart:
    """A program in which the figure `rest` takes, beside the inputs, what the figure `setup` gives;
    `setup` is "" where there is none.
    """

    program: Program
    rest: str
    setup: str = ""


def with_setup_apart(program: Program, name: str, key: str) -> Apart:
    """The figure in two: what rounds make of the input `key` alone, and the rest."""
    figure = program.by_name[name]
    others = {one.name for one in figure.inputs} - {key}
    depending = _depending(figure, others)
    kept = list(dict.fromkeys(_kept(figure, depending)))
    if not kept:
        return Apart(program, name)
    names = {
        ref: f"{PREFIX}{ref.node}_{ref.output}" if ref.output else f"{PREFIX}{ref.node}"
        for ref in kept
    }
    inputs = tuple(one for one in figure.inputs if one.name == key)
    outputs = tuple(Port(given, figure.types[ref], ref) for ref, given in names.items())
    alone = tuple(one for one in figure.nodes if one.name not in depending)
    setup = finished(Figure(fresh(f"{name}_setup", program.by_name), inputs, outputs, alone))
    inside = {ref: Ref(given) for ref, given in names.items()}
    nodes = tuple(renamed(one, inside) for one in figure.nodes)
    ends = tuple(
        replace(one, source=inside.get(one.source, one.source))
        for one in figure.outputs
        if one.source
    )
    taken = (*figure.inputs, *(Port(given, figure.types[ref]) for ref, given in names.items()))
    rest = finished(Figure(name, taken, ends, nodes))
    figures = tuple(
        one
        for figure_ in program.figures
        for one in ((setup, rest) if figure_.name == name else (figure_,))
    )
    return Apart(Program(figures, program.definitions), name, setup.name)


def _depending(figure: Figure, names: set[str]) -> set[str]:
    """The inputs of these names, and the nodes that need them."""
    found = set(names)
    for node in figure.nodes:
        if any(operand.node in found for operand in node.operands):
            found.add(node.name)
    return found


def _kept(figure: Figure, others: set[str]) -> Iterator[Ref]:
    """Values that rounds make of the key alone: of those that are put together, the whole."""
    nodes = {one.name: one for one in figure.nodes}
    repeats = {
        one.name for one in figure.nodes if one.operation == "repeat" and one.name not in others
    }
    whole = {
        one.name
        for one in figure.nodes
        if one.name not in others and joins(one, nodes) and _all_of(one, repeats)
    }
    before = {
        ref.node for one in figure.nodes if one.name in repeats for ref in _ancestors(one, nodes)
    }
    for node in figure.nodes:
        if node.name in before or node.name in repeats:
            continue
        for ref in node.operands:
            if ref.node in whole or (ref.node in repeats and node.name not in whole):
                yield ref
    yield from (
        one.source for one in figure.outputs if one.source and one.source.node in repeats | whole
    )


def _all_of(node: Node, repeats: set[str]) -> bool:
    return all(ref.node in repeats for ref in node.operands)


def _ancestors(node: Node, nodes: dict[str, Node]) -> set[Ref]:
    found: set[Ref] = set()
    waiting = list(node.operands)
    while waiting:
        ref = waiting.pop()
        if ref not in found:
            found.add(ref)
            waiting += nodes[ref.node].operands if ref.node in nodes else ()
    return found
