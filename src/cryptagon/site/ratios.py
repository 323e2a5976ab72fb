"""One design by two approaches: figures of the baseline (RTL) over those of the other (HLS), as the
field publishes them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.naming import in_order, shown
from cryptagon.analysis.ratio import BASELINE, Band, band_of
from cryptagon.site.columns import METRICS
from cryptagon.site.faults import BadQueryError
from cryptagon.site.models import Comparison, Result
from cryptagon.site.query import View
from cryptagon.site.ranking import shown_results

SHOWN = ("throughput_per_area", "throughput", "area", "fmax", "time")
"""Metrics by the names that addresses have for them, in the order of the columns."""
_DESIGN = (
    "comparison_id",
    "title",
    "variant",
    "algorithm",
    "work",
    "scope",
    "interface",
    "publisher",
)
_DIGITS = 3


@dataclass(frozen=True)
class Pair:
    """One design by the baseline and by another approach, in one comparison."""

    baseline: Result
    other: Result

    @property
    def approaches(self) -> str:
        """Which is divided by which, for people."""
        return f"{shown(self.baseline.approach)} / {shown(self.other.approach)}"

    @property
    def band(self) -> Band | None:
        """The band that the field wants the ratio of throughput over area to lie in."""
        return band_of(self.baseline.approach, self.other.approach)

    def ratio(self, metric: Metric) -> float | None:
        """The figure of the baseline over that of the other; None where either has none."""
        own, others = metric.value(self.baseline), metric.value(self.other)
        return own / others if own and others else None

    @property
    def texts(self) -> dict[str, str]:
        """Each ratio as it is seen."""
        found = {name: self.ratio(METRICS[name]) for name in SHOWN}
        return {
            name: NOTHING if one is None else f"{one:.{_DIGITS}f}" for name, one in found.items()
        }

    @property
    def in_band(self) -> bool:
        """Whether the ratio of throughput over area is in the band."""
        found = self.ratio(METRICS["throughput_per_area"])
        return bool(self.band and found and self.band[0] <= found <= self.band[1])


@dataclass(frozen=True)
class Ratios:
    """One page of the pairs that a view leaves. Its filter of approaches is left out, since a pair
    has two."""

    view: View

    @cached_property
    def _all(self) -> list[tuple[str, str]]:
        """The ids of all pairs, in the order of their comparisons and titles."""
        found = shown_results(self.view.changed(approach=""))
        ways: dict[tuple, dict[str, str]] = {}
        for pk, approach, *design in found.order_by(*_DESIGN, "pk").values_list(
            "pk", "approach", *_DESIGN
        ):
            ways.setdefault(tuple(design), {})[approach] = pk
        return [
            (by[BASELINE], by[one])
            for by in ways.values()
            if BASELINE in by
            for one in in_order(by)
            if one != BASELINE and self.view.approach in ("", one, BASELINE)
        ]

    @property
    def count(self) -> int:
        """How many pairs there are."""
        return len(self._all)

    @property
    def pages(self) -> int:
        """How many pages they fill; 1 where there are none."""
        return max(1, -(-self.count // self.view.size))

    @cached_property
    def pairs(self) -> list[Pair]:
        """Those of the page. Raises BadQueryError for a page beyond the last."""
        if self.view.page > self.pages:
            raise BadQueryError(
                f"there is no page {self.view.page}", why=f"the last is {self.pages}"
            )
        first = (self.view.page - 1) * self.view.size
        ids = self._all[first : first + self.view.size]
        rows = Result.objects.select_related("comparison").in_bulk(
            [one for two in ids for one in two]
        )
        return [Pair(rows[own], rows[other]) for own, other in ids]

    @property
    def parts(self) -> list[tuple[Comparison, list[Pair]]]:
        """The pairs of the page by comparison."""
        found: dict[Comparison, list[Pair]] = {}
        for one in self.pairs:
            if one.baseline.comparison:
                found.setdefault(one.baseline.comparison, []).append(one)
        return list(found.items())

    @property
    def metrics(self) -> dict[str, Metric]:
        """Those that any pair of the page has a ratio of."""
        return {name: METRICS[name] for name in SHOWN if _any(self.pairs, METRICS[name])}


def _any(pairs: Iterable[Pair], metric: Metric) -> bool:
    return any(one.ratio(metric) is not None for one in pairs)
