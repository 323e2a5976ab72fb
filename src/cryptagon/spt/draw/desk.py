"""The file on the desk: opened for the page, and saved from it so that nothing is lost or changed
unseen.
"""

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.spt import writing
from cryptagon.spt.attach import attached
from cryptagon.spt.draw.drawing import Drawing, drawing_of, laid
from cryptagon.spt.reading import framed, sheets_in, understood_sheets
from cryptagon.spt.sheet import Faults, Sheet
from cryptagon.spt.xml_text import unreadable

KINDS = (".uxf", ".drawio")
NEW = "figure.uxf"
"""What a drawing is called that nobody gave a name."""


class Opened(BaseModel):
    """A file as the page has it; `lost` tells what is in the file and was not taken."""

    name: str
    drawing: Drawing
    lost: list[str]


def opened(name: str, text: str) -> Opened:
    """The drawing in the text of a file of that name. Raises CryptagonError for what is none."""
    file = Path(Path(name).name)
    sheets, faults = sheets_in(text, file)
    lost = [f"{one.where(file.name)}: {one.what}" for one in faults]
    try:
        return Opened(name=file.name, drawing=drawing_of(sheets, file.stem), lost=lost)
    except ValidationError as error:
        raise unreadable(file, f"the page cannot show it: {error.errors()[0]['msg']}") from error


def written(drawing: Drawing, name: str) -> str:
    """The drawing as a file of that name has it: UXF or draw.io.

    Raises CryptagonError where the file, read again, would not say the same: UXF does not keep what
    an arrow is attached to.
    """
    sheets = [laid(one).sheet for one in drawing.figures]
    text = drawn(sheets, Path(name))
    again = [one for sheet in sheets_in(text, Path(name))[0] for one in framed(sheet)]
    _same(sheets, again, name)
    return text


def drawn(sheets: Sequence[Sheet], file: Path) -> str:
    """Sheets as text for a file of that name.

    Raises CryptagonError for a name that no tool knows.
    """
    if file.suffix not in KINDS:
        raise CryptagonError(
            f'no writer knows "{file.suffix}"',
            where=str(file),
            fix=f"give it a name with one of {', '.join(KINDS)}",
        )
    return writing.uxf(sheets, file.stem) if file.suffix == ".uxf" else writing.drawio(sheets)


def _same(before: Sequence[Sheet], after: Sequence[Sheet], name: str) -> None:
    first, second = (
        understood_sheets(Path(name), list(sheets), []).program for sheets in (before, after)
    )
    if first and first == second:
        return
    ends, again = {one.name: _ends(one) for one in before}, {one.name: _ends(one) for one in after}
    for sheet in before:
        if sheet.boxes and ends[sheet.name] != again.get(sheet.name):
            fix = "move boxes that touch or cover each other apart; or save it as draw.io, which keeps what arrows are attached to"
            if sheet.name not in again or len(ends) < len(before):
                fix = "give each figure a name of its own: letters, digits and _, a letter first"
            what = f"figure {sheet.name[:40]} would not be the same when it is read again"
            raise CryptagonError(what, where=name, fix=fix)


def _ends(sheet: Sheet) -> list[object]:
    """The texts of the boxes, and the numbers of the boxes at the ends of each arrow that has one
    head; no other one is attached.
    """
    found, _ = attached(sheet, Faults())
    numbers = {box: number for number, box in enumerate(found.boxes)}
    ends = [
        (
            one.heads,
            *(numbers[end] if end and one.heads == 1 else None for end in (one.tail, one.head)),
        )
        for one in found.arrows
    ]
    texts = [
        "\n".join(line.strip() for line in box.text.splitlines() if line.strip())
        for box in found.boxes
    ]
    return [texts, ends]


class Desk:
    """One file, which need not be there yet; None where the drawing has no file."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.kept = _bytes(file)

    @property
    def name(self) -> str:
        """What the drawing is called."""
        return self.file.name if self.file else NEW

    def opened(self) -> Opened:
        """What is in the file. Raises CryptagonError."""
        if self.kept is None:
            drawn((), Path(self.name))
            return Opened(name=self.name, drawing=drawing_of((), Path(self.name).stem), lost=[])
        try:
            return opened(self.name, self.kept.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise CryptagonError(
                "this file cannot be read as a figure",
                where=str(self.file),
                why="it is no text in UTF-8",
            ) from error

    def save(self, drawing: Drawing) -> str:
        """Write the file, and keep what was there before the first time as NAME~. Gives the path.

        Raises CryptagonError where there is no file, where another program changed it, and where it
        cannot be written.
        """
        if self.file is None:
            raise CryptagonError(
                "this drawing has no file",
                fix="download it, or start again by: cryptagon spt draw FILE",
            )
        text = written(drawing, self.file.name).encode()
        if _bytes(self.file) != self.kept:
            fix = "download this drawing, and look at both"
            raise CryptagonError(
                "the file was changed by another program", where=str(self.file), fix=fix
            )
        try:
            self._replace(text)
        except OSError as error:
            raise CryptagonError(
                "the file cannot be written", where=str(self.file), why=str(error.strerror)
            ) from error
        self.kept = text
        return str(self.file)

    def _replace(self, text: bytes) -> None:
        """The file is whole at any time."""
        assert self.file
        self.file.parent.mkdir(parents=True, exist_ok=True)
        before = self.file.with_name(f"{self.file.name}~")
        if self.kept is not None and not before.exists():
            before.write_bytes(self.kept)
        new = self.file.with_name(f".{self.file.name}.new")
        new.write_bytes(text)
        new.replace(self.file)


def _bytes(file: Path | None) -> bytes | None:
    try:
        return file.read_bytes() if file else None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CryptagonError(
            "this file cannot be read", where=str(file), why=str(error.strerror)
        ) from error
