"""Text tables as the vendors' reports print them: rows of cells between separators, under rules of
`+` and `-`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError

_COUNT = re.compile(r"^<?\s*(\d[\d,]*)(?:\.(\d+))?")


@dataclass(frozen=True)
class Report:
    """A report file that was read. `where` names it in messages."""

    where: Path
    text: str

    @property
    def tables(self) -> list[list[list[str]]]:
        """Every table, as rows of stripped cells; a title that spans the table is a row of one
        cell.
        """
        return list(_tables(self.text))

    def table(self, *titles: str) -> list[list[str]]:
        """The rows under the title that matches one of `titles` (regular expressions).

        Raises CryptagonError where there is none.
        """
        for rows in self.tables:
            if any(re.fullmatch(title, rows[0][0]) for title in titles):
                return rows[1:]
        raise self.unknown(f'a table "{titles[0]}"')

    def field(self, pattern: str, expected: str) -> str:
        """The first group of a regular expression, matched line by line.

        Raises CryptagonError where it does not occur.
        """
        found = re.search(pattern, self.text, re.MULTILINE)
        if found is None:
            raise self.unknown(expected)
        return found.group(1).strip()

    def unknown(self, expected: str) -> CryptagonError:
        """The error for a report that lacks something."""
        return CryptagonError(
            "a report is in an unknown format",
            where=str(self.where),
            why=f"expected {expected}",
            fix="if a newer version of the tool wrote it, report this with the file; no figure is taken from it",
        )


def read_report(folder: Path, *patterns: str) -> Report:
    """The one report in `folder` whose name matches the first of `patterns` that any file matches.

    Raises CryptagonError when there is none, or more than one.
    """
    for pattern in patterns:
        files = sorted(folder.glob(pattern))
        if len(files) > 1:
            names = ", ".join(file.name for file in files)
            raise CryptagonError(
                f"there is more than one report {pattern}", where=str(folder), why=names
            )
        if files:
            return Report(files[0], files[0].read_text(encoding="utf-8", errors="replace"))
    raise CryptagonError(
        f"there is no report {' or '.join(patterns)}",
        where=str(folder),
        why="the run stopped before it was written, or the file was not copied along",
        fix="run the search again: it goes on where it stopped",
    )


def count(report: Report, cell: str, what: str) -> float:
    """A number of things from a cell such as `1,632 / 22,320 ( 7 % )`, `0.5` or `649`.

    Raises CryptagonError for any other text.
    """
    found = _COUNT.match(cell)
    if found is None:
        raise report.unknown(f'a number for "{what}", not {cell!r}')
    return float(found.group(1).replace(",", "") + "." + (found.group(2) or "0"))


def column(
    report: Report, rows: Sequence[Sequence[str]], names: Sequence[str], value: int = 1
) -> float | None:
    """The number beside the first of `names` (regular expressions for the first cell, any case)
    that a row has.

    None where no row has any of them.
    """
    for name in names:
        for row in rows:
            if len(row) > value and re.fullmatch(name, row[0], re.IGNORECASE):
                return count(report, row[value], row[0])
    return None


def whole(report: Report, rows: Sequence[Sequence[str]], what: str, names: Sequence[str]) -> int:
    """As `column`, but it must be there and be whole.

    Raises CryptagonError otherwise, which calls the row `what`.
    """
    found = column(report, rows, names)
    if found is None or found != int(found):
        raise report.unknown(f"a row {what} with a whole number")
    return int(found)


def _tables(text: str) -> Iterator[list[list[str]]]:
    rows: list[list[str]] = []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped[:1] in ("|", ";") and stripped[-1:] == stripped[:1] and len(stripped) > 1:
            cells = [cell.strip() for cell in stripped[1:-1].split(stripped[0])]
            rows.append(cells)
        elif not stripped.startswith("+") and rows:
            yield rows
            rows = []
    if rows:
        yield rows
