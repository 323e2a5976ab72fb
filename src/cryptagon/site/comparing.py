"""Any number of results side by side: figures with the best marked, and every other field, with
those that differ marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon.analysis.documents import NOTHING
from cryptagon.results import AnyMeasurement
from cryptagon.site.columns import COLUMNS, Row
from cryptagon.site.details import flattened
from cryptagon.site.models import Result
from cryptagon.site.projection import measurement_in

MOST = 500
"""As many as a page of a ranking has."""
SIDE_BY_SIDE = 12
"""Columns of a table; more results are rows."""
_FIGURES = (
    "cycles",
    "area",
    "ffs",
    "brams",
    "dsps",
    "fmax",
    "seeds",
    "throughput",
    "throughput_per_area",
    "time",
)
_LONG = {"attempts", "netlists", "critical_path", "schema_version"}
_FIGURE_FIELDS = {
    *(
        "luts",
        "ffs",
        "brams",
        "dsps",
        "fmax_mhz",
        "throughput_mbps",
        "throughput_per_area",
        "time_us",
        "title",
        "variant",
        "algorithm",
    ),
}


@dataclass(frozen=True)
class Cell:
    """A figure of one result: its text, whether it is the best, and how much of the first result's
    figure it is ("" for the first)."""

    text: str
    best: bool
    ratio: str


@dataclass(frozen=True)
class Figures:
    """One figure of all results."""

    title: str
    unit: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Field:
    """One field of all records."""

    name: str
    texts: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the records do not all say the same."""
        return len(set(self.texts)) > 1


@dataclass(frozen=True)
class Comparing:
    """These results, side by side."""

    results: Sequence[Result]

    @cached_property
    def figures(self) -> list[Figures]:
        """The figures that any of them has."""
        return figures(self.results)

    @cached_property
    def fields(self) -> list[Field]:
        """Every other field; whether it differs is said of all of them."""
        return fields([measurement_in(one.record) for one in self.results])

    @property
    def lines(self) -> list[tuple[Result, list[Cell]]]:
        """Each result with its cell of every figure."""
        return [
            (one, [figure.cells[place] for figure in self.figures])
            for place, one in enumerate(self.results)
        ]


def figures(results: Sequence[Result]) -> list[Figures]:
    """The figures that any of the results has."""
    found = []
    rows = [Row(one, None) for one in results]
    units = list(dict.fromkeys(one.area_unit for one in results))
    unit = units[0] if len(units) == 1 else "unit of its own"
    for key in _FIGURES:
        column = COLUMNS[key]
        values = [
            value if isinstance(value := column.value(row), int | float) else None for row in rows
        ]
        if any(value is not None for value in values):
            texts = [column.text(row) for row in rows]
            found.append(
                Figures(
                    column.title,
                    column.unit.format(area=unit),
                    tuple(_cells(values, texts, column.better)),
                )
            )
    return found


def fields(measured: Sequence[AnyMeasurement]) -> list[Field]:
    """Every other field, by its name; what a record does not have is an en dash."""
    flat = [
        dict(flattened(one.model_dump(mode="json", exclude=_LONG | _FIGURE_FIELDS)))
        for one in measured
    ]
    names = dict.fromkeys(name for one in flat for name in one)
    return [Field(name, tuple(one.get(name, NOTHING) for one in flat)) for name in names]


def _cells(values: Sequence[float | None], texts: Sequence[str], better: str) -> list[Cell]:
    known = [value for value in values if value is not None]
    best = max(known) if better == "high" else min(known)
    marked = better and min(known) < max(known)
    first = values[0]
    return [
        Cell(
            text,
            bool(marked and value == best),
            f"{value / first:.3f}" if place and value is not None and first else "",
        )
        for place, (value, text) in enumerate(zip(values, texts, strict=True))
    ]
