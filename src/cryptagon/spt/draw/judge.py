"""What the reader says of a drawing on the page: types of arrows, faults of boxes and arrows, known
answers, the model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel

from cryptagon.spt import dml
from cryptagon.spt.draw.answers import Answer, answered
from cryptagon.spt.draw.drawing import Drawing, Laid, laid
from cryptagon.spt.meaning import in_words, plain
from cryptagon.spt.model import Figure
from cryptagon.spt.reading import Understanding, frame_name, understood_sheets
from cryptagon.spt.sheet import Arrow, Box, Fault, Sheet


class ToldFault(BaseModel):
    """A fault in the reader's own words; `elements` are the ids of the boxes and arrows that it is
    marked at.
    """

    what: str
    fix: str
    where: str
    figure: str
    elements: list[str]


class ToldFigure(BaseModel):
    """A figure that was understood: its ports as `name: type`."""

    name: str
    inputs: list[str]
    outputs: list[str]


class Judgement(BaseModel):
    """`types` has what arrows carry, `words` what boxes were understood as where their text does
    not say it; both by ids.
    """

    faults: list[ToldFault]
    types: dict[str, str]
    words: dict[str, str]
    figures: list[ToldFigure]
    dml: str | None
    answers: list[Answer]


def judged(drawing: Drawing, answers: str, name: str) -> Judgement:
    """The judgement of the reader; `name` is the file's, for messages, and `answers` has a known
    answer a line.
    """
    pages = [laid(figure) for figure in drawing.figures]
    faults = list(_frames(pages))
    found = understood_sheets(Path(name), [_unframed(one.sheet) for one in pages], faults)
    return Judgement(
        faults=[_told(fault, pages) for fault in found.faults],
        types=dict(_types(found, pages)),
        words=dict(_words(found, pages)),
        figures=[_ports(one) for one in found.figures.values() if one],
        dml=dml.written(found.program) if found.program else None,
        answers=answered(found.program, answers),
    )


def _frames(pages: Sequence[Laid]) -> Iterator[Fault]:
    """Frames are faults: what is a frame in a file is a tab of the page."""
    what, fix = (
        "a frame is no part of a figure here",
        "a figure has a tab of its own: add one, and remove this box",
    )
    for page in pages:
        yield from (
            replace(Fault.at(box, what, fix), figure=page.sheet.name)
            for box in page.sheet.boxes
            if frame_name(box)
        )


def _unframed(sheet: Sheet) -> Sheet:
    """The sheet without frames; what they are around is read all the same."""
    return replace(sheet, boxes=tuple(box for box in sheet.boxes if not frame_name(box)))


def _told(fault: Fault, pages: Sequence[Laid]) -> ToldFault:
    """The elements are those at the place of the fault, of that name."""
    elements = [
        id_
        for page in pages
        if page.sheet.name == fault.figure and fault.place
        for one, id_ in _with_ids(page)
        if (one.corner, one.title) == (fault.place, fault.element)
    ]
    return ToldFault(
        what=fault.what,
        fix=fault.fix,
        where=fault.where("").strip(": "),
        figure=fault.figure,
        elements=elements,
    )


def _with_ids(page: Laid) -> Iterator[tuple[Box | Arrow, str]]:
    yield from zip(page.sheet.boxes, page.boxes)
    yield from zip(page.sheet.arrows, page.arrows)


def _types(found: Understanding, pages: Sequence[Laid]) -> Iterator[tuple[str, str]]:
    """The reader keeps the order of arrows, and attaches each anew."""
    carried = {edge.arrow: str(type_) for edge, type_ in found.types.items()}
    sheets = {sheet.name: sheet for sheet in reversed(found.sheets)}
    for page in _first_of_each_name(pages):
        arrows = sheets[page.sheet.name].arrows if page.sheet.name in sheets else ()
        yield from (
            (id_, carried[arrow]) for arrow, id_ in zip(arrows, page.arrows) if arrow in carried
        )


def _first_of_each_name(pages: Sequence[Laid]) -> list[Laid]:
    """The second of two figures with one name is a fault, and was not read."""
    return list({page.sheet.name: page for page in reversed(pages)}.values())


def _words(found: Understanding, pages: Sequence[Laid]) -> Iterator[tuple[str, str]]:
    for page in pages:
        for box, id_ in zip(page.sheet.boxes, page.boxes):
            words = in_words(found.meanings[box]) if box in found.meanings else ""
            if words and words.lower() != plain(box.text).lower():
                yield id_, words


def _ports(figure: Figure) -> ToldFigure:
    inputs, outputs = (
        [f"{one.name}: {one.type}" for one in ports] for ports in (figure.inputs, figure.outputs)
    )
    return ToldFigure(name=figure.name, inputs=inputs, outputs=outputs)
