"""The one look of what the commands print: borderless aligned tables, colour only where it says something."""

import json
from collections.abc import Iterable, Sequence

import click
from rich.console import Console
from rich.table import Table


def print_json(content: object) -> None:
    """Write `content` to stdout as JSON, indented by two."""
    click.echo(json.dumps(content, indent=2))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()) -> None:
    """Write an aligned table; the columns numbered in `right` are flushed right. Cells may hold rich's [markup]."""
    flushed_right = set(right)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number in flushed_right else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    wide(Console(highlight=False)).print(table)


def wide(console: Console) -> Console:
    """The console, made so wide off a terminal that nothing is cut where nobody looks at a width."""
    if not console.is_terminal:
        console.width = 1000
    return console
