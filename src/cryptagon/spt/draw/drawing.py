"""A drawing as the page has it, in JSON: figures with boxes and arrows that have names, so that the
page can be told about each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cryptagon.spt.attach import attached
from cryptagon.spt.reading import framed
from cryptagon.spt.sheet import Arrow, Box, Faults, Point, Sheet
from cryptagon.spt.writing import moved
from cryptagon.spt.xml_text import FARTHEST, MOST_ELEMENTS

Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
Size = Annotated[float, Field(ge=0, le=FARTHEST, allow_inf_nan=False)]
Id = Annotated[str, Field(pattern=r"^[a-z]\d{1,9}$")]
Text = Annotated[str, Field(max_length=1 << 18)]
Words = Annotated[str, Field(max_length=1_000)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class DrawnBox(_Strict):
    """A box; its place is that of the top left corner, in pixels at 100 %."""

    id: Id
    text: Text
    x: Coordinate
    y: Coordinate
    width: Size
    height: Size


class DrawnArrow(_Strict):
    """An arrow from its first point to its last; `tail` and `head` are the boxes there, None for a
    loose end.
    """

    id: Id
    points: Annotated[
        list[Annotated[list[Coordinate], Field(min_length=2, max_length=2)]],
        Field(min_length=2, max_length=200),
    ]
    tail: Id | None = None
    head: Id | None = None
    heads: Annotated[int, Field(ge=0, le=2)] = 1
    label: Words = ""
    tail_label: Words = ""
    head_label: Words = ""


class DrawnFigure(_Strict):
    """One figure, which is a tab of the page."""

    name: Words
    boxes: list[DrawnBox] = []
    arrows: list[DrawnArrow] = []
    remarks: list[DrawnBox] = []


class Drawing(_Strict):
    """All figures of a file."""

    figures: list[DrawnFigure]

    @model_validator(mode="after")
    def _fits(self) -> "Drawing":
        """No more than any drawing may have; every id once; ends at boxes of the same figure."""
        seen: set[str] = set()
        for figure in self.figures:
            boxes = {one.id for one in figure.boxes}
            for one in (*figure.boxes, *figure.arrows, *figure.remarks):
                if one.id in seen:
                    raise ValueError(f"the id {one.id} is there twice")
                seen.add(one.id)
            if any(
                end and end not in boxes for one in figure.arrows for end in (one.tail, one.head)
            ):
                raise ValueError(
                    f"an arrow of figure {figure.name[:40]} ends at a box that is not there"
                )
        if len(seen) > MOST_ELEMENTS or len(self.figures) > MOST_ELEMENTS:
            raise ValueError(f"it has more than {MOST_ELEMENTS:,} boxes and arrows")
        return self


@dataclass(frozen=True)
class Laid:
    """The sheet of a figure, with the ids of its boxes and arrows in their order there."""

    sheet: Sheet
    boxes: tuple[str, ...]
    arrows: tuple[str, ...]


def laid(figure: DrawnFigure) -> Laid:
    """The figure as the reader takes it."""
    boxes = {one.id: Box(one.text, one.x, one.y, one.width, one.height) for one in figure.boxes}
    arrows = tuple(_arrow(one, boxes) for one in figure.arrows)
    remarks = tuple(Box(one.text, one.x, one.y, one.width, one.height) for one in figure.remarks)
    return Laid(
        Sheet(figure.name, tuple(boxes.values()), arrows, remarks=remarks),
        tuple(boxes),
        tuple(one.id for one in figure.arrows),
    )


def _arrow(one: DrawnArrow, boxes: dict[str, Box]) -> Arrow:
    points = tuple(Point(*point) for point in one.points)
    tail, head = (boxes[end] if end else None for end in (one.tail, one.head))
    return Arrow(points, one.heads, one.label, one.tail_label, one.head_label, tail, head)


def drawing_of(sheets: Sequence[Sheet], name: str) -> Drawing:
    """The pages and frames of a file as figures; one that is empty, called `name`, where there is
    none.
    """
    numbers = count(1)
    figures = [_figure(_at_corner(one), numbers) for sheet in sheets for one in framed(sheet)]
    return Drawing(figures=figures or [DrawnFigure(name=name)])


def _at_corner(sheet: Sheet) -> Sheet:
    """What lies in a frame begins at the corner of its tab."""
    return moved(sheet, -sheet.frame.left, -sheet.frame.top) if sheet.frame else sheet


def _figure(sheet: Sheet, numbers: Iterator[int]) -> DrawnFigure:
    found, _ = attached(sheet, Faults())  # its faults are told when the page asks
    ids = {box: f"b{next(numbers)}" for box in found.boxes}
    boxes = [_box(box, id_) for box, id_ in ids.items()]
    remarks = [_box(box, f"r{next(numbers)}") for box in sheet.remarks]
    arrows = [
        DrawnArrow(
            id=f"a{next(numbers)}",
            points=[[point.x, point.y] for point in one.points],
            tail=ids.get(one.tail) if one.tail else None,
            head=ids.get(one.head) if one.head else None,
            heads=one.heads,
            label=one.label,
            tail_label=one.tail_label,
            head_label=one.head_label,
        )
        for one in found.arrows
    ]
    return DrawnFigure(name=sheet.name, boxes=boxes, arrows=arrows, remarks=remarks)


def _box(box: Box, id_: str) -> DrawnBox:
    return DrawnBox(
        id=id_, text=box.text, x=box.left, y=box.top, width=box.width, height=box.height
    )
