"""UXF, what UMLet 12 to 15 and UMLetino write.

Elements have no names, and lines do not know what they lead to: both are found by where they lie.
Sizes grow with the zoom that the file was saved at. The points of a relation do so where it is
called `com.umlet.element.Relation`, and do not where it is called `Relation`.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from cryptagon.spt.sheet import Arrow, Box, Fault, Faults, Point, Sheet
from cryptagon.spt.xml_text import MOST_ELEMENTS, coordinate, parsed, unreadable
from cryptagon.user_files import did_you_mean

BOXES = (
    "class",
    "usecase",
    "object",
    "state",
    "generic",
    "interface",
    "deployment",
    "package",
    "frame",
    "specialstate",
)
REMARKS = ("note", "text")
RELATION = "relation"
ORDINARY_ZOOM = 10.0
SETTING = re.compile(
    r"(?:lt|lw|bg|fg|bgcolor|fgcolor|fontsize|fontfamily|style|valign|halign|layer|transparency|elementstyle|group|customelement|type"
    r"|[rm][12]pos)=",
    re.IGNORECASE,
)
END_LABEL = re.compile(r"[rm]([12])=(.*)")
RULE = re.compile(r"(?:--|-\.|\.\.|-)$")


def read(text: str, file: Path) -> tuple[list[Sheet], list[Fault]]:
    """The drawing as one sheet, named as the file; and the faults of single elements.

    Raises CryptagonError for what is no UXF.
    """
    root = parsed(text, file)
    if root.tag != "diagram":
        raise unreadable(
            file, f"its outermost element is <{root.tag[:40]}>, that of UXF is <diagram>"
        )
    elements = list(root.iter("element"))
    if len(elements) > MOST_ELEMENTS:
        raise unreadable(
            file,
            f"it has {len(elements):,} elements, more than {MOST_ELEMENTS:,}",
            "make several figures of it",
        )
    faults = Faults()
    scale = _scale(root, faults)
    boxes, arrows, remarks = [], [], []
    for number, element in enumerate(elements, 1):
        match _element(element, number, scale, faults):
            case Box() as box:
                (remarks if _kind(element) in REMARKS else boxes).append(box)
            case Arrow() as arrow:
                arrows.append(arrow)
            case _:
                pass
    return [Sheet(file.stem, tuple(boxes), tuple(arrows), remarks=tuple(remarks))], faults.found


def _scale(root: Element, faults: Faults) -> float:
    """By what lengths are multiplied to have them at 100 %."""
    try:
        zoom = coordinate(root.findtext("zoom_level"), ORDINARY_ZOOM)
    except ValueError:
        zoom = 0.0
    if not 1 <= zoom <= 1000:
        faults.found.append(
            Fault(
                f"the zoom level {root.findtext('zoom_level')!r:.40} is none",
                "UMLet writes 10 for 100 %",
                "zoom_level",
            )
        )
        return 1.0
    return ORDINARY_ZOOM / zoom


@dataclass(frozen=True)
class _Place:
    x: float
    y: float
    width: float
    height: float


def _element(element: Element, number: int, scale: float, faults: Faults) -> Box | Arrow | None:
    """What an element is, a remark a box as well; None for what is a fault, which is noted."""
    text = element.findtext("panel_attributes") or ""
    try:
        place = _place(element, scale)
    except ValueError as fault:
        faults.found.append(
            Fault(
                f"this element has no place: {fault}",
                "draw it again",
                " ".join(text.split())[:40] or f"element {number}",
            )
        )
        return None
    box = Box(_shown(text), place.x, place.y, place.width, place.height)
    kind = _kind(element)
    if kind in (*BOXES, *REMARKS):
        return box
    if kind == RELATION:
        return _arrow(element, text, box, scale, faults)
    fix = did_you_mean(kind, (*BOXES, *REMARKS, RELATION)) if kind else "draw it again"
    faults.at(box, f'an element of the kind "{kind[:40]}" is no part of a figure', fix)
    return None


def _kind(element: Element) -> str:
    """The last word of either vocabulary, without UML before it: "class" for `UMLClass` and for
    `com.umlet.element.Class`.
    """
    name = element.findtext("id") or element.findtext("type") or ""
    return name.strip().rpartition(".")[2].lower().removeprefix("uml")


def _place(element: Element, scale: float) -> _Place:
    """The rectangle of an element at 100 %. Raises ValueError."""
    found = element.find("coordinates")
    if found is None:
        raise ValueError("it has no coordinates")
    x, y, width, height = (
        coordinate(found.findtext(name)) * scale for name in ("x", "y", "w", "h")
    )
    if width < 0 or height < 0:
        raise ValueError("its size is negative")
    return _Place(x, y, width, height)


def _shown(text: str) -> str:
    """The text of a box as it is seen: without comments, settings and ruled lines."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(
        line
        for line in lines
        if line and not line.startswith("//") and not SETTING.match(line) and not RULE.match(line)
    )


def _arrow(element: Element, text: str, around: Box, scale: float, faults: Faults) -> Arrow | None:
    """A relation from its tail to its head."""
    old = element.find("id") is None
    try:
        points = _points(
            element.findtext("additional_attributes") or "", around, scale if old else 1.0
        )
    except ValueError as fault:
        faults.at(around, f"the points of this arrow cannot be read: {fault}", "draw it again")
        return None
    first, last = _ends(text)
    labels = {
        found[1]: found[2].strip()
        for line in text.splitlines()
        if (found := END_LABEL.match(line.strip()))
    }
    label = "\n".join(line for line in _shown(text).splitlines() if not END_LABEL.match(line))
    at_first, at_last = labels.get("1", ""), labels.get("2", "")
    if first and not last:
        return Arrow(tuple(reversed(points)), 1, label, at_last, at_first)
    return Arrow(points, first + last, label, at_first, at_last)


def _points(text: str, around: Box, scale: float) -> tuple[Point, ...]:
    """The points of a relation, which are written relative to its corner. Raises ValueError."""
    numbers = [coordinate(one) * scale for one in text.strip().split(";") if one.strip()]
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError("there are not two numbers for each of its ends")
    return tuple(
        Point(around.left + x, around.top + y) for x, y in zip(numbers[::2], numbers[1::2])
    )


def _ends(text: str) -> tuple[bool, bool]:
    """Whether there is an arrow head at the first and at the last point, by the setting `lt=`."""
    found = re.search(r"^\s*lt\s*=(.*)$", text, re.MULTILINE | re.IGNORECASE)
    line = found[1].strip() if found else "-"
    return "<" in line, ">" in line
