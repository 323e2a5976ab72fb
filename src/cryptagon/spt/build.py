"""One figure from its sheet: its boxes wired, its widths found, its faults told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter

from cryptagon.spt.attach import Edge
from cryptagon.spt.canonical import canonical
from cryptagon.spt.meaning import (
    Apply,
    Call,
    Constant,
    Frame,
    Index,
    Input,
    Meaning,
    Mistaken,
    Output,
    Repeat,
    Split,
    Wire,
)
from cryptagon.spt.model import (
    MOST_BITS,
    Definition,
    Figure,
    Matrix,
    Node,
    Permutation,
    Port,
    Ref,
    Table,
    Type,
)
from cryptagon.spt.operations import MisfitError
from cryptagon.spt.rounds import Given, results_of_call, results_of_repeat
from cryptagon.spt.sheet import Box, Faults, Sheet
from cryptagon.spt.typing_rules import result_of
from cryptagon.spt.wiring import Wires, wire, written_width

MOST_LOOPS = 10
"""How many loops are told of a figure that consists of them."""
Known = tuple[Ref, Type]
"""A value of the figure: who gives it, and its type."""


@dataclass
class Builder:
    """Makes a figure of a sheet.

    `definitions` and `figures` are those of the whole file; a figure that has faults is None there.
    """

    sheet: Sheet
    meanings: Mapping[Box, Meaning]
    edges: Iterable[Edge]
    definitions: Mapping[str, Definition]
    figures: Mapping[str, Figure | None]
    faults: Faults
    types: dict[Edge, Type] = field(default_factory=dict)
    """Of each arrow, as far as they were found."""
    _values: dict[tuple[Box, str], Known] = field(default_factory=dict)
    _nodes: list[Node] = field(default_factory=list)
    _written: dict[str, str] = field(default_factory=dict)

    def figure(self) -> Figure | None:
        """The figure in canonical form; None where it has faults, which are noted, or calls one
        that has.
        """
        wires = self._wired()
        for box in wires.values():
            _check_ends(box, self.faults)
        self._check_names(wires)
        order = self._order(wires)
        for box in order:
            wire(box, wires, self.figures, self.faults)
        for box in order:
            self._take(box, wires)
        known = all(
            (box, "") in self._values
            for box, one in wires.items()
            if isinstance(one.meaning, Output)
        )
        return self._finished(wires) if known and not self.faults.found else None

    def _wired(self) -> dict[Box, Wires]:
        wires = {box: Wires(box, meaning) for box, meaning in self.meanings.items()}
        for edge in self.edges:
            if edge.tail in wires and edge.head in wires:
                wires[edge.tail].out.append(edge)
                wires[edge.head].into.append(edge)
        return wires

    def _check_names(self, wires: Mapping[Box, Wires]) -> None:
        """No two boxes have one name; but an input and an output may, which is how a round says
        what the next one begins with.
        """
        ports = {
            kind: [one for one in wires.values() if isinstance(one.meaning, kind)]
            for kind in (Input, Output)
        }
        others = [
            one
            for one in wires.values()
            if isinstance(one.meaning, Index | Constant | Apply | Call | Repeat)
        ]
        if not ports[Output] and wires:
            self.faults.at(
                next(iter(wires)), "this figure has no output", "draw a box with the text: output y"
            )
        if len([one for one in others if isinstance(one.meaning, Index)]) > 1:
            self.faults.at(
                others[-1].box,
                "this figure has two boxes for the number of the round",
                "branch from one of them",
            )
        for group in ((*ports[Input], *others), (*ports[Output], *others)):
            seen: dict[str, Box] = {}
            for one in group:
                name = getattr(one.meaning, "name", "")
                if name in seen:
                    self.faults.at(
                        one.box,
                        f'two boxes are called "{name}"; the other is at {seen[name].corner}',
                        "give one another name",
                    )
                if name:
                    seen[name] = one.box

    def _order(self, wires: Mapping[Box, Wires]) -> list[Wires]:
        """The boxes, each after those that lead to it; those of a loop are left out, and a fault is
        noted.
        """
        graph = {box: [edge.tail for edge in one.into] for box, one in wires.items()}
        for _ in range(MOST_LOOPS):
            try:
                return [wires[box] for box in TopologicalSorter(graph).static_order()]
            except CycleError as cycle:
                loop: list[Box] = cycle.args[1]
                boxes = " → ".join(f'"{box.title}" {box.corner}' for box in loop[:6])
                fix = "a value that goes round is state: draw the round as a figure of its own, and repeat it"
                self.faults.at(loop[0], f"these boxes are a loop: {boxes}", fix)
                gone = set(loop)
                graph = {
                    box: [one for one in tails if one not in gone]
                    for box, tails in graph.items()
                    if box not in gone
                }
        return []

    def _take(self, box: Wires, wires: Mapping[Box, Wires]) -> None:
        """Note what the box computes, where what it needs is known."""
        for edge in box.into:
            if known := self._values.get((edge.tail, wires[edge.tail].sources.get(edge, ""))):
                self.types[edge] = known[1]
                width = written_width(edge)
                if width not in (None, known[1].width):
                    self.faults.at(
                        edge.arrow,
                        f"{width} bits are written on this arrow, which carries {known[1]}",
                        "correct one of them",
                    )
        try:
            self._compute(box, wires)
        except MisfitError as fault:
            self.faults.at(box.box, str(fault), fault.fix)

    def _compute(self, box: Wires, wires: Mapping[Box, Wires]) -> None:
        """Raises MisfitError where the operands are not what the box takes."""
        given = [
            self._values.get((edge.tail, wires[edge.tail].sources.get(edge, "")))
            for _, edge in box.operands
        ]
        match box.meaning:
            case Input(name, type_):
                self._values[box.box, ""] = (Ref(name), type_)
            case Index(_, type_):
                self._add(box, Node("", "index", (), (("", type_),)))
            case Constant(_, type_, values):
                self._add(box, Node("", "constant", (), (("", type_),), values))
            case meaning if len(given) == len(box.into) and all(given):
                self._operate(box, meaning, [one for one in given if one])
            case _:
                pass

    def _operate(self, box: Wires, meaning: Meaning, given: list[Known]) -> None:
        if not given and not isinstance(meaning, Call | Repeat):
            return  # a loose end, which was told
        refs, types = tuple(ref for ref, _ in given), tuple(type_ for _, type_ in given)
        match meaning:
            case Output(name, wanted):
                if wanted not in (None, types[0]):
                    raise MisfitError(
                        f"output {name} has {wanted} bits, and gets {types[0]}",
                        "correct the width, or leave it out",
                    )
                self._values[box.box, ""] = given[0]
            case Wire():
                self._values[box.box, ""] = given[0]
            case Split():
                self._split(box, meaning, given[0])
            case Apply(_, operation, numbers, target):
                result = result_of(operation, types, numbers, self.definitions.get(target))
                self._add(box, Node("", operation.name, refs, (("", result),), numbers, target))
            case Call(_, target) if figure := self.figures.get(target):
                results = results_of_call(figure, _given(box, types))
                self._add(
                    box, Node("", "call", refs, tuple(results.items()), (), target, _ports(box))
                )
            case Repeat(_, target, first, last) if figure := self.figures.get(target):
                results = results_of_repeat(figure, _given(box, types), first, last)
                self._add(
                    box,
                    Node(
                        "",
                        "repeat",
                        refs,
                        tuple(results.items()),
                        (first, last),
                        target,
                        _ports(box),
                    ),
                )
            case _:
                pass

    def _split(self, box: Wires, split: Split, value: Known) -> None:
        """A split is a slice for each of its parts."""
        width = value[1].width
        if value[1].count is not None:
            raise MisfitError(
                "it takes a single value, and gets an array", "take its elements by `element N`"
            )
        widths = split.widths or (width // split.count,) * split.count
        if sum(widths) != width:
            raise MisfitError(
                f"{width} bits cannot be split into {', '.join(map(str, widths[:8]))}",
                "write the widths of all parts",
            )
        high = width - 1
        for place, part in enumerate(widths):
            if str(place) in box.sources.values():
                node = Node("", "slice", (value[0],), (("", Type(part)),), (high, high - part + 1))
                self._add(box, node, port=str(place))
            high -= part

    def _add(self, box: Wires, node: Node, *, port: str = "") -> None:
        """One node, by a name that the canonical form replaces.

        `port` is what the box calls its one output.
        """
        name = f"#{len(self._nodes)}"
        self._nodes.append(replace(node, name=name, places=(box.box.corner,)))
        self._written[name] = getattr(box.meaning, "name", "")
        for output, type_ in node.results:
            self._values[box.box, port or output] = (Ref(name, output), type_)

    def _finished(self, wires: Mapping[Box, Wires]) -> Figure:
        inputs = tuple(
            Port(one.meaning.name, one.meaning.type)
            for one in wires.values()
            if isinstance(one.meaning, Input)
        )
        outputs = []
        for box, one in wires.items():
            if isinstance(one.meaning, Output):
                source, type_ = self._values[box, ""]
                outputs.append(Port(one.meaning.name, type_, source))
        return canonical(
            Figure(self.sheet.name, inputs, tuple(outputs), tuple(self._nodes)), self._written
        )


def _given(box: Wires, types: Iterable[Type]) -> Given:
    return dict(zip(_ports(box), types))


def _ports(box: Wires) -> tuple[str, ...]:
    return tuple(port for port, _ in box.operands)


def _check_ends(box: Wires, faults: Faults) -> None:
    """Every box has the arrows that it needs: so many into it, and one out of it at least."""
    least, most = _operand_counts(box.meaning)
    count = len(box.into)
    if most == 0 and count:
        faults.at(
            box.box,
            "an arrow leads into a box that takes none",
            "turn the arrow round, or remove it",
        )
    elif count < least:
        what = "nothing drives it" if not count else f"it has {count} operand, and needs {least}"
        faults.at(box.box, what, "draw an arrow to it")
    elif count > most:
        faults.at(
            box.box,
            f"{count} arrows drive it, and it takes {most}",
            "remove the others, or join them by an operation",
        )
    ends = isinstance(box.meaning, Output | Frame | Table | Permutation | Matrix)
    if ends and box.out:
        faults.at(
            box.box,
            "an arrow leads out of a box that gives nothing",
            "turn the arrow round, or begin it elsewhere",
        )
    elif not ends and not box.out and not isinstance(box.meaning, Mistaken):
        faults.at(box.box, "nothing uses what it gives", "draw an arrow from it, or remove the box")


def _operand_counts(meaning: Meaning) -> tuple[int, int]:
    """How many arrows lead into a box, at least and at most."""
    match meaning:
        case Apply(_, operation):
            return operation.least, operation.most
        case Call() | Repeat() | Mistaken():
            return 0, MOST_BITS
        case Output() | Wire() | Split():
            return 1, 1
        case _:
            return 0, 0
