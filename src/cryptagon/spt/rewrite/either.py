"""Two figures as one that computes either: what both repeat and call is there once, and takes the
values of the one that is asked for.

Camellia decrypts as it encrypts, with its keys in reverse order. Such figures repeat and call the
same, in the same order. Where their values differ, the bit `decrypt` selects; where they count
differently, the round computes the number of either.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.operations import OPERATIONS
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, renamed
from cryptagon.spt.rounds import rounds

CHOICE = "decrypt"
"""The input that is 1 for the second figure."""
HEAVY = ("repeat", "call")


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


@dataclass
class _Both:
    """Both figures, and which nodes of the second do the work of which of the first."""

    program: Program
    first: Figure
    second: Figure
    works: dict[str, Node]
    _rounds: dict[str, Figure] = field(default_factory=dict)
    _known: dict[tuple[Ref, Ref], Ref] = field(default_factory=dict)
    _alone: dict[tuple[int, Ref], Ref] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes = [
            {one.name: one for one in figure.nodes} for figure in (self.first, self.second)
        ]
        self.back = {theirs.name: mine for mine, theirs in self.works.items()}
        inputs = (*self.first.inputs, Port(CHOICE, Type(1)))
        self.inputs = tuple(sorted(inputs, key=lambda one: one.name))
        self.new = Nodes({Ref(one.name): one.type for one in self.inputs})

    def made(self) -> tuple[Program, str]:
        """The figure, behind the rounds that it needs."""
        for name in self.works:
            self._work(self.nodes[0][name])
        sources = {one.name: one.source for one in self.second.outputs}
        outputs = []
        for one in self.first.outputs:
            theirs = sources[one.name]
            assert one.source and theirs  # outputs have one
            outputs.append(replace(one, source=self._both(one.source, theirs)))
        name = fresh(f"{self.first.name}_or_{self.second.name}", self.program.by_name)
        figure = finished(Figure(name, self.inputs, tuple(outputs), tuple(self.new.made)))
        return Program(
            (*self.program.figures, *self._rounds.values(), figure), self.program.definitions
        ), name

    def _work(self, node: Node) -> None:
        """A repeat or a call on the values of either."""
        theirs = self.works[node.name]
        given = {
            port: self._both(mine, other)
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
        chosen = _selected(new, ours, number)
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

    def _both(self, mine: Ref, theirs: Ref) -> Ref:
        """The value of the first figure, or that of the second."""
        if (mine, theirs) not in self._known:
            self._known[mine, theirs] = self._joined(mine, theirs)
        return self._known[mine, theirs]

    def _joined(self, mine: Ref, theirs: Ref) -> Ref:
        if self._value(0, mine) == self._value(1, theirs):
            return self._value(0, mine)
        node, other = self.nodes[0].get(mine.node), self.nodes[1].get(theirs.node)
        if (
            node
            and other
            and node.operation not in (*HEAVY, "constant")
            and _shape(node) == _shape(other)
        ):
            operands = [self._both(*pair) for pair in self._pairs(node, other)]
            return self._added(node, operands)
        return _selected(self.new, self._value(0, mine), self._value(1, theirs))

    def _pairs(self, node: Node, other: Node) -> list[tuple[Ref, Ref]]:
        """The operands side by side; where their order does not matter, those first that are the
        same, or the same work.
        """
        if OPERATIONS[node.operation].ordered:
            return list(zip(node.operands, other.operands))
        waiting = list(other.operands)
        pairs: list[tuple[Ref, Ref]] = []
        for mine in sorted(
            node.operands, key=lambda one: all(self._distance(one, theirs) for theirs in waiting)
        ):
            theirs = min(waiting, key=lambda one: self._distance(mine, one))
            waiting.remove(theirs)
            pairs.append((mine, theirs))
        return pairs

    def _distance(self, mine: Ref, theirs: Ref) -> int:
        """0 for what is one value, 1 for what is computed alike, 2 for anything else."""
        if self._value(0, mine) == self._value(1, theirs):
            return 0
        node, other = self.nodes[0].get(mine.node), self.nodes[1].get(theirs.node)
        return 1 if node and other and node.operation == other.operation else 2

    def _value(self, which: int, ref: Ref) -> Ref:
        """A value of one of the figures; it counts only when that one is asked for, so that the
        common work gives it.
        """
        node = self.nodes[which].get(ref.node)
        if node is None:
            return ref
        if node.operation in HEAVY:
            return Ref(f"#{node.name if which == 0 else self.back[node.name]}", ref.output)
        if (which, ref) not in self._alone:
            self._alone[which, ref] = self._added(
                node, [self._value(which, one) for one in node.operands]
            )
        return self._alone[which, ref]

    def _added(self, node: Node, operands: Sequence[Ref]) -> Ref:
        """A node of either figure on other operands: the one that is there, if it is the same."""
        for one in self.new.made:
            if one.operands == tuple(operands) and _shape(one) == _shape(node):
                return Ref(one.name)
        made = replace(node, name=f"#value{len(self.new.made)}", operands=tuple(operands))
        self.new.made.append(made)
        self.new.types[Ref(made.name)] = made.type
        return Ref(made.name)


def _shape(node: Node) -> tuple[object, ...]:
    return node.operation, node.numbers, node.target, node.results, len(node.operands)


def _selected(new: Nodes, mine: Ref, theirs: Ref) -> Ref:
    """The second value where `decrypt` is 1; arrays are selected as one value."""
    type_ = new.types[mine]
    values = [new.add("flat", [one]) if type_.count is not None else one for one in (mine, theirs)]
    width = type_.width * (type_.count or 1)
    array = new.add("array", [new.add("concat", values)], [width])
    chosen = new.add("select", [array, Ref(CHOICE)])
    return chosen if type_.count is None else new.add("array", [chosen], [type_.width])
