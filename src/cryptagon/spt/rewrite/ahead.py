"""What a round selects by its number alone, as a key is selected, is selected one round ahead: it is
state then, and the round begins with a register and not with the logic that selects.
"""

from dataclasses import replace

from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, renamed, replaced
from cryptagon.spt.rewrite.joining import HEAVY
from cryptagon.spt.rewrite.selection import WIRING, is_selection
from cryptagon.spt.rounds import in_turn, rounds, state

WIDEST = 10
"""Bits of the number of a round of which tables are made."""


def selected_ahead(program: Program, figure: Figure) -> Program | None:
    """The program with one selection of a repeated round made a round ahead; None where there is
    none. What is computed of the number for its sake becomes a table.
    """
    for repeat in figure.nodes:
        round_ = program.by_name[repeat.target] if repeat.operation == "repeat" else None
        for call in round_.nodes if round_ else ():
            if call.operation == "call" and is_selection(program.by_name[call.target]):
                ahead = _Ahead(program, figure, repeat, call)
                if ahead.fits:
                    return ahead.applied()
    return None


class _Ahead:
    """A repeat, and a call in its round that selects."""

    def __init__(self, program: Program, figure: Figure, repeat: Node, call: Node) -> None:
        self.program, self.figure, self.repeat = program, figure, repeat
        self.round = program.by_name[repeat.target]
        self.selected = Ref(call.name, call.results[0][0])
        self.cone = _cone(self.round, call)
        given = ports_of(repeat)
        turns = in_turn(self.round, {port: figure.types[ref] for port, ref in given.items()})
        inputs = {one.name for one in self.round.inputs}
        taken = {ref.node for one in self.cone for ref in one.operands} & inputs
        used = any(self.selected in one.operands for one in self.round.nodes)
        """Otherwise only the next round takes it: it is selected ahead already."""
        index = self.round.index
        self.fits = (
            index is not None
            and index.type.width <= WIDEST
            and used
            and not taken & (turns | state(self.round))
        )
        self.tables = _tables(self.round, self.cone, program) if self.fits else {}

    def applied(self) -> Program:
        """The program with the selection of the first round before the repeat, and in each round
        that of the next.
        """
        numbers = rounds(*self.repeat.numbers)
        port = fresh(f"next_{self.selected.output}", {one.node for one in self.round.types})
        name = fresh(f"{self.round.name}_ahead", self.program.by_name)
        type_ = self.round.types[self.selected]
        new = Nodes(dict(self.figure.types), prefix="#first")
        given = ports_of(self.repeat)
        inside = {Ref(one): ref for one, ref in given.items()}
        for ref, values in self.tables.items():
            inside[ref] = new.constant(self.round.types[ref], (values[numbers[0]],))
        given[port] = self._on(inside, new)
        ports = tuple(sorted(given))
        repeat = replace(
            self.repeat,
            ports=ports,
            operands=tuple(given[one] for one in ports),
            results=tuple(sorted((*self.repeat.results, (port, type_)))),
            target=name,
        )
        nodes = [repeat if one.name == repeat.name else one for one in self.figure.nodes]
        whole = finished(replace(self.figure, nodes=(*new.made, *nodes)))
        return replaced(self.program, self._round(name, Port(port, type_), numbers.step), whole)

    def _round(self, name: str, port: Port, step: int) -> Figure:
        """The round, which takes what is selected and gives that of the next one."""
        index = _index(self.round)
        new = Nodes(dict(self.round.types), prefix="#next")
        inside = {Ref(one.name): Ref(one.name) for one in self.round.inputs}
        for ref, values in self.tables.items():
            following = [values[(at + step) % len(values)] for at in range(len(values))]
            table = new.constant(Type(self.round.types[ref].width, len(values)), following)
            inside[ref] = new.add("select", [table, Ref(index.name)])
        following = self._on(inside, new)
        kept = {self.selected: Ref(port.name)}
        body = [renamed(one, kept) for one in self.round.nodes]
        outputs = [
            replace(one, source=kept.get(one.source, one.source))
            for one in self.round.outputs
            if one.source
        ]
        outputs.append(replace(port, source=following))
        inputs = (*self.round.inputs, port)
        return finished(Figure(name, inputs, tuple(outputs), (*body, *new.made)))

    def _on(self, inside: dict[Ref, Ref], new: Nodes) -> Ref:
        """What is selected, made of other values than those of the round."""
        inside = dict(inside)
        for node in self.cone:
            if Ref(node.name) in inside or any(one not in inside for one in node.operands):
                continue  # it is in a table
            made = replace(renamed(node, inside), name=f"{new.prefix}{len(new.made)}")
            new.made.append(made)
            for output, type_ in node.results:
                inside[Ref(node.name, output)] = Ref(made.name, output)
                new.types[Ref(made.name, output)] = type_
        return inside[self.selected]


def _index(figure: Figure) -> Node:
    index = figure.index
    assert index  # the round counts
    return index


def _cone(figure: Figure, last: Node) -> list[Node]:
    """The nodes that a node needs, each after its operands, it included."""
    names = {last.name}
    for node in reversed(figure.nodes):
        if node.name in names:
            names |= {one.node for one in node.operands}
    return [one for one in figure.nodes if one.name in names]


def _tables(figure: Figure, cone: list[Node], program: Program) -> dict[Ref, list[int]]:
    """What is computed of the number of the round alone, for each number that its bits can count.

    What only moves bits stays as it is.
    """
    index = _index(figure)
    counted = [index]
    constants = {one.name for one in cone if one.operation == "constant"}
    for node in cone:
        names = {one.name for one in counted}
        operands = {one.node for one in node.operands}
        if operands and operands <= names | constants and node.operation not in HEAVY:
            counted.append(node)
    kept = [one for one in cone if one.name in constants or one in counted[1:]]
    wanted = [one for one in counted if one.operation not in WIRING and one.type.count is None]
    outputs = tuple(Port(f"#{one.name}", one.type, Ref(one.name)) for one in wanted)
    figure = Figure("numbers", (Port(index.name, index.type),), outputs, tuple(kept))
    alone = Program((figure,), program.definitions)
    found: dict[Ref, list[int]] = {Ref(one.name): [] for one in wanted}
    for number in range(1 << index.type.width):
        for name, value in evaluate(alone, "numbers", {index.name: number}).items():
            assert isinstance(value, int)  # no array is wanted
            found[Ref(name[1:])].append(value)
    return found
