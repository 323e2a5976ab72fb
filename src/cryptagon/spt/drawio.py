"""draw.io: `mxfile` with a page for each figure, compressed or plain.

Edges name the boxes at their ends.
"""

import base64
import binascii
import html
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from cryptagon.spt.sheet import Arrow, Box, Fault, Faults, Point, Sheet
from cryptagon.spt.xml_text import MOST_CHARACTERS, MOST_ELEMENTS, coordinate, parsed, unreadable

UNNAMED_PAGE = re.compile(r"(?:[^\W\d_]+-\d+)?$")
"""What draw.io calls a page that nobody gave a name: Page-1, Seite-1."""
BREAK = re.compile(r"<br\s*/?>|</?(?:div|p)\b[^>]*>", re.IGNORECASE)
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
DEEPEST = 50
"""Groups in groups."""


def read(text: str, file: Path) -> tuple[list[Sheet], list[Fault]]:
    """A sheet for each page, and the faults of single cells.

    Raises CryptagonError for what is no drawing of draw.io.
    """
    root = parsed(text, file)
    pages = [root] if root.tag in ("diagram", "mxGraphModel") else list(root.findall("diagram"))
    if root.tag not in ("mxfile", "diagram", "mxGraphModel") or not pages:
        raise unreadable(
            file,
            f"its outermost element is <{root.tag[:40]}>, that of draw.io is <mxfile> with pages",
        )
    sheets, faults, cells = [], [], 0
    for page in pages:
        name = _page_name(page, file, alone=len(pages) == 1)
        found = _cells(_model(page, file), file)
        cells += len(found)
        if cells > MOST_ELEMENTS:
            raise unreadable(
                file, f"it has more than {MOST_ELEMENTS:,} cells", "make several figures of it"
            )
        reader = _Page(found, Faults())
        sheets.append(reader.sheet(name))
        faults += reader.faults.in_figure(name)
    return sheets, faults


def _page_name(page: Element, file: Path, *, alone: bool) -> str:
    """The name of the page; that of the file where there is one page which nobody named."""
    name = (page.get("name") or "").strip()
    return file.stem if alone and UNNAMED_PAGE.match(name) else name


def _model(page: Element, file: Path) -> Element:
    """The graph of a page: an element in it, or its text, compressed. Raises CryptagonError."""
    if page.tag == "mxGraphModel":
        return page
    inside = page.find("mxGraphModel")
    return (
        inside
        if inside is not None
        else parsed(_decompressed((page.text or "").strip(), file), file)
    )


def _decompressed(packed: str, file: Path) -> str:
    """The XML of a compressed page: escaped as in an address, deflated without a head, in
    base 64.
    """
    try:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        plain = inflater.decompress(base64.b64decode(packed, validate=True), 3 * MOST_CHARACTERS)
        if not inflater.eof:
            raise ValueError("it is cut short, or too large")
        return unquote(plain.decode("utf-8"), errors="strict")
    except (binascii.Error, zlib.error, ValueError) as fault:
        raise unreadable(file, f"a page cannot be decompressed: {fault}") from fault


@dataclass(frozen=True)
class _Cell:
    """A cell with its label, which draw.io puts around it where the cell has properties of
    its own.
    """

    cell: Element
    id: str
    label: str

    def get(self, name: str) -> str:
        return self.cell.get(name) or ""

    @property
    def style(self) -> dict[str, str]:
        pairs = (part.partition("=") for part in self.get("style").split(";"))
        return {key.strip(): value.strip() for key, _, value in pairs}


def _cells(model: Element, file: Path) -> dict[str, _Cell]:
    """The cells of a page by their names. Raises CryptagonError where two have one name."""
    found: dict[str, _Cell] = {}
    for wrapped, around in _with_wrappers(model):
        cell = _Cell(
            wrapped,
            around.get("id") or wrapped.get("id") or "",
            around.get("label") or wrapped.get("value") or "",
        )
        if cell.id in found:
            raise unreadable(file, f'two cells have the id "{cell.id[:40]}"')
        found[cell.id] = cell
    return found


def _with_wrappers(model: Element) -> Iterator[tuple[Element, Element]]:
    """Each cell and the element with its name and label: itself, or what is around it."""
    for element in model.iter():
        if element.tag in ("UserObject", "object"):
            if (inside := element.find("mxCell")) is not None:
                inside.set("wrapped", "1")
                yield inside, element
        elif element.tag == "mxCell" and not element.get("wrapped"):
            yield element, element


