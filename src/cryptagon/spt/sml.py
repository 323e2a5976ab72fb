"""SML, the sheet model: a drawing as JSON, before anybody asks what it means. Boxes with their text
and their places, and the lines between them, the same from every drawing tool. `sml.schema.json` is made of the models here.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from cryptagon.errors import CryptagonError
from cryptagon.spt.documents import Format, Part
from cryptagon.spt.sheet import Arrow, Box, Fault, Point, Sheet
from cryptagon.spt.xml_text import FARTHEST, MOST_CHARACTERS, MOST_ELEMENTS, unreadable
from cryptagon.user_files import UnreadableError, json_in

VERSION = 1

Text = Annotated[str, Field(max_length=MOST_CHARACTERS)]
Pixels = Annotated[
    float,
    Field(
        ge=-FARTHEST,
        le=FARTHEST,
        allow_inf_nan=False,
        description="pixels at 100 %, to the right or down",
    ),
]
Length = Annotated[
    float, Field(ge=0, le=FARTHEST, allow_inf_nan=False, description="pixels at 100 %")
]
Place = tuple[Pixels, Pixels]


class BoxPart(Part):
    """A box or a remark, with its top left corner and its size. `id` is its own on its sheet."""

    id: int
    text: Text
    corner: Place
    size: tuple[Length, Length]


class ArrowPart(Part):
    """A line from its tail to its head, through two points or more. `heads` says how many of its
    ends have an arrow head. `tail` and `head` are the boxes at its ends, where the tool says which.
    """

    points: Annotated[tuple[Place, ...], Field(min_length=2)]
    heads: Annotated[int, Field(ge=0, le=2)] = 1
    label: Text = ""
    tail_label: Text = ""
    head_label: Text = ""
    tail: int | None = None
    head: int | None = None


class SheetPart(Part):
    """A page. A frame is a box on it; a sheet without frames is the figure of its name."""

    name: Text
    boxes: tuple[BoxPart, ...] = ()
    arrows: tuple[ArrowPart, ...] = ()
    remarks: tuple[BoxPart, ...] = ()


class Document(Part):
    """A drawing. `sml` is the version of the format."""

    sml: int
    sheets: tuple[SheetPart, ...]


FORMAT = Format("SML", VERSION, Document)


def written(sheets: Sequence[Sheet]) -> str:
    """The JSON of sheets."""
    return FORMAT.written(Document(sml=VERSION, sheets=tuple(map(_sheet_part, sheets))))


def _sheet_part(sheet: Sheet) -> SheetPart:
    boxes = tuple(_box_part(box, number) for number, box in enumerate(sheet.boxes, 1))
    remarks = tuple(
        _box_part(box, number) for number, box in enumerate(sheet.remarks, len(boxes) + 1)
    )
    ids = {box: number for number, box in enumerate(sheet.boxes, 1)}
    arrows = tuple(_arrow_part(arrow, ids) for arrow in sheet.arrows)
    return SheetPart(name=sheet.name, boxes=boxes, arrows=arrows, remarks=remarks)


def _box_part(box: Box, number: int) -> BoxPart:
    return BoxPart(
        id=number, text=box.text, corner=(box.left, box.top), size=(box.width, box.height)
    )


def _arrow_part(arrow: Arrow, ids: dict[Box, int]) -> ArrowPart:
    return ArrowPart(
        points=tuple((point.x, point.y) for point in arrow.points),
        heads=arrow.heads,
        label=arrow.label,
        tail_label=arrow.tail_label,
        head_label=arrow.head_label,
        tail=ids.get(arrow.tail) if arrow.tail else None,
        head=ids.get(arrow.head) if arrow.head else None,
    )


def read(text: str, file: Path) -> tuple[list[Sheet], list[Fault]]:
    """The sheets in the text of a file, as the readers of drawings give them.

    Raises CryptagonError, also for a later version of the format, and for what is too large.
    """
    if len(text) > MOST_CHARACTERS:
        raise unreadable(file, f"it has more than {MOST_CHARACTERS:,} characters")
    try:
        content = json_in(text)
    except UnreadableError as fault:
        raise CryptagonError(FORMAT.not_one, where=fault.at(file), why=str(fault)) from fault
    document = FORMAT.read(content, file)
    elements = sum(len(one.boxes) + len(one.arrows) + len(one.remarks) for one in document.sheets)
    if elements > MOST_ELEMENTS:
        raise unreadable(
            file, f"it has more than {MOST_ELEMENTS:,} elements", "make several figures of it"
        )
    return [_sheet(one, file) for one in document.sheets], []


def _sheet(part: SheetPart, file: Path) -> Sheet:
    boxes = {one.id: _box(one) for one in part.boxes}
    if len(boxes) < len(part.boxes):
        raise CryptagonError(
            FORMAT.not_one,
            where=f"{file}: {part.name[:40]}",
            why="two boxes of a sheet have one id",
            fix="give each an id of its own",
        )
    arrows = tuple(_arrow(one, part, boxes, file) for one in part.arrows)
    return Sheet(part.name, tuple(boxes.values()), arrows, remarks=tuple(map(_box, part.remarks)))


def _box(part: BoxPart) -> Box:
    return Box(part.text, *part.corner, *part.size)


def _arrow(part: ArrowPart, sheet: SheetPart, boxes: dict[int, Box], file: Path) -> Arrow:
    for end in (part.tail, part.head):
        if end is not None and end not in boxes:
            raise CryptagonError(
                FORMAT.not_one,
                where=f"{file}: {sheet.name[:40]}",
                why=f"an arrow ends at box {end}, which is not on its sheet",
                fix="name a box of the sheet, or none: then it ends at the nearest one",
            )
    return Arrow(
        tuple(Point(*one) for one in part.points),
        part.heads,
        part.label,
        part.tail_label,
        part.head_label,
        boxes.get(part.tail) if part.tail is not None else None,
        boxes.get(part.head) if part.head is not None else None,
    )
