"""Two figures as one that computes either: what both repeat and call is there once, and takes the
values of the one that is asked for.

Camellia decrypts as it encrypts, with its keys in reverse order. Such figures repeat and call the
same, in the same order. Where their values differ, the bit `decrypt` selects; where they count
differently, the round computes the number of either.
"""

from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, renamed
from cryptagon.spt.rewrite.joining import CHOICE, HEAVY, Joining, selected
from cryptagon.spt.rounds import rounds


def either(program: Program, first: str, second: str) -> tuple[Program, str] | None:
    """The program with a figure for both, and its name; None where they do not repeat and call the
    same.

    It has the inputs and outputs of both, which must have them in common, and `decrypt`.
    """
    one, other = program.by_name[first], program.by_name[second]
    works = [[node for node in figure.nodes if node.operation in HEAVY] for figure in (one, other)]
    if (
        one.inputs != other.inputs
        or not works[0]
        or [_kind(node) for node in works[0]] != [_kind(node) for node in works[1]]
    ):
        return None
    if any(not _counts_alike(program, *pair) for pair in zip(*works)) or CHOICE in {
        port.name for port in one.inputs
    }:
        return None
    return _Both(program, one, other, {mine.name: theirs for mine, theirs in zip(*works)}).made()


def _kind(node: Node) -> tuple[object, ...]:
    return (
        node.operation,
        node.target,
        node.ports,
        node.results,
        len(rounds(*node.numbers)) if node.operation == "repeat" else 0,
    )


def _counts_alike(program: Program, one: Node, other: Node) -> bool:
    """Whether the round can compute the number of the other: by what it counts itself, in the width
    that it has for that.
    """
    index = program.by_name[one.target].index
    return index is None or max(*one.numbers, *other.numbers) < 1 << index.type.width


class _Both(Joining):
    """Both figures, whose repeats and calls are the common work."""

    def __init__(
        self, program: Program, first: Figure, second: Figure, works: dict[str, Node]
    ) -> None:
        inputs = (*first.inputs, Port(CHOICE, Type(1)))
        self.inputs = tuple(sorted(inputs, key=lambda one: one.name))
        super().__init__(first, second, works, Nodes({Ref(p.name): p.type for p in self.inputs}))
        self.program = program
        self._rounds: dict[str, Figure] = {}

    def work(self, name: str, output: str) -> Ref:
        """Of a repeat or a call."""
        return Ref(f"#{name}", output)

    def made(self) -> tuple[Program, str]:
        """The figure, behind the rounds that it needs."""
        for name in self.works:
            self._work(self.nodes[0][name])
        sources = {one.name: one.source for one in self.second.outputs}
        outputs = []
        for one in self.first.outputs:
            theirs = sources[one.name]
            assert one.source and theirs  # outputs have one
            outputs.append(replace(one, source=self.both(one.source, theirs)))
        name = fresh(f"{self.first.name}_or_{self.second.name}", self.program.by_name)
        figure = finished(Figure(name, self.inputs, tuple(outputs), tuple(self.new.made)))
        return Program(
            (*self.program.figures, *self._rounds.values(), figure), self.program.definitions
        ), name

    def _work(self, node: Node) -> None:
        """A repeat or a call on the values of either."""
        theirs = self.works[node.name]
        given = {
            port: self.both(mine, other)
            for (port, mine), other in zip(ports_of(node).items(), theirs.operands)
        }
        target = node.target
        if self.program.by_name[target].index and node.numbers != theirs.numbers:
            turned = self._turned(node, theirs)
            given[CHOICE], target = Ref(CHOICE), turned.name
        ports = tuple(sorted(given))
        operands = tuple(given[port] for port in ports)
        name = f"#{node.name}"
        self.new.made.append(
            replace(node, name=name, ports=ports, operands=operands, target=target)
        )
        self.new.types |= {Ref(name, output): type_ for output, type_ in node.results}

    def _turned(self, node: Node, theirs: Node) -> Figure:
        """The round, which counts as either: both step by one, in the same or in opposite
        directions.
        """
        round_ = self.program.by_name[node.target]
        index = round_.index
        assert index  # it counts
        mine, other = rounds(*node.numbers), rounds(*theirs.numbers)
        new = Nodes(dict(round_.types) | {Ref(CHOICE): Type(1)}, prefix="#number")
        ours, same = Ref(index.name), mine.step == other.step
        width = index.type.width
        moved = (other.start - mine.start if same else other.start + mine.start) % (1 << width)
        constant = new.constant(index.type, (moved,))
        number = new.add("add", [ours, constant]) if same else new.add("sub", [constant, ours])
        chosen = selected(new, ours, number)
        others = [renamed(one, {ours: chosen}) for one in round_.nodes if one.name != index.name]
        inputs = (*round_.inputs, Port(CHOICE, Type(1)))
        outputs = tuple(
            replace(one, source=chosen if one.source == ours else one.source)
            for one in round_.outputs
        )
        figure = finished(
            replace(round_, inputs=inputs, outputs=outputs, nodes=(index, *new.made, *others))
        )
        taken = {**self.program.by_name, **self._rounds}
        name = next(
            (one.name for one in self._rounds.values() if replace(figure, name=one.name) == one),
            fresh(f"{round_.name}_either", taken),
        )
        return self._rounds.setdefault(name, replace(figure, name=name))
