"""A page whose tables and pictures are made from what was measured."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.analysis.documents import with_section
from cryptagon.analysis.figure import Plot
from cryptagon.errors import CryptagonError

Content = Mapping[str, Any]
"""What a benchmark leaves: its rows, and where they come from."""


@dataclass(frozen=True)
class Page:
    """A page of which parts are made from what was measured.

    `file` is its path in the repository. `sections` gives what is between the marks of each name,
    `pictures` each picture by its path in the repository, as SVG or PNG.
    """

    file: str
    sections: Callable[[], Mapping[str, str]]
    pictures: Callable[[], Mapping[str, Plot]] = dict

    @property
    def name(self) -> str:
        """That of the file, without folder and ending."""
        return Path(self.file).stem

    def text(self) -> str:
        """The page with its sections made anew; CryptagonError where it lacks the marks of one."""
        file = paths.repository() / self.file
        text = file.read_text(encoding="utf-8")
        for name, content in self.sections().items():
            if f"<!-- {name}: begin -->" not in text:
                raise CryptagonError(
                    f"the page has no place for its section '{name}'",
                    where=str(file),
                    fix=f"write <!-- {name}: begin --> and <!-- {name}: end --> where it belongs",
                )
            text = with_section(text, name, content)
        return text

    def write(self) -> None:
        """Writes the page and its pictures."""
        (paths.repository() / self.file).write_text(self.text(), encoding="utf-8")
        for file, plot in self.pictures().items():
            picture = paths.repository() / file
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_bytes(plot.png() if picture.suffix == ".png" else plot.svg().encode())


def measured(benchmark: str) -> Content:
    """What a benchmark has left."""
    file = paths.repository() / "benchmarks" / "results" / f"{benchmark}.json"
    return json.loads(file.read_text())
