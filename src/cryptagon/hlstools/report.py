"""What a report of another HLS tool says, and reading XML."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

AGAIN = "run the tool again, and bring the folder back whole"


@dataclass(frozen=True)
class HlsReport:
    """The figures of one run. `cycles` has "call", the clock cycles from one call to the next.

    `status` is why the run does not count, empty where it does. Without place and route `routed` is
    False and there is no Fmax.
    """

    version: str
    file: Path
    luts: int
    ffs: int
    brams: int
    dsps: int
    area_unit: str
    cycles: Mapping[str, float]
    fmax_mhz: float | None = None
    routed: bool = False
    status: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


class Xml:
    """An XML report. Raises CryptagonError for one that is none."""

    def __init__(self, file: Path, root: ElementTree.Element | None = None) -> None:
        self.file = file
        self.root = root if root is not None else self._parsed()

    def _parsed(self) -> ElementTree.Element:
        try:
            text = read_text(self.file)
        except UnreadableError as error:
            raise self.wrong(f"it cannot be read: {error}", "a text was expected") from error
        if (
            "<!DOCTYPE" in text or "<!ENTITY" in text
        ):  # what no report has, and what a parser could be led astray by
            raise self.wrong("it has a document type of its own", "a plain report was expected")
        try:
            return ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            raise self.wrong(f"it is no XML: {error}", "a whole report was expected") from error

    def wrong(self, what: str, due: str) -> CryptagonError:
        """The error for a report that is not what was expected."""
        return CryptagonError(
            "this report cannot be taken", where=str(self.file), why=f"{what}; {due}", fix=AGAIN
        )

    def under(self, place: str) -> "Xml":
        """A part of it. Raises CryptagonError where it is missing."""
        found = self.root.find(place)
        if found is None:
            raise self.wrong(f"it has no {place}", "that was expected")
        return Xml(self.file, found)

    def text(self, place: str, otherwise: str | None = None) -> str:
        """The text of an element. Raises CryptagonError where it is missing and nothing is given for it."""
        found = self.root.find(place)
        if found is not None and (found.text or "").strip():
            return (found.text or "").strip()
        if otherwise is None:
            raise self.wrong(f"it has no {place}", "that was expected")
        return otherwise

    def number(self, place: str) -> float:
        """A number. Raises CryptagonError where it is none."""
        text = self.text(place)
        if not re.fullmatch(r"-?\d+(\.\d+)?", text):
            raise self.wrong(f"{place} is '{text}'", "a number was expected")
        return float(text)

    def count(self, *names: str) -> int:
        """A count by the first of its names that is there. Raises CryptagonError for none and for what is no count."""
        name = next((one for one in names if self.root.find(one) is not None), names[0])
        return self._whole(name, self.text(name))

    def value(self, name: str) -> float:
        """The attribute `value` of an element. Raises CryptagonError where it is missing or no number."""
        found = self.root.find(name)
        text = "" if found is None else found.get("value", "")
        if not re.fullmatch(r"-?\d+(\.\d+)?(e[+-]?\d+)?", text):
            raise self.wrong(
                f"{name} is '{text}'" if text else f"it has no {name}", "a number was expected"
            )
        return float(text)

    def whole(self, name: str) -> int:
        """The attribute `value` of an element as a count."""
        return self._whole(
            name, f"{self.value(name):g}" if self.value(name) < 1e5 else f"{self.value(name):.0f}"
        )

    def _whole(self, name: str, text: str) -> int:
        if not re.fullmatch(r"\d+", text):
            raise self.wrong(f"{name} is '{text}'", "a count was expected")
        return int(text)


def newest(folder: Path, pattern: str) -> Path | None:
    """The file of a pattern that was written last; `{a,b}` in it means either."""
    patterns = [pattern]
    if found := re.search(r"\{([^}]*)\}", pattern):
        patterns = [pattern.replace(found[0], one) for one in found[1].split(",")]
    files = [file for one in patterns for file in folder.glob(one)]
    return max(files, key=lambda file: file.stat().st_mtime) if files else None