class _Page:
    """One page as it is read."""

    def __init__(self, cells: dict[str, _Cell], faults: Faults) -> None:
        self.cells = cells
        self.faults = faults
        self.boxes: dict[str, Box] = {}
        self.remarks: list[Box] = []
        self.labels: dict[str, list[tuple[float, str]]] = {}

    def sheet(self, name: str) -> Sheet:
        """The boxes first, then the arrows between them."""
        for cell in self.cells.values():
            if cell.get("vertex") == "1":
                self._vertex(cell)
        arrows = [self._edge(cell) for cell in self.cells.values() if cell.get("edge") == "1"]
        drawn = tuple(arrow for arrow in arrows if arrow)
        return Sheet(name, tuple(self.boxes.values()), drawn, remarks=tuple(self.remarks))

    def _vertex(self, cell: _Cell) -> None:
        """A box, or the label of an edge."""
        text = _plain(cell)
        parent = self.cells.get(cell.get("parent"))
        try:
            if parent and parent.get("edge") == "1":
                self.labels.setdefault(parent.id, []).append(
                    (coordinate(_geometry(cell).get("x"), 0.0), text)
                )
            elif {"text", "note"} & cell.style.keys() or cell.style.get("shape") == "note":
                self.remarks.append(self._box(cell, text))
            elif "group" not in cell.style:
                self.boxes[cell.id] = self._box(cell, text)
        except ValueError as fault:
            self._misplaced(cell, text, fault)

    def _misplaced(self, cell: _Cell, text: str, fault: ValueError) -> None:
        element = " ".join(text.split())[:40] or f"cell {cell.id[:40]}"
        self.faults.found.append(
            Fault(f"this element has no place: {fault}", "draw it again", element)
        )

    def _box(self, cell: _Cell, text: str) -> Box:
        """Raises ValueError where its geometry is none."""
        geometry, origin = _geometry(cell), self._origin(cell)
        width, height = (
            coordinate(geometry.get("width"), 0.0),
            coordinate(geometry.get("height"), 0.0),
        )
        if width < 0 or height < 0:
            raise ValueError("its size is negative")
        left, top = (
            origin.x + coordinate(geometry.get("x"), 0.0),
            origin.y + coordinate(geometry.get("y"), 0.0),
        )
        return Box(text, left, top, width, height)

    def _origin(self, cell: _Cell) -> Point:
        """Where the coordinates of a cell begin: at the corner of the groups that it lies in.

        Raises ValueError.
        """
        x = y = 0.0
        parent = self.cells.get(cell.get("parent"))
        for _ in range(DEEPEST):
            if parent is None:
                return Point(x, y)
            geometry = parent.cell.find("mxGeometry")
            if parent.get("vertex") == "1" and geometry is not None:
                x, y = (
                    x + coordinate(geometry.get("x"), 0.0),
                    y + coordinate(geometry.get("y"), 0.0),
                )
            parent = self.cells.get(parent.get("parent"))
        raise ValueError("it lies in groups without an end")

    def _edge(self, cell: _Cell) -> Arrow | None:
        text = _plain(cell)
        try:
            ends = [self._end(cell, name) for name in ("source", "target")]
            between = self._waypoints(cell)
        except ValueError as fault:
            self._misplaced(cell, text, fault)
            return None
        points = _whole_line(ends, between, cell.style)
        style = cell.style
        first, last = (
            style.get("startArrow", "none") != "none",
            style.get("endArrow", "classic") != "none",
        )
        at_first, middle, at_last = self._labels(cell, text)
        (tail, _), (head, _) = ends
        if first and not last:
            return Arrow(tuple(reversed(points)), 1, middle, at_last, at_first, head, tail)
        return Arrow(points, first + last, middle, at_first, at_last, tail, head)

    def _end(self, cell: _Cell, name: str) -> tuple[Box | None, Point]:
        """The box at an end, and the point; for an end without a box where it lies, which may be
        near one. Raises ValueError.
        """
        if box := self.boxes.get(cell.get(name)):
            return box, box.middle
        for point in _geometry(cell).findall("mxPoint"):
            if point.get("as") == f"{name}Point":
                return None, self._point(cell, point)
        raise ValueError(f"the arrow has no {name}")

    def _point(self, cell: _Cell, point: Element) -> Point:
        origin = self._origin(cell)
        return Point(
            origin.x + coordinate(point.get("x"), 0.0), origin.y + coordinate(point.get("y"), 0.0)
        )

    def _waypoints(self, cell: _Cell) -> list[Point]:
        found = _geometry(cell).find("Array")
        return (
            [self._point(cell, point) for point in found.findall("mxPoint")]
            if found is not None
            else []
        )

    def _labels(self, cell: _Cell, text: str) -> tuple[str, str, str]:
        """At the first end, in the middle, at the last end."""
        own = self.labels.get(cell.id, [])
        first = "\n".join(label for place, label in own if place < -0.3)
        last = "\n".join(label for place, label in own if place > 0.3)
        return (
            first,
            "\n".join([text, *(label for place, label in own if -0.3 <= place <= 0.3)]).strip(),
            last,
        )


def _geometry(cell: _Cell) -> Element:
    """Raises ValueError where there is none."""
    found = cell.cell.find("mxGeometry")
    if found is None:
        raise ValueError("it has no geometry")
    return found


def _whole_line(
    ends: list[tuple[Box | None, Point]], between: list[Point], style: dict[str, str]
) -> tuple[Point, ...]:
    """The line from border to border: where the style says that it leaves and enters, or where it
    would cross the border.
    """
    (tail, first), (head, last) = ends
    line = [first, *between, last]
    start = _on_border(tail, first, line[1], style.get("exitX"), style.get("exitY"))
    end = _on_border(head, last, line[-2], style.get("entryX"), style.get("entryY"))
    return (start, *between, end)


def _on_border(
    box: Box | None, end: Point, other: Point, across: str | None, down: str | None
) -> Point:
    if box is None:
        return end
    try:
        if across and down:
            return Point(
                box.left + coordinate(across) * box.width, box.top + coordinate(down) * box.height
            )
    except ValueError:
        pass  # as if it were not written: the place on the border orders arrows, no more
    x, y = other.x - end.x, other.y - end.y
    reach = [size / 2 / abs(way) for size, way in ((box.width, x), (box.height, y)) if way]
    part = min([1.0, *reach])
    return Point(end.x + part * x, end.y + part * y)


def _plain(cell: _Cell) -> str:
    """The label as it is seen."""
    text = cell.label
    if cell.style.get("html") == "1":
        text = html.unescape(TAG.sub("", BREAK.sub("\n", text)))
    lines = (line.strip() for line in text.replace("\xa0", " ").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
