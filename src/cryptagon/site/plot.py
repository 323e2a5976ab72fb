"""Throughput against area as the geometry of an SVG, which a template draws without a style, so
that the strictest policy allows it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cryptagon.analysis.naming import in_order, shown
from cryptagon.site.known import mark_of
from cryptagon.site.models import Comparison, Result

_STEPS = (1, 2, 5)
_LETTER = 6.6
"""About the width of a letter of a label, in units of the picture."""
_LINE = 13.0
_MOST_LABELS = 40
"""Marks that get a name, those of the front first: more say nothing in a picture, and each mark has
a tooltip.
"""
_MARK = 8.0
LARGE, SMALL = (700, 460), (520, 400)
"""Width and height of a plot, in units of the picture."""
MOST_POINTS = 1000
"""Of all plots of a page: more make it long, and nobody can tell them apart."""


@dataclass(frozen=True)
class Box:
    """A rectangle in the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis: values from `low` to `high` lie from `start` to `end` in the picture."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value lies."""
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return round(self.start + part * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places and texts of 1, 2, 5, 10, ... along it."""
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        found = [
            step * 10.0**decade
            for decade in decades
            for step in _STEPS
            if self.low <= step * 10.0**decade <= self.high
        ]
        found = (
            found
            if len(found) <= 9
            else [value for value in found if math.log10(value).is_integer()]
        )
        return [
            (self.place(value), f"{value:,.0f}" if value >= 1 else f"{value:g}") for value in found
        ]


@dataclass(frozen=True)
class Point:
    """A design in the picture: where it is, its mark (1, 2, ... by approach), and its label where
    there is room for one."""

    result: Result
    x: float
    y: float
    low_y: float
    mark: int
    label: str = ""
    label_x: float = 0.0
    label_y: float = 0.0
    anchor: str = "start"

    @property
    def below(self) -> float:
        """Where the stroke to the worst seed begins: below the mark."""
        return round(self.y + _MARK, 1)


@dataclass(frozen=True)
class Plot:
    """A picture of one comparison: its size, axes, points, and the front as the points of a
    line.
    """

    comparison: Comparison
    width: int
    height: int
    across: Axis
    up: Axis
    points: tuple[Point, ...]
    front: str
    approaches: tuple[tuple[int, str], ...]
    not_drawn: int = 0
    """Designs that are too many for the picture."""

    @property
    def left(self) -> float:
        """Where the area of the points begins."""
        return self.across.start

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.up.start

    @property
    def finding(self) -> str:
        """What the picture shows, in a sentence."""
        names = list(
            dict.fromkeys(
                f"{p.result.label} by {shown(p.result.approach)}"
                for p in self.points
                if p.result.front
            )
        )
        if not names:
            return "The designs that none of the comparison beats are not among these."
        last = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        told = f"No design of this comparison is both smaller and faster than {last}."
        less = f" {self.not_drawn:,} designs of less throughput/area are not drawn."
        return told + (less if self.not_drawn else "")


def plot_of(given: Sequence[Result], *, large: bool, most: int = MOST_POINTS) -> Plot:
    """The picture of results of one comparison that have an area and a throughput; of many, those
    that none beats and then those of most throughput over area."""
    comparison = given[0].comparison
    assert comparison is not None
    rows = sorted(sorted(given, key=_worth)[:most], key=lambda row: row.luts or 1)
    width, height = LARGE if large else SMALL
    across = Axis(*_limits([row.luts or 1 for row in rows]), 64, width - 20)
    up = Axis(
        *_limits([value for row in rows for value in (row.throughput_mbps or 1, _lowest(row))]),
        height - 48,
        34,
    )
    bare = [_point(row, across, up, mark_of(row.approach)) for row in rows]
    frame = Box(across.start, up.end, across.end, up.start)
    steps = _front(bare, across.end)
    keys = tuple((mark_of(name), shown(name)) for name in in_order(row.approach for row in rows))
    return Plot(
        comparison,
        width,
        height,
        across,
        up,
        tuple(_labelled(bare, steps, frame)),
        " ".join(f"{x},{y}" for x, y in steps),
        keys,
        len(given) - len(rows),
    )


def _worth(row: Result) -> tuple[bool, float]:
    """The order in which designs are drawn."""
    return not row.front, -(row.throughput_mbps or 1) / (row.luts or 1)


def _limits(values: Sequence[float]) -> tuple[float, float]:
    return min(values) / 1.4, max(values) * 1.4


def _lowest(row: Result) -> float:
    """The throughput in Mbit/s with the worst seed."""
    return (row.throughput_mbps or 1) * (1 - row.loss)


def _point(row: Result, across: Axis, up: Axis, mark: int) -> Point:
    return Point(
        row,
        across.place(row.luts or 1),
        up.place(row.throughput_mbps or 1),
        up.place(_lowest(row)),
        mark,
    )


def _front(points: Sequence[Point], end: float) -> list[tuple[float, float]]:
    """The corners of a staircase along the points that none beats, from the smallest to the right
    edge.
    """
    corners: list[tuple[float, float]] = []
    for point in sorted((p for p in points if p.result.front), key=lambda p: p.x):
        corners += [(point.x, corners[-1][1])] if corners else []
        corners.append((point.x, point.y))
    return [*corners, (end, corners[-1][1])] if corners else []


def _labelled(
    points: Sequence[Point], steps: Sequence[tuple[float, float]], frame: Box
) -> list[Point]:
    """Each point with its label in the first place beside it that covers nothing; a name that
    several approaches share is written once."""
    taken = [Box(p.x - _MARK, p.y - _MARK, p.x + _MARK, p.low_y + _MARK) for p in points]
    taken += [
        Box(min(x, u) - 1, min(y, v) - 1, max(x, u) + 1, max(y, v) + 1)
        for (x, y), (u, v) in pairwise(steps)
    ]
    named: set[str] = set()
    found = []
    for number, point in enumerate(sorted(points, key=lambda p: (not p.result.front, p.x))):
        text = point.result.label
        place = (
            None
            if text in named or number >= _MOST_LABELS
            else _free_place(point, text, taken, frame)
        )
        if place is None:
            found.append(point)
            continue
        (x, y, anchor), box = place
        named.add(text)
        taken.append(box)
        found.append(replace(point, label=text, label_x=x, label_y=y, anchor=anchor))
    return found


def _free_place(
    point: Point, text: str, taken: Sequence[Box], frame: Box
) -> tuple[tuple[float, float, str], Box] | None:
    """Where a label covers nothing, right, left, above, below in this order; None where it would
    everywhere.
    """
    width = len(text) * _LETTER
    for dx, dy, anchor in (
        (12, 4, "start"),
        (-12, 4, "end"),
        (0, -13, "middle"),
        (0, 21, "middle"),
        (10, -10, "start"),
        (-10, -10, "end"),
    ):
        x, y = point.x + dx, point.y + dy
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        box = Box(left, y - _LINE + 3, left + width, y + 3)
        inside = (
            frame.left <= box.left
            and box.right <= frame.right
            and frame.top <= box.top
            and box.bottom <= frame.bottom
        )
        if inside and not any(box.overlap(other) for other in taken):
            return (round(x, 1), round(y, 1), anchor), box
    return None
