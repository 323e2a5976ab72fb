"""A drawing as it was understood, as SVG: boxes with their operations, arrows with their widths,
faults in red with their numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from cryptagon.spt.meaning import in_words, plain
from cryptagon.spt.reading import Understanding
from cryptagon.spt.sheet import Arrow, Box, Fault, Point, Sheet

MARGIN, LINE, TEXT = 24, 15, 12
PLACES = (0.4, 0.65)
HEAD = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{box}}" font-family="sans-serif" font-size="{TEXT}">
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path d="M0 0 8 4 0 8z" fill="#345"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>"""


def picture(found: Understanding) -> str:
    """The SVG: the sheets below each other, then the list of faults."""
    numbers = {id(fault): number for number, fault in enumerate(found.faults, 1)}
    parts, right, down = [], 300.0, float(MARGIN)
    for sheet in found.sheets:
        faults = {
            fault.place: numbers[id(fault)]
            for fault in found.faults
            if fault.figure == sheet.name and fault.place
        }
        drawn = _Sheet(sheet, found, faults)
        parts.append(
            f'<g transform="translate({MARGIN - drawn.left:.1f} {down + 2 * LINE - drawn.top:.1f})">{drawn.svg()}</g>'
        )
        parts.append(
            f'<text x="{MARGIN}" y="{down + LINE:.1f}" font-weight="bold">figure {escape(sheet.name)}</text>'
        )
        right, down = max(right, drawn.width + 2 * MARGIN), down + drawn.height + 4 * LINE
    parts += _legend(found.faults, down)
    down += (len(found.faults) + 1) * LINE + MARGIN
    longest = max(
        (len(_said(one, number)) for number, one in enumerate(found.faults, 1)), default=0
    )
    box = f"0 0 {max(right, longest * TEXT * 0.56 + 2 * MARGIN):.0f} {down:.0f}"
    return "\n".join([HEAD.format(box=box), *parts, "</svg>"]) + "\n"


def _legend(faults: Sequence[Fault], top: float) -> Iterator[str]:
    for number, fault in enumerate(faults, 1):
        yield f'<text x="{MARGIN}" y="{top + number * LINE:.1f}" fill="#c00">{escape(_said(fault, number))}</text>'


def _said(fault: Fault, number: int) -> str:
    return f"{number}. {fault.where('')}: {fault.what}"


class _Sheet:
    """One sheet; `faults` has the number of a fault by its place."""

    def __init__(self, sheet: Sheet, found: Understanding, faults: Mapping[Point, int]) -> None:
        self.sheet, self.meanings, self.faults = sheet, found.meanings, faults
        self.widths = {edge.arrow: type_ for edge, type_ in found.types.items()}
        corners = [one.corner for one in sheet.boxes] + [
            point for arrow in sheet.arrows for point in arrow.points
        ]
        ends = [Point(one.left + one.width, one.top + one.height) for one in sheet.boxes]
        across = [one.x for one in (*corners, *ends)] or [0.0]
        down = [one.y for one in (*corners, *ends)] or [0.0]
        self.left, self.top = min(across), min(down)
        self.width, self.height = max(across) - self.left, max(down) - self.top

    def svg(self) -> str:
        """Boxes, and arrows over them; what two arrows side by side carry is written at two
        heights.
        """
        arrows = [
            self._arrow(arrow, PLACES[number % 2]) for number, arrow in enumerate(self.sheet.arrows)
        ]
        return "\n".join([*map(self._box, self.sheet.boxes), *arrows])

    def _box(self, box: Box) -> str:
        number = self.faults.get(box.corner)
        line, paint = ("#c00", "#fdd") if number else ("#345", "#eef3fa")
        parts = [
            f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4" fill="{paint}" '
            f'stroke="{line}"/>'
        ]
        lines = box.text.splitlines()
        room = max(int(box.height // LINE), 1)
        shown = lines if len(lines) <= room else [*lines[: room - 1], "…"]
        for place, text in enumerate(shown):
            y = box.middle.y + (place - (len(shown) - 1) / 2) * LINE + TEXT / 3
            parts.append(
                f'<text x="{box.middle.x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text[:80])}</text>'
            )
        return "".join(parts) + self._operation(box) + _mark(box.corner, number)

    def _operation(self, box: Box) -> str:
        """The operation in the words of DML, right of the box, where the text in the box is another
        one.
        """
        meaning = self.meanings.get(box)
        words = in_words(meaning) if meaning else ""
        if not words or words.lower() == plain(box.text).lower():
            return ""
        return f'<text x="{box.left + box.width + 3:.1f}" y="{box.middle.y + 3:.1f}" font-size="9" fill="#777">{escape(words)}</text>'

    def _arrow(self, arrow: Arrow, part: float) -> str:
        """`part` is where on its first line the text is written."""
        number = self.faults.get(arrow.corner)
        points = " ".join(f"{one.x:.1f},{one.y:.1f}" for one in arrow.points)
        colour = "#c00" if number else "#345"
        line = (
            f'<polyline points="{points}" fill="none" stroke="{colour}" marker-end="url(#head)"/>'
        )
        first, second = arrow.points[:2]
        carried = str(self.widths[arrow]) if arrow in self.widths else "?"
        ends = (
            f"{arrow.tail_label} → {arrow.head_label}"
            if arrow.tail_label or arrow.head_label
            else ""
        )
        label = " ".join([carried, *arrow.label.replace("->", "→").split(), *ends.split()])
        at = Point(
            first.x + part * (second.x - first.x) + 4, first.y + part * (second.y - first.y) + 4
        )
        text = f'<text x="{at.x:.1f}" y="{at.y:.1f}" font-size="9" fill="{colour}">{escape(label[:40])}</text>'
        return line + text + _mark(arrow.corner, number)


def _mark(place: Point, number: int | None) -> str:
    """The number of a fault, in a red disc."""
    if not number:
        return ""
    disc = f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="9" fill="#c00"/>'
    return f'{disc}<text x="{place.x:.1f}" y="{place.y + 4:.1f}" fill="#fff" text-anchor="middle">{number}</text>'
