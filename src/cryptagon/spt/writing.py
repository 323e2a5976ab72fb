"""Sheets written as UXF and as draw.io files: the same boxes at the same places, for either
tool.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from cryptagon.spt.sheet import Arrow, Box, Point, Sheet

_STYLE = "rounded=0;whiteSpace=wrap;html=0;"
GAP = 20
"""Pixels around frames, and between a frame and what is in it."""
_HEADS = ("endArrow=none;", "endArrow=classic;", "startArrow=classic;endArrow=classic;")
_LABELS = ((-0.8, "tail_label"), (0.8, "head_label"))


HEADS_UXF = ("-", "->", "<->")
"""How UMLet writes a line with so many heads."""


def uxf(sheets: Sequence[Sheet], name: str = "") -> str:
    """Sheets as UMLet 14 and later write a drawing, at a zoom of 100 %; several are below each
    other, each in a frame with its name.

    So is one sheet that is not called as the file, where the `name` of the file is given.
    """
    elements = []
    framed = len(sheets) > 1 or any(name not in ("", sheet.name) for sheet in sheets)
    for sheet in _below_each_other(sheets) if framed else sheets:
        elements += [
            _uxf_element("UMLClass", box, box.text)
            for box in (*((sheet.frame,) if sheet.frame else ()), *sheet.boxes)
        ]
        elements += [_uxf_arrow(arrow) for arrow in sheet.arrows]
        elements += [_uxf_element("UMLNote", box, box.text) for box in sheet.remarks]
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<diagram program="umlet" version="15.1">\n  <zoom_level>10</zoom_level>'
    return "\n".join([head, *elements, "</diagram>"]) + "\n"


def _below_each_other(sheets: Sequence[Sheet]) -> Iterator[Sheet]:
    top = float(GAP)
    for sheet in sheets:
        points = [point for arrow in sheet.arrows for point in arrow.points]
        points += [
            point
            for box in (*sheet.boxes, *sheet.remarks)
            for point in (box.corner, Point(box.left + box.width, box.top + box.height))
        ]
        left, high = (
            min((one.x for one in points), default=0.0),
            min((one.y for one in points), default=0.0),
        )
        right, low = (
            max((one.x for one in points), default=0.0),
            max((one.y for one in points), default=0.0),
        )
        frame = Box(f"figure {sheet.name}", GAP, top, right - left + 2 * GAP, low - high + 3 * GAP)
        yield replace(moved(sheet, 2 * GAP - left, top + 2 * GAP - high), frame=frame)
        top += frame.height + GAP


def moved(sheet: Sheet, across: float, down: float) -> Sheet:
    """The sheet with all its boxes and arrows so many pixels to the right and downwards."""

    def point(one: Point) -> Point:
        return Point(one.x + across, one.y + down)

    def end(box: Box | None) -> Box | None:
        """The box at an end, which may be one of another figure."""
        return boxes.get(box, box) if box else None

    boxes = {box: replace(box, left=box.left + across, top=box.top + down) for box in sheet.boxes}
    arrows = tuple(
        replace(one, points=tuple(map(point, one.points)), tail=end(one.tail), head=end(one.head))
        for one in sheet.arrows
    )
    remarks = tuple(
        replace(box, left=box.left + across, top=box.top + down) for box in sheet.remarks
    )
    return replace(sheet, boxes=tuple(boxes.values()), arrows=arrows, remarks=remarks)


def _uxf_element(kind: str, place: Box, text: str, more: str = "") -> str:
    sizes = (place.left, place.top, place.width, place.height)
    coordinates = "".join(f"<{name}>{value:.0f}</{name}>" for name, value in zip("xywh", sizes))
    return (
        f"  <element>\n    <id>{kind}</id>\n    <coordinates>{coordinates}</coordinates>\n"
        f"    <panel_attributes>{escape(text, quote=False)}</panel_attributes>\n"
        f"    <additional_attributes>{more}</additional_attributes>\n  </element>"
    )


def _uxf_arrow(arrow: Arrow) -> str:
    """One head is at the last point."""
    labels = [f"lt={HEADS_UXF[arrow.heads]}", *arrow.label.splitlines()]
    labels += [
        f"m{end}={text}" for end, text in ((1, arrow.tail_label), (2, arrow.head_label)) if text
    ]
    left, top = min(one.x for one in arrow.points) - 10, min(one.y for one in arrow.points) - 10
    width, height = (
        max(one.x for one in arrow.points) - left + 10,
        max(one.y for one in arrow.points) - top + 10,
    )
    points = ";".join(
        f"{value:.1f}" for one in arrow.points for value in (one.x - left, one.y - top)
    )
    return _uxf_element("Relation", Box("", left, top, width, height), "\n".join(labels), points)


def drawio(sheets: Sequence[Sheet]) -> str:
    """Sheets as the pages of one file, which is not compressed."""
    pages = "\n".join(_page(sheet) for sheet in sheets)
    return f'<mxfile host="cryptagon">\n{pages}\n</mxfile>\n'


def _page(sheet: Sheet) -> str:
    names = {box: f"box{number}" for number, box in enumerate(sheet.boxes, 1)}
    cells = [
        '<mxCell id="0"/>',
        '<mxCell id="1" parent="0"/>',
        *(_vertex(box, name) for box, name in names.items()),
    ]
    for number, arrow in enumerate(sheet.arrows, 1):
        cells += _edge(arrow, f"arrow{number}", names)
    cells += [
        _vertex(box, f"remark{number}", "shape=note;")
        for number, box in enumerate(sheet.remarks, 1)
    ]
    body = "\n      ".join(cells)
    return f'  <diagram name="{_attribute(sheet.name)}"><mxGraphModel><root>\n      {body}\n  </root></mxGraphModel></diagram>'


def _attribute(text: str) -> str:
    return escape(text).replace("\n", "&#10;")


def _vertex(box: Box, name: str, shape: str = "") -> str:
    geometry = f'<mxGeometry x="{box.left:.0f}" y="{box.top:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" as="geometry"/>'
    return f'<mxCell id="{name}" value="{_attribute(box.text)}" style="{shape}{_STYLE}" vertex="1" parent="1">{geometry}</mxCell>'


def _edge(arrow: Arrow, name: str, names: dict[Box, str]) -> list[str]:
    """The edge, and its labels at either end."""
    ends = "".join(
        f' {kind}="{names[box]}"'
        for kind, box in (("source", arrow.tail), ("target", arrow.head))
        if box in names and box is not None
    )
    style = (
        f"{_HEADS[arrow.heads]}html=0;"
        + _touches("exit", arrow.tail, arrow.points[0])
        + _touches("entry", arrow.head, arrow.points[-1])
    )
    between = "".join(_point(one) for one in arrow.points[1:-1])
    inside = f'<Array as="points">{between}</Array>' if between else ""
    inside += _point(arrow.points[0], "sourcePoint") + _point(arrow.points[-1], "targetPoint")
    head = f'<mxCell id="{name}" value="{_attribute(arrow.label)}" style="{style}" edge="1" parent="1"{ends}>'
    cells = [f'{head}<mxGeometry relative="1" as="geometry">{inside}</mxGeometry></mxCell>']
    for place, end in _LABELS:
        if text := getattr(arrow, end):
            cells.append(
                f'<mxCell id="{name}{end}" value="{_attribute(text)}" style="edgeLabel;html=0;" vertex="1" connectable="0" '
                f'parent="{name}"><mxGeometry x="{place}" relative="1" as="geometry"/></mxCell>'
            )
    return cells


def _touches(end: str, box: Box | None, point: Point) -> str:
    """Where an edge touches its box, as parts of its width and height."""
    if box is None or not box.width or not box.height:
        return ""
    across, down = (point.x - box.left) / box.width, (point.y - box.top) / box.height
    return f"{end}X={across:.3g};{end}Y={down:.3g};"


def _point(point: Point, role: str = "") -> str:
    name = f' as="{role}"' if role else ""
    return f'<mxPoint x="{point.x:.0f}" y="{point.y:.0f}"{name}/>'
