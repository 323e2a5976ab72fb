"""A drawing as it is understood: its figures, its faults, and what its arrows carry."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt import drawio, sml, uxf
from cryptagon.spt.attach import Edge, attached
from cryptagon.spt.build import Builder
from cryptagon.spt.definitions import NAME
from cryptagon.spt.meaning import HEADS, WORDS, Call, Frame, Meaning, Mistaken, Repeat, meaning_of
from cryptagon.spt.model import Definition, Figure, Matrix, Permutation, Program, Table, Type
from cryptagon.spt.operations import MisfitError
from cryptagon.spt.sheet import Box, Fault, Faults, Point, Sheet
from cryptagon.spt.xml_text import unreadable
from cryptagon.user_files import UnreadableError, did_you_mean, read_text

MOST_FIGURES = 100
"""Of a page. Further frames are boxes like any other, and so a fault."""
READERS = {
    ".uxf": uxf.read,
    ".drawio": drawio.read,
    ".xml": drawio.read,
    ".dio": drawio.read,
    ".sml": sml.read,
}


@dataclass(frozen=True)
class Understanding:
    """What was understood of a drawing.

    `program` is None where there are faults; `sheets` has a sheet for each figure.
    """

    file: Path
    sheets: tuple[Sheet, ...]
    figures: Mapping[str, Figure | None]
    program: Program | None
    faults: tuple[Fault, ...]
    types: Mapping[Edge, Type] = field(default_factory=dict)
    """What each arrow carries, as far as it was found."""
    meanings: Mapping[Box, Meaning] = field(default_factory=dict)
    """What each box means."""

    def errors(self) -> list[CryptagonError]:
        """The faults as errors."""
        return [one.error(self.file) for one in self.faults]


def understood(file: Path) -> Understanding:
    """Read a drawing and check it.

    Raises CryptagonError for a file that is no drawing at all; other faults are told in the result.
    """
    return understood_sheets(file, *sheets_of(file))


def understood_sheets(file: Path, sheets: list[Sheet], faults: list[Fault]) -> Understanding:
    """What sheets mean, whoever drew them; `file` is for messages, `faults` those that were found
    before.
    """
    return _Whole(file, sheets, faults).understanding()


def sheets_of(file: Path) -> tuple[list[Sheet], list[Fault]]:
    """The sheets of a file, by the reader for its kind, and the faults of single elements.

    Raises CryptagonError.
    """
    try:
        text = read_text(file)
    except UnreadableError as fault:
        raise unreadable(file, str(fault)) from fault
    return sheets_in(text, file)


def sheets_in(text: str, file: Path) -> tuple[list[Sheet], list[Fault]]:
    """The same of the text of a file, which need not be there. Raises CryptagonError."""
    reader = READERS.get(file.suffix.lower())
    if "<diagram program=" in text[:400]:  # whatever the file is called
        reader = uxf.read
    if reader is None:
        raise unreadable(
            file,
            f'no reader knows "{file.suffix}"',
            f"give it a name with one of {', '.join(READERS)}",
        )
    return reader(text, file)


def program_of(file: Path) -> Program:
    """The program that a drawing says. Raises CryptagonError with its first fault."""
    found = understood(file)
    if found.program is None:
        raise found.errors()[0]
    return found.program


@dataclass
class _Drawn:
    """The sheet of one figure, on the way to be understood."""

    sheet: Sheet
    faults: Faults = field(default_factory=Faults)
    meanings: dict[Box, Meaning] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)

    @property
    def called(self) -> set[str]:
        return {one.target for one in self.meanings.values() if isinstance(one, Call | Repeat)}


class _Whole:
    """All sheets of a file."""

    def __init__(self, file: Path, sheets: list[Sheet], faults: list[Fault]) -> None:
        self.file = file
        self.faults = faults
        self.definitions: dict[str, Definition] = {}
        self.drawn: dict[str, _Drawn] = {}
        self.figures: dict[str, Figure | None] = {}
        self.types: dict[Edge, Type] = {}
        for sheet in sheets:
            for one in framed(sheet):
                self._enter(one)

    def _enter(self, sheet: Sheet) -> None:
        """Take a sheet, if its name is a new one."""
        if not re.fullmatch(NAME, sheet.name):
            what = (
                f'"{sheet.name[:40]}" is no name of a figure: letters, digits and _, a letter first'
            )
            self.faults.append(
                Fault(what, "rename the page or the file", "page", figure=sheet.name[:40])
            )
        elif sheet.name in self.drawn or sheet.name.lower() in {*WORDS, *HEADS}:
            what = (
                "is the name of two figures"
                if sheet.name in self.drawn
                else "is the name of an operation"
            )
            self.faults.append(
                Fault(f'"{sheet.name}" {what}', "give this figure another name", figure=sheet.name)
            )
        else:
            self.drawn[sheet.name] = _Drawn(sheet)

    def understanding(self) -> Understanding:
        """The definitions first, then the boxes, then each figure after those that it calls."""
        for one in self.drawn.values():
            self._define(one)
        for one in self.drawn.values():
            self._read(one)
        self._build()
        for name, one in self.drawn.items():
            self.faults += one.faults.in_figure(name)
        if not any(self.figures.values()) and not self.faults:
            self.faults.append(
                Fault("there is no figure in this file", "draw a box with the text: input x: 32")
            )
        sheets = tuple(one.sheet for one in self.drawn.values())
        program = None if self.faults else self._program()
        meanings = {
            box: meaning for one in self.drawn.values() for box, meaning in one.meanings.items()
        }
        return Understanding(
            self.file, sheets, self.figures, program, tuple(self.faults), self.types, meanings
        )

    def _define(self, one: _Drawn) -> None:
        """Note the definitions of a sheet."""
        for box in one.sheet.boxes:
            try:
                found = meaning_of(box.text, {}, {})
            except MisfitError:
                continue  # which is told when all names are known
            if isinstance(found, Table | Permutation | Matrix):
                if (
                    found.name in self.definitions
                    or found.name in self.drawn
                    or found.name.lower() in {*WORDS, *HEADS}
                ):
                    one.faults.at(
                        box, f'"{found.name}" is the name of something else', "give it another name"
                    )
                self.definitions[found.name] = found

    def _read(self, one: _Drawn) -> None:
        """What the boxes of a sheet mean, and its arrows."""
        one.sheet, one.edges = attached(one.sheet, one.faults)
        for box in one.sheet.boxes:
            try:
                one.meanings[box] = meaning_of(box.text, self.definitions, self.drawn)
            except MisfitError as fault:
                one.meanings[box] = Mistaken()
                one.faults.at(box, str(fault), fault.fix)
        for box, meaning in list(one.meanings.items()):
            if isinstance(meaning, Call | Repeat) and meaning.target not in self.drawn:
                one.meanings[box] = Mistaken()
                one.faults.at(
                    box,
                    f'there is no figure "{meaning.target}"',
                    did_you_mean(meaning.target, self.drawn),
                )

    def _build(self) -> None:
        for name in self._order():
            one = self.drawn[name]
            if (
                all(isinstance(meaning, Definition) for meaning in one.meanings.values())
                and not one.edges
            ):
                continue  # a page of tables
            builder = Builder(
                one.sheet, one.meanings, one.edges, self.definitions, self.figures, one.faults
            )
            self.figures[name] = builder.figure()
            self.types |= builder.types

    def _order(self) -> list[str]:
        """The names of the figures, each after those that it calls; those that call each other in a
        ring are left out, as a fault.
        """
        graph = {
            name: sorted(one.called & self.drawn.keys()) for name, one in sorted(self.drawn.items())
        }
        try:
            return list(TopologicalSorter(graph).static_order())
        except CycleError as cycle:
            ring: list[str] = cycle.args[1]
            self.faults.append(
                Fault(
                    f"these figures call each other: {' → '.join(ring[:6])}",
                    "a figure cannot call itself",
                    figure=ring[0],
                )
            )
            return []

    def _program(self) -> Program:
        """The figures with what they use."""
        figures = tuple(one for one in self.figures.values() if one)
        used = {node.target for figure in figures for node in figure.nodes}
        definitions = tuple(
            self.definitions[name] for name in sorted(self.definitions) if name in used
        )
        return Program(figures, definitions)


def framed(sheet: Sheet) -> Iterator[Sheet]:
    """The figures of a page: one in each frame, and what lies outside of all frames under the name
    of the page.
    """
    frames = dict(
        islice(((box, name) for box in sheet.boxes if (name := frame_name(box))), MOST_FIGURES)
    )
    inside: dict[Box | None, list[Box]] = {None: [], **{frame: [] for frame in frames}}
    for box in sheet.boxes:
        if box not in frames:
            around = [frame for frame in frames if frame.holds(box)]
            inside[min(around, key=lambda one: one.width * one.height, default=None)].append(box)
    owner = {box: frame for frame, boxes in inside.items() for box in boxes}
    arrows = {
        frame: [
            one for one in sheet.arrows if _owner(one.tail, one.points[0], owner, frames) is frame
        ]
        for frame in inside
    }
    first = (
        None if inside[None] or arrows[None] else next(iter(frames), None)
    )  # a heading above all frames is of the first one
    around = dict.fromkeys(sheet.remarks, first) | {
        box: frame for frame in frames for box in sheet.remarks if frame.holds(box)
    }
    remarks = {
        frame: tuple(box for box in sheet.remarks if around[box] is frame) for frame in inside
    }
    for frame, boxes in inside.items():
        if boxes or arrows[frame] or (frame is None and not frames):
            name = frames[frame] if frame else sheet.name
            yield replace(
                sheet,
                name=name,
                boxes=tuple(boxes),
                arrows=tuple(arrows[frame]),
                frame=frame,
                remarks=remarks[frame],
            )


def _owner(
    tail: Box | None, start: Point, owner: Mapping[Box, Box | None], frames: Mapping[Box, str]
) -> Box | None:
    """The frame that an arrow belongs to: that of the box it begins at, or the smallest one around
    its first point.
    """
    if tail and tail in owner:
        return owner[tail]
    around = [frame for frame in frames if frame.distance(start) == 0]
    return min(around, key=lambda one: one.width * one.height, default=None)


def frame_name(box: Box) -> str:
    """The name of the figure that the box is a frame around; empty for any other box."""
    try:
        found = meaning_of(box.text, {}, {})
    except MisfitError:
        return ""
    return found.name if isinstance(found, Frame) else ""
