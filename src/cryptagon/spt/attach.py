"""Which boxes an arrow leads from and to.

Where the tool did not write it down, the nearest box within reach of the line's end is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from cryptagon.spt.sheet import Arrow, Box, Faults, Point, Sheet

REACH = 12.0
"""Pixels at 100 %: a step of UMLet's grid, and a little for what zooming rounds."""
CLEARLY = 3.0
"""By how many pixels a box must be nearer than the next one to be the one that is meant."""


@dataclass(frozen=True, eq=False)
class Edge:
    """An arrow between two boxes."""

    arrow: Arrow
    tail: Box
    head: Box


def attached(sheet: Sheet, faults: Faults) -> tuple[Sheet, list[Edge]]:
    """The sheet with its arrows attached to boxes, and those arrows; for any other arrow a fault is
    noted.
    """
    arrows, edges = [], []
    for arrow in sheet.arrows:
        edge = _edge(arrow, sheet.boxes, faults)
        arrows.append(edge.arrow if edge else arrow)
        edges += [edge] if edge else []
    return replace(sheet, arrows=tuple(arrows)), edges


def _edge(arrow: Arrow, boxes: Sequence[Box], faults: Faults) -> Edge | None:
    if arrow.heads != 1:
        what = "it has a head at both ends" if arrow.heads else "it has no arrow head"
        faults.at(
            arrow,
            f"the direction of this arrow is not known: {what}",
            "give it one head, where the value is used",
        )
        return None
    tail = arrow.tail or _nearest(arrow.points[0], "begins", arrow, boxes, faults)
    head = arrow.head or _nearest(arrow.points[-1], "ends", arrow, boxes, faults)
    if tail and tail is head:
        faults.at(
            arrow,
            "this arrow leads from a box to itself",
            "a value that goes round is drawn as repeat",
        )
        return None
    return Edge(replace(arrow, tail=tail, head=head), tail, head) if tail and head else None


def _nearest(
    point: Point, verb: str, arrow: Arrow, boxes: Sequence[Box], faults: Faults
) -> Box | None:
    """The box that an end of the arrow is meant to touch; None, and a fault, where there is none or
    more than one.
    """
    near: list[tuple[float, Box]] = []
    for box in boxes:
        if (distance := _reach(box, point)) <= REACH:
            near = sorted([*near, (distance, box)], key=lambda one: one[0])[:2]
        if len(near) == 2 and near[1][0] == 0:
            break  # two boxes over each other: no other one is nearer
    if not near:
        fix = "pull its end to a box; a branch begins at a box with the text •"
        faults.at(arrow, f"this arrow {verb} at {point}, where no box is", fix)
        return None
    if len(near) > 1 and near[1][0] - near[0][0] < CLEARLY:
        pair = " and ".join(f'"{box.title}" at {box.corner}' for _, box in near)
        faults.at(
            arrow,
            f"this arrow {verb} at {point}, where two boxes are near: {pair}",
            "move one of them, or the end",
        )
        return None
    return near[0][1]


def _reach(box: Box, point: Point) -> float:
    """How far the point is from the box; without end where a first look shows that it is out of
    reach.
    """
    across = box.left - REACH <= point.x <= box.left + box.width + REACH
    return (
        box.distance(point)
        if across and box.top - REACH <= point.y <= box.top + box.height + REACH
        else inf
    )
