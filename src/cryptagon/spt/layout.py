"""Sheets from a program: figures that nobody drew, each box below what it uses.

Boxes lie in layers; a line that passes a layer has a place in it, too. Within a layer they are in
the order of the middles of what they are connected to (Sugiyama, Tagawa and Toda, IEEE Transactions
on Systems, Man and Cybernetics, 1981).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cryptagon.spt.dml import definition_text
from cryptagon.spt.model import Figure, Node, Program, Ref, Type
from cryptagon.spt.operations import OPERATIONS
from cryptagon.spt.sheet import Arrow, Box, Point, Sheet

LETTER, LINE, PADDING = 8, 15, 24
"""Pixels of a letter, of a line, and around a text."""
ACROSS, DOWN, END = 40, 60, 14
"""Pixels between boxes side by side, between layers, and between two arrows that end at one box."""
SWEEPS = 8
TABLES = "tables"
"""The sheet of the definitions."""
SIGNS = {
    "xor": "⊕",
    "add": "⊞",
    "sub": "⊟",
    "and": "∧",
    "or": "\u2228",
    "not": "¬",
    "rotl": "<<<",
    "rotr": ">>>",
    "concat": "‖",
}


def laid_out(program: Program) -> list[Sheet]:
    """A sheet for each figure, and one with the definitions."""
    sheets = [_Layout(program, figure).sheet() for figure in program.figures]
    return [*sheets, _tables(program)] if program.definitions else sheets


def _tables(program: Program) -> Sheet:
    """The definitions below each other."""
    boxes, top = [], 0.0
    for one in program.definitions:
        box = _sized(definition_text(one), 0.0, top)
        boxes.append(box)
        top += box.height + ACROSS
    return Sheet(TABLES, tuple(boxes), ())


def _sized(text: str, left: float, top: float, ends: int = 0) -> Box:
    lines = text.splitlines()
    width = max(max(map(len, lines)) * LETTER + PADDING, (ends + 1) * END, 40)
    return Box(text, left, top, width, len(lines) * LINE + PADDING // 2)


@dataclass(eq=False)
class _Place:
    """A box, or where a line passes a layer; `middle` in pixels."""

    layer: int
    text: str = ""
    middle: float = 0.0
    above: list["_Place"] = field(default_factory=list)
    below: list["_Place"] = field(default_factory=list)
    ends: int = 0

    @property
    def width(self) -> float:
        return _sized(self.text, 0, 0, self.ends).width if self.text else 0.0


@dataclass(frozen=True, eq=False)
class _Line:
    """A connection: its places from tail to head, the labels at both ends, its number among the
    operands of the head.
    """

    way: tuple[_Place, ...]
    tail: str
    head: str
    number: int


class _Layout:
    """One figure on its way to be a sheet."""

    def __init__(self, program: Program, figure: Figure) -> None:
        self.program, self.figure = program, figure
        self.layers: list[list[_Place]] = []
        self.lines: list[_Line] = []
        self.places: dict[str, _Place] = {}

    def sheet(self) -> Sheet:
        """The boxes with their arrows."""
        self._place()
        self._connect()
        for sweep in range(SWEEPS):
            self._order(down=sweep % 2 == 0)
        for sweep in range(SWEEPS):
            self._move(down=sweep % 2 == 0)
        boxes = self._boxes()
        ends = _Ends(self.lines, boxes)
        arrows = tuple(ends.arrow(line) for line in self.lines)
        return Sheet(self.figure.name, tuple(boxes.values()), arrows)

    def _place(self) -> None:
        """A layer for everything: below its operands, and constants above their first use."""
        depth = {one.name: 0 for one in self.figure.inputs}
        for node in self.figure.nodes:
            depth[node.name] = 1 + max((depth[one.node] for one in node.operands), default=-1)
        for node in reversed(self.figure.nodes):
            if not node.operands:
                users = [
                    depth[one.name] for one in self.figure.nodes if Ref(node.name) in one.operands
                ]
                depth[node.name] = max(min(users, default=1) - 1, 0)
        for one in self.figure.inputs:
            self._new(one.name, depth[one.name], f"input {one.name}: {one.type}")
        for node in self.figure.nodes:
            self._new(node.name, depth[node.name], _text(node))
        last = 1 + max(depth.values(), default=0)
        for one in self.figure.outputs:
            self._new(f"output {one.name}", last, f"output {one.name}: {one.type}")

    def _new(self, name: str, layer: int, text: str) -> _Place:
        while len(self.layers) <= layer:
            self.layers.append([])
        place = _Place(layer, text)
        self.layers[layer].append(place)
        if name:
            self.places[name] = place
        return place

    def _connect(self) -> None:
        for node in self.figure.nodes:
            for number, operand in enumerate(node.operands):
                self._line(operand, self.places[node.name], _port(node, number), number)
        for one in self.figure.outputs:
            if one.source:
                self._line(one.source, self.places[f"output {one.name}"], "", 0)

    def _line(self, operand: Ref, head: _Place, port: str, number: int) -> None:
        tail = self.places[operand.node]
        way = [
            tail,
            *(self._new("", layer, "") for layer in range(tail.layer + 1, head.layer)),
            head,
        ]
        for above, below in pairwise(way):
            above.below.append(below)
            below.above.append(above)
        head.ends = max(head.ends, number + 1)
        self.lines.append(_Line(tuple(way), operand.output, port, number))

    def _order(self, *, down: bool) -> None:
        """Each layer by the middles of what is above, or below."""
        for layer in self.layers:
            for number, place in enumerate(layer):
                place.middle = float(number)
        for layer in self.layers if down else reversed(self.layers):
            wanted = {place: _wanted(place, down=down) for place in layer}
            layer.sort(key=wanted.__getitem__)
            for number, place in enumerate(layer):
                place.middle = float(number)

    def _move(self, *, down: bool) -> None:
        """Each layer as near below, or above, what it is connected to as its boxes fit side by
        side.
        """
        for layer in self.layers if down else reversed(self.layers):
            wanted = [_wanted(place, down=down) for place in layer]
            left = _apart(layer, wanted)
            right = [
                -one for one in reversed(_apart(layer[::-1], [-one for one in reversed(wanted)]))
            ]
            for place, one, other in zip(layer, left, right):
                place.middle = (one + other) / 2

    def _boxes(self) -> dict[_Place, Box]:
        boxes: dict[_Place, Box] = {}
        top = 0.0
        for layer in self.layers:
            sized = {place: _sized(place.text, 0, top, place.ends) for place in layer if place.text}
            boxes |= {
                place: Box(
                    one.text, round(place.middle - one.width / 2), top, one.width, one.height
                )
                for place, one in sized.items()
            }
            top += max((one.height for one in sized.values()), default=0) + DOWN
        return boxes


def _wanted(place: _Place, *, down: bool) -> float:
    near = place.above if down else place.below
    return sum(one.middle for one in near) / len(near) if near else place.middle


def _apart(layer: Sequence[_Place], wanted: Sequence[float]) -> list[float]:
    """The middles that are wanted, moved to the right as far as boxes would touch."""
    found: list[float] = []
    for number, place in enumerate(layer):
        least = (
            found[-1] + (layer[number - 1].width + place.width) / 2 + ACROSS
            if found
            else wanted[number]
        )
        found.append(max(wanted[number], least))
    return found


class _Ends:
    """Where lines touch boxes: at the bottom in the order of where they lead, at the top in that of
    the operands.
    """

    def __init__(self, lines: Sequence[_Line], boxes: Mapping[_Place, Box]) -> None:
        self.boxes = boxes
        self.starts = _spread(lines, boxes, 0, lambda line: line.way[1].middle)
        self.stops = _spread(lines, boxes, -1, lambda line: line.number)

    def arrow(self, line: _Line) -> Arrow:
        """The line with its bends."""
        tail, head = self.boxes[line.way[0]], self.boxes[line.way[-1]]
        tops = sorted({box.top for box in self.boxes.values()})
        bends = [Point(round(one.middle), tops[one.layer] + LINE) for one in line.way[1:-1]]
        start, stop = (
            Point(self.starts[line], tail.top + tail.height),
            Point(self.stops[line], head.top),
        )
        return Arrow(
            (start, *bends, stop), tail_label=line.tail, head_label=line.head, tail=tail, head=head
        )


def _spread(
    lines: Sequence[_Line], boxes: Mapping[_Place, Box], end: int, key: Callable[[_Line], float]
) -> dict[_Line, float]:
    found: dict[_Line, float] = {}
    for place, box in boxes.items():
        at = sorted((line for line in lines if line.way[end] is place), key=key)
        found |= {
            line: box.left + box.width * (number + 1) / (len(at) + 1)
            for number, line in enumerate(at)
        }
    return found


def _port(node: Node, number: int) -> str:
    """What is written at the end of an arrow."""
    if node.ports:
        return node.ports[number]
    operation = OPERATIONS.get(node.operation)
    return operation.ports[number] if operation and operation.ports else ""


def _text(node: Node) -> str:
    """The text of a box, with the name that the value has."""
    if node.operation == "constant":
        return f"{node.name}: {node.type} = {' '.join(_hexadecimal(one, node.type) for one in node.numbers)}"
    if node.operation == "index":
        return f"index {node.name}: {node.type}"
    said = " ".join(_words(node))
    return (
        said
        if node.name.startswith(node.operation) and node.name.removeprefix(node.operation).isdigit()
        else f"{node.name} = {said}"
    )


def _words(node: Node) -> Iterator[str]:
    yield SIGNS.get(node.operation, node.operation)
    if node.numbers:
        yield "..".join(map(str, node.numbers))
    if node.target:
        yield node.target


def _hexadecimal(value: int, type_: Type) -> str:
    return f"0x{value:0{-(-type_.width // 4)}x}"
