"""A table that fits its console and never cuts a word or a number in two.

One of the modules here that need rich.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.console import Group as Stack
from rich.measure import Measurement as Extent
from rich.table import Table
from rich.text import Text


@dataclass(frozen=True)
class FittedTable:
    """Headings and rows of styled cells. On a console that is too narrow cells wrap between words;
    then the columns in `spare`, a number and what the column is called, are left out, the first of
    them first; in the end each row becomes lines of heading and cell.

    `right` numbers the columns that are flushed right, `sections` the rows that are followed by a
    gap.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: frozenset[int] = frozenset()
    spare: tuple[tuple[int, str], ...] = ()
    sections: frozenset[int] = frozenset()
    title: str = ""
    ruled: bool = False
    heading_style: str = "bold"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The widest form that fits."""
        for left_out in range(len(self.spare) + 1):
            absent = dict(self.spare[:left_out])
            shown = [number for number in range(len(self.headings)) if number not in absent]
            table = self._table(shown)
            if self._fit(table, shown, console, options):
                yield table
                if absent:
                    yield Text(f"Not shown at this width: {', '.join(absent.values())}.", "dim")
                return
        yield self._records()

    def _table(self, shown: Sequence[int]) -> Table:
        look = box.SIMPLE_HEAD if self.ruled else None
        table = Table(title=self.title or None, title_justify="left", title_style="bold", box=look, padding=self._padding, pad_edge=False,
                      header_style=self.heading_style)  # fmt: skip
        for number in shown:
            table.add_column(
                self.headings[number],
                justify="right" if number in self.right else "left",
                overflow="fold",
            )
        for number, row in enumerate(self.rows):
            table.add_row(
                *(row[one] if one < len(row) else "" for one in shown),
                end_section=self.ruled and number in self.sections,
            )
        return table

    def _fit(
        self, table: Table, shown: Sequence[int], console: Console, options: ConsoleOptions
    ) -> bool:
        """Give each column its width; False where not even the longest words have room."""
        natural = [self._widest(number, words=False) for number in shown]
        least = [self._widest(number, words=True) for number in shown]
        room = options.max_width - self._between(len(shown), console, options)
        if sum(least) > room:
            return False
        for column, width in zip(table.columns, _shared(natural, least, room), strict=True):
            column.width = max(width, 1)
        return True

    def natural_width(self, console: Console, options: ConsoleOptions) -> int:
        """Columns of the console that the table takes with nothing wrapped."""
        numbers = range(len(self.headings))
        return sum(self._widest(number, words=False) for number in numbers) + self._between(
            len(numbers), console, options
        )

    def _between(self, columns: int, console: Console, options: ConsoleOptions) -> int:
        """What padding and rules take, as rich has it."""
        bare = Table(
            box=box.SIMPLE_HEAD if self.ruled else None, padding=self._padding, pad_edge=False
        )
        for _ in range(columns):
            bare.add_column("x", no_wrap=True)
        return Extent.get(console, options.update(width=10_000), bare).maximum - columns

    @property
    def _padding(self) -> tuple[int, int, int, int]:
        return (0, 1, 0, 1) if self.ruled else (0, 2, 0, 0)

    def _widest(self, number: int, *, words: bool) -> int:
        """Cells that the widest line of a column takes, or its longest word."""
        parts = [
            Text(self.headings[number]),
            *(row[number] for row in self.rows if number < len(row)),
        ]
        pieces = [
            piece
            for part in parts
            for line in part.plain.splitlines()
            for piece in (line.split() if words else [line])
        ]
        return max((Text(piece).cell_len for piece in pieces), default=0)

    def _records(self) -> RenderableType:
        """A heading and a cell a line, a gap after each row."""
        parts: list[RenderableType] = [Text(self.title, "bold")] if self.title else []
        for row in self.rows:
            lines = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
            lines.add_column(overflow="fold", style=self.heading_style)
            lines.add_column(overflow="fold")
            for heading, cell in zip(self.headings, row, strict=False):
                if cell.plain.strip():
                    lines.add_row(_line(heading), cell)
            parts += [lines, Text()]
        return Stack(*parts)


def _shared(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Widths that take `room` together at most: the widest give way first, none below its least."""
    widths = list(natural)
    while sum(widths) > room:
        _, place = max((width, place) for place, width in enumerate(widths) if width > least[place])
        widths[place] -= 1
    return widths


def _line(heading: str) -> str:
    return " ".join(heading.split())


def cells(rows: Iterable[Sequence[str]]) -> tuple[tuple[Text, ...], ...]:
    """Rows of plain text as cells."""
    return tuple(tuple(Text(cell) for cell in row) for row in rows)
