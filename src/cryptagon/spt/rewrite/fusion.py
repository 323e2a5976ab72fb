"""Two repeats, of which the second takes what each round of the first gave, become one: keys are
made beside rounds.
"""

from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref
from cryptagon.spt.rewrite.arrays import elements_of
from cryptagon.spt.rewrite.graphs import finished, fresh, needs, ports_of, renamed, replaced
from cryptagon.spt.rounds import in_turn, rounds, state


def fused(program: Program, figure: Figure) -> Program | None:
    """The program with two repeats of the figure in one; None where there are no two that
    allow it.
    """
    repeats = [node for node in figure.nodes if node.operation == "repeat"]
    for number, first in enumerate(repeats):
        for second in repeats[number + 1 :]:
            if links := _links(program, figure, first, second):
                return _joined(program, figure, first, second, links)
    return None


def _links(program: Program, figure: Figure, first: Node, second: Node) -> dict[str, str]:
    """The inputs of the second round that get, in turn, an output of the first; {} where the
    repeats cannot be one.
    """
    maker, taker = program.by_name[first.target], program.by_name[second.target]
    given = ports_of(second)
    turns = in_turn(taker, {port: figure.types[ref] for port, ref in given.items()})
    links: dict[str, str] = {}
    for port in turns:
        elements = elements_of(figure, given[port])
        array = elements[0][0]
        count = len(rounds(*first.numbers))
        if array.node == first.name and list(elements) == [
            (array, number) for number in range(count)
        ]:
            links[port] = array.output
    behind = needs(figure, first.name)
    others = any(given[port].node in behind for port in given if port not in links)
    indices = {
        (one.numbers, figure_.index.type)
        for one, figure_ in ((first, maker), (second, taker))
        if figure_.index
    }
    differ = len(indices) > 1
    return {} if others or differ else links


def _joined(
    program: Program, figure: Figure, first: Node, second: Node, links: dict[str, str]
) -> Program:
    maker, taker = program.by_name[first.target], program.by_name[second.target]
    names = _apart(maker, taker)
    rest = _others(figure, second)
    used = frozenset(one.output for one in rest if one.node == first.name)
    both = _round((maker, taker), names, links, used)
    both = replace(both, name=fresh(both.name, program.by_name))
    given = ports_of(first) | {
        names[port]: ref for port, ref in ports_of(second).items() if port not in links
    }
    kept = {one.name for one in both.outputs}
    results = {
        **{name: type_ for name, type_ in first.results if name in kept},
        **{names[name]: type_ for name, type_ in second.results},
    }
    numbers = second.numbers if taker.index else first.numbers
    repeat = Node(
        "#both",
        "repeat",
        tuple(given[one] for one in sorted(given)),
        tuple(sorted(results.items())),
        numbers,
        both.name,
        tuple(sorted(given)),
    )
    refs = {Ref(first.name, name): Ref("#both", name) for name, _ in first.results}
    refs |= {Ref(second.name, name): Ref("#both", names[name]) for name, _ in second.results}
    nodes = [
        renamed(one, refs) for one in figure.nodes if one.name not in (first.name, second.name)
    ]
    outputs = tuple(
        replace(one, source=refs.get(one.source, one.source))
        for one in figure.outputs
        if one.source
    )
    return replaced(
        program, both, finished(replace(figure, nodes=(repeat, *nodes), outputs=outputs))
    )


def _others(figure: Figure, second: Node) -> list[Ref]:
    """What nodes and outputs use, but for the second repeat."""
    refs = [ref for node in figure.nodes if node.name != second.name for ref in node.operands]
    return [*refs, *(one.source for one in figure.outputs if one.source)]


def _apart(maker: Figure, taker: Figure) -> dict[str, str]:
    """The names of the ports of the second round, none of which the first has."""
    taken = {one.name for one in (*maker.inputs, *maker.outputs)}
    names: dict[str, str] = {}
    for one in (*taker.inputs, *taker.outputs):
        names.setdefault(one.name, fresh(one.name, taken | set(names.values())))
    return names


def _round(
    rounds_: tuple[Figure, Figure],
    names: dict[str, str],
    links: dict[str, str],
    used: frozenset[str],
) -> Figure:
    """The nodes of both rounds; what links them is an array no more, unless others use it."""
    maker, taker = rounds_
    sources = {one.name: one.source for one in maker.outputs if one.source}
    prefix = {
        node.name: fresh(node.name, {one.node for one in maker.types}) for node in taker.nodes
    }
    refs = {Ref(one.name): Ref(names[one.name]) for one in taker.inputs}
    refs |= {Ref(port): sources[output] for port, output in links.items()}
    refs |= {
        Ref(node.name, output): Ref(prefix[node.name], output)
        for node in taker.nodes
        for output, _ in node.results
    }
    nodes = [replace(renamed(node, refs), name=prefix[node.name]) for node in taker.nodes]
    inputs = (
        *maker.inputs,
        *(Port(names[one.name], one.type) for one in taker.inputs if one.name not in links),
    )
    kept = [
        one
        for one in maker.outputs
        if one.name not in links.values() or one.name in used or one.name in state(maker)
    ]
    outputs = (
        *kept,
        *(
            Port(names[one.name], one.type, refs.get(one.source, one.source))
            for one in taker.outputs
            if one.source
        ),
    )
    return finished(
        Figure(f"{maker.name}_and_{taker.name}", inputs, outputs, (*maker.nodes, *nodes))
    )
