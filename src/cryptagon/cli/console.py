"""The one look of what the commands print: borderless aligned tables, colour only where it says
something.
"""

import json
from collections.abc import Iterable, Sequence

import click
from rich.console import Console
from rich.text import Text

from cryptagon.analysis.fitted_table import FittedTable


def print_json(content: object) -> None:
    """Write `content` to stdout as JSON, indented by two."""
    click.echo(json.dumps(content, indent=2))


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()
) -> None:
    """Write an aligned table; the columns numbered in `right` are flushed right. Cells may hold
    rich's [markup].

    On a narrow terminal cells wrap between words, and where that is not enough each row becomes
    lines.
    """
    cells = tuple(tuple(Text.from_markup(cell) for cell in row) for row in rows)
    wide(Console(highlight=False)).print(FittedTable(tuple(headings), cells, frozenset(right)))


def wide(console: Console) -> Console:
    """The console, made so wide off a terminal that nothing is cut where nobody looks at a
    width.
    """
    if not console.is_terminal:
        console.width = 1000
    return console
