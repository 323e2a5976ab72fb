"""Pictures that the docs show can be followed: no arrow runs over a box that it does not touch."""

from itertools import pairwise
from pathlib import Path

import pytest

from cryptagon.spt.attach import attached
from cryptagon.spt.reading import framed, sheets_of
from cryptagon.spt.sheet import Box, Faults, Point

SHOWN = sorted(Path("docs/images/spt").glob("*.svg"))
STEPS = 200
"""So many places of each piece of an arrow are looked at."""


def _over(box: Box, start: Point, end: Point) -> bool:
    places = (
        Point(start.x + (end.x - start.x) * at / STEPS, start.y + (end.y - start.y) * at / STEPS)
        for at in range(STEPS + 1)
    )
    return any(
        0 < place.x - box.left < box.width and 0 < place.y - box.top < box.height
        for place in places
    )


@pytest.mark.parametrize("picture", SHOWN, ids=lambda picture: picture.stem)
def test_no_arrow_runs_over_a_box(picture):
    (page,), _ = sheets_of(Path("figures") / f"{picture.stem}.uxf")
    for drawn in framed(page):
        sheet, edges = attached(drawn, Faults())
        assert edges
        for edge in edges:
            points = edge.arrow.points
            for box in sheet.boxes:
                if box not in (edge.tail, edge.head):
                    assert not any(_over(box, *ends) for ends in pairwise(points)), (
                        f"{sheet.name}: from {edge.tail.title} to {edge.head.title} over {box.title}"
                    )
