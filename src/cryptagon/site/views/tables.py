"""A ranking as a template draws it: rows of cells."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.analysis.metrics import Metric
from cryptagon.site.columns import Column, Row
from cryptagon.site.models import Comparison, Result, Standing
from cryptagon.site.ranking import Part, Ranking, metric_title

_OWN_FORM = {"design", "approach", "tier", "contest", "publisher", "date", "record"}
"""Columns whose cells the template draws each in its own way."""


@dataclass(frozen=True)
class Cell:
    """One cell: its column, its text, and the standing whose share a bar under it shows, None for
    no bar. `plain`: it has no link and no mark.
    """

    key: str
    column: Column
    text: str
    bar: Standing | None
    plain: bool


@dataclass(frozen=True)
class Line:
    """One row. `new_tier`: another tier than that of the row before it."""

    result: Result
    cells: tuple[Cell, ...]
    new_tier: bool


@dataclass(frozen=True)
class PartTable:
    """The rows of one comparison under a heading."""

    comparison: Comparison
    metric: Metric
    lines: tuple[Line, ...]


def tables(ranking: Ranking) -> list[PartTable]:
    """The comparisons of a page, in order."""
    return [
        PartTable(part.comparison, metric_title(part.metric), tuple(_lines(ranking, part)))
        for part in ranking.parts
    ]


def _lines(ranking: Ranking, part: Part) -> Iterator[Line]:
    before: Row | None = None
    for row in part.rows:
        cells = tuple(
            _cell(key, column, row, part.metric) for key, column in ranking.columns.items()
        )
        yield Line(
            row.result,
            cells,
            ranking.by_rank and before is not None and _tier(before) != _tier(row),
        )
        before = row


def _cell(key: str, column: Column, row: Row, metric: str) -> Cell:
    bar = row.standing if column.field == metric else None
    return Cell(key, column, column.text(row), bar, key not in _OWN_FORM)


def _tier(row: Row) -> tuple[str, int | None]:
    return (
        row.result.work if not row.result.work_bits else "",
        row.standing.tier if row.standing else None,
    )
