"""A ranking: the results that a view asks for, comparison by comparison, and what the filters have
to choose from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from django.db.models import Case, F, QuerySet, TextField, Value, When
from django.db.models.functions import Lower

from cryptagon.analysis.metrics import Metric
from cryptagon.site.columns import COLUMNS, METRICS, Column, Row
from cryptagon.site.facets import CHOICES, RANGES, SEVERAL, Option, facets
from cryptagon.site.faults import BadQueryError
from cryptagon.site.models import (
    Comparison,
    Result,
    Standing,
    in_order,
    newest_results,
    studies_of,
)
from cryptagon.site.query import Filters, View
from cryptagon.user_files import did_you_mean

BY_WHAT_DECIDES = ("-throughput_per_area", "time_us", "luts")
"""Work in bits has the first, jobs the second, estimates of area the third alone: in one order each
comparison goes by its own."""


@dataclass(frozen=True)
class Part:
    """The rows of one comparison on a page, and the field that they are ranked by."""

    comparison: Comparison
    metric: str
    rows: tuple[Row, ...]


def shown_results(filters: Filters) -> QuerySet[Result]:
    """The newest results of all designs that pass the filters."""
    return newest_results().filter(**conditions(filters))


def conditions(filters: Filters) -> dict[str, Any]:
    """The filters as conditions of a query."""
    chosen: dict[str, Any] = of_contest(filters.contest) if filters.contest else {}
    for name, field in CHOICES.items():
        if name != SEVERAL and (value := getattr(filters, name)):
            chosen[field] = value
    for name, field in RANGES.items():
        least, most = getattr(filters, f"{name}_min"), getattr(filters, f"{name}_max")
        chosen |= {f"{field}__gte": least} if least is not None else {}
        chosen |= {f"{field}__lte": most} if most is not None else {}
    return chosen


def of_contest(name: str) -> dict[str, Any]:
    """The condition that a result belongs to a contest."""
    return {f"{CHOICES[SEVERAL]}__contains": studies_of([name])}


def options(filters: Filters) -> dict[str, list[Option]]:
    """What each choosing filter has to choose from under all the others. Raises BadQueryError for a
    value that no result has."""
    found = facets().options(filters)
    for name, choices in found.items():
        chosen = getattr(filters, name)
        if chosen and chosen not in {one.value for one in choices}:
            _check(name, "study" if name == SEVERAL else CHOICES[name], chosen)
            choices.append(Option(chosen, 0))
    return found


def _check(name: str, field: str, chosen: str) -> None:
    """Only asked where the other filters leave nothing of the value: whether anything has it at
    all.
    """
    known = list(Result.objects.order_by(field).values_list(field, flat=True).distinct())
    if chosen not in known:
        raise BadQueryError(
            f'no result has the {name.replace("_", " ")} "{chosen}"',
            fix=did_you_mean(chosen, filter(None, known)),
        )


@dataclass(frozen=True)
class Ranking:
    """One page of the results that a view asks for."""

    view: View

    @cached_property
    def count(self) -> int:
        """How many results pass the filters."""
        return facets().count(self.view)

    @property
    def pages(self) -> int:
        """How many pages these fill; 1 where there are none."""
        return max(1, -(-self.count // self.view.size))

    @cached_property
    def rows(self) -> list[Row]:
        """The results of this page, in order. Raises BadQueryError for a page beyond the last."""
        if self.view.page > self.pages:
            raise BadQueryError(
                f"there is no page {self.view.page}",
                why=f"the last is {self.pages}",
                fix="begin with page 1",
            )
        first = (self.view.page - 1) * self.view.size
        found = in_order(self._found.order_by(*self._order()), first, self.view.size)
        metrics = {self._metric_in(one.comparison) for one in found if one.comparison}
        told = Standing.objects.filter(result__in=[one.pk for one in found], metric__in=metrics)
        standings = {(one.result_id, one.metric): one for one in told}
        return [
            Row(one, standings.get((one.pk, self._metric_in(one.comparison))))
            for one in found
            if one.comparison
        ]

    @cached_property
    def parts(self) -> list[Part]:
        """The rows by comparison."""
        grouped = groupby(self.rows, key=lambda row: row.result.comparison)
        return [
            Part(comparison, self._metric_in(comparison), tuple(rows))
            for comparison, rows in grouped
            if comparison
        ]

    @cached_property
    def columns(self) -> dict[str, Column]:
        """Those that are chosen; of the usual ones those that have anything to show here."""
        if self.view.columns:
            return {
                key: column
                for key, column in COLUMNS.items()
                if key in self.view.columns or key == "design"
            }
        return {
            key: column
            for key, column in COLUMNS.items()
            if column.chosen and _filled(column, self.rows)
        }

    @property
    def order(self) -> str:
        """The key of the column that the rows go by, a hyphen before it where the greatest is
        first; empty: by what decides each part."""
        return self.view.sort or (best_first(self.view.metric) if self.view.metric else "")

    @property
    def by_rank(self) -> bool:
        """Whether the rows go by what they are ranked by, the best first."""
        return not self.view.sort or self.view.sort == (
            best_first(self.view.metric) if self.view.metric else ""
        )

    def _metric_in(self, comparison: Comparison) -> str:
        return METRICS[self.view.metric].field if self.view.metric else comparison.deciding

    @property
    def _found(self) -> QuerySet[Result]:
        return shown_results(self.view)

    def _order(self) -> list[Any]:
        """Comparison by comparison, and within one with jobs job by job."""
        job = Case(
            When(comparison__jobs=True, then=F("work")), default=Value("", output_field=TextField())
        )
        return [
            F("comparison_id"),
            job,
            *self._by(),
            F("title"),
            F("variant"),
            F("approach"),
            F("pk"),
        ]

    def _by(self) -> list[Any]:
        if not self.order:
            return [_expression(field) for field in BY_WHAT_DECIDES]
        column = COLUMNS[self.order.lstrip("-")]
        return [
            _expression(
                ("-" if self.order.startswith("-") else "") + column.field, words=not column.number
            )
        ]


def best_first(key: str) -> str:
    """The order by a column that has the best result first."""
    return f"-{key}" if COLUMNS[key].better == "high" else key


def metric_title(field: str) -> Metric:
    """The metric of a field by which results are ranked."""
    return next(metric for metric in METRICS.values() if metric.field == field)


def _expression(field: str, *, words: bool = False) -> Any:  # noqa: ANN401 - an expression of Django
    name = field.lstrip("-")
    by = Lower(name) if words else F(name)
    return by.desc(nulls_last=True) if field.startswith("-") else by.asc(nulls_last=True)


def _filled(column: Column, rows: Sequence[Row]) -> bool:
    return not rows or any(column.value(row) is not None for row in rows)
