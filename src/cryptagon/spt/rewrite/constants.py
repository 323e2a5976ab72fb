"""Constants that rounds take in turn become state where rounds count: each round gives the next one
its constant, which then comes from a register and not by way of a table.
"""

from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, replaced
from cryptagon.spt.rounds import in_turn, rounds


def with_constants_ahead(program: Program, figure: Figure) -> Program | None:
    """The program with constants of one repeat given by the round before; None where there are
    none.
    """
    nodes = {one.name: one for one in figure.nodes}
    for repeat in figure.nodes:
        if repeat.operation != "repeat" or not program.by_name[repeat.target].index:
            continue
        given = ports_of(repeat)
        types = {port: figure.types[ref] for port, ref in given.items()}
        for port in sorted(in_turn(program.by_name[repeat.target], types)):
            maker = nodes.get(given[port].node)
            if maker and maker.operation == "constant":
                return _ahead(program, figure, repeat, port, maker.numbers)
    return None


def _ahead(
    program: Program, figure: Figure, repeat: Node, port: str, values: tuple[int, ...]
) -> Program:
    """The program in which the repeat begins with the first of the values."""
    round_ = _giving(program.by_name[repeat.target], repeat, port, values)
    round_ = replace(round_, name=fresh(f"{round_.name}_constants", program.by_name))
    type_ = next(one.type for one in round_.inputs if one.name == port)
    new = Nodes(dict(figure.types), prefix="#first")
    first = new.constant(type_, values[:1])
    given = ports_of(repeat) | {port: first}
    changed = replace(
        repeat,
        operands=tuple(given[one] for one in repeat.ports),
        results=tuple(sorted((*repeat.results, (port, type_)))),
        target=round_.name,
    )
    nodes = (*new.made, *(changed if one is repeat else one for one in figure.nodes))
    return replaced(program, round_, finished(replace(figure, nodes=nodes)))


def _giving(round_: Figure, repeat: Node, port: str, values: tuple[int, ...]) -> Figure:
    """The round, which gives the constant of the next one; behind the last one any."""
    index, taken = round_.index, next(one for one in round_.inputs if one.name == port)
    assert index  # the round counts
    numbers = rounds(*repeat.numbers)
    table = [0] * (1 << index.type.width)
    for number, following in zip(numbers, values[1:], strict=False):
        table[number] = following
    new = Nodes(dict(round_.types), prefix="#next")
    constant = new.constant(Type(taken.type.width, len(table)), table)
    given = new.add("select", [constant, Ref(index.name)])
    outputs = (*round_.outputs, replace(taken, source=given))
    return finished(replace(round_, outputs=outputs, nodes=(*round_.nodes, *new.made)))
