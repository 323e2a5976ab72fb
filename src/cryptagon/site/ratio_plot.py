"""The picture of ratios: of each pair the figure that decides its comparison, and the band."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cryptagon.analysis.metrics import THROUGHPUT_PER_AREA
from cryptagon.analysis.naming import shown
from cryptagon.site.known import mark_of
from cryptagon.site.lanes import Group, Lane, Lanes, logarithmic, place, stacked
from cryptagon.site.models import Comparison
from cryptagon.site.ranking import metric_title
from cryptagon.site.ratios import Pair, Ratios
from cryptagon.site.templatetags.shown import in_text

_STEPS = (0.1, 0.2, 0.5, 1.0)
"""Distances of ticks about 1; the first that gives at most so many is taken."""
_MOST_TICKS = 9


@dataclass(frozen=True)
class _Told:
    """A pair with the ratio that is drawn, and the address of its comparison."""

    pair: Pair
    ratio: float
    address: str


def ratio_plot(ratios: Ratios, addresses: Sequence[str]) -> Lanes:
    """The pairs of a page, each with the address of its own comparison, in their order."""
    by_pair = dict(zip(map(id, ratios.pairs), addresses, strict=True))
    told = [
        (
            comparison,
            [_Told(one, found, by_pair[id(one)]) for one in pairs if (found := _ratio(one))],
        )
        for comparison, pairs in ratios.parts
    ]
    values = [one.ratio for _, own in told for one in own]
    bands = [end for one in ratios.pairs for end in one.band or ()]
    ends = logarithmic([1.0, *bands, *values])
    drawn = stacked(_group(comparison, own, ends) for comparison, own in told if own)
    others = {one.other.approach for one in ratios.pairs}
    count = sum(len(one.lanes) for one in drawn)
    return Lanes(
        f"Ratios of {count} designs that were made two ways",
        drawn,
        tuple((mark_of(one), shown(one)) for one in sorted(others)),
        len(values) - count,
    )


def _ratio(pair: Pair) -> float | None:
    """That of the figure which decides the comparison."""
    comparison = pair.baseline.comparison
    return pair.ratio(metric_title(comparison.deciding)) if comparison else None


def _group(comparison: Comparison, told: Sequence[_Told], ends: tuple[float, float]) -> Group:
    metric = metric_title(comparison.deciding)
    band = next((one.pair.band for one in told if one.pair.band), None)
    band = band if metric is THROUGHPUT_PER_AREA else None
    lanes = tuple(
        Lane(
            one.pair.baseline.label,
            one.pair.approaches,
            mark_of(one.pair.other.approach),
            place(one.ratio, *ends),
            f"{one.ratio:.2f}",
            one.address,
        )
        for one in told
    )
    kind = f"{comparison.class_title}, {comparison.kind}".partition(" (")[0]
    first = told[0].pair.approaches.partition(" / ")[0]
    return Group(
        comparison.place,
        f"{kind[:1].upper()}{kind[1:]}: {in_text(metric.title)}, {first} over the other",
        lanes,
        _ticks(*ends),
        (place(band[0], *ends), place(band[1], *ends)) if band else None,
        place(1.0, *ends),
    )


def _ticks(low: float, high: float) -> tuple[tuple[float, str], ...]:
    """Round ratios, 1 always among them; powers of 2 where they are far apart."""
    for step in _STEPS:
        first, last = math.ceil((low - 1) / step), math.floor((high - 1) / step)
        if last - first < _MOST_TICKS and high / low < 5:
            found = [1 + step * number for number in range(first, last + 1)]
            break
    else:
        found = [
            2.0**number for number in range(math.ceil(math.log2(low)), int(math.log2(high)) + 1)
        ]
    return tuple((place(one, low, high), f"{one:g}") for one in found if one > 0)
