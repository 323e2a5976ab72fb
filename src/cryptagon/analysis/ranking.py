"""Ranks, and how far the ranking by HLS agrees with the ranking by RTL."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from scipy.stats import kendalltau, permutation_test, rankdata, spearmanr

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.metrics import Metric
from cryptagon.results import Key, Measurement

_EXACT_UP_TO = 7
"""All 5,040 orders of seven are tried for Spearman's p-value; above, SciPy's t distribution is close enough."""


@dataclass(frozen=True)
class Ranked:
    """A measurement and its rank, 1 the best; None for one that failed."""

    rank: int | None
    measurement: Measurement


@dataclass(frozen=True)
class RankPair:
    """The rank of one algorithm among the RTL and among the HLS designs, both counted over the same algorithms."""

    label: str
    rtl: int
    hls: int


@dataclass(frozen=True)
class Agreement:
    """How the HLS ranking by `metric` follows the RTL ranking, over the algorithms that have both results.

    `spearman` and `kendall` (tau-b) with their two-sided p-values; None, with the reason in `note`, where they would mean nothing.
    """

    metric: Metric
    pairs: tuple[RankPair, ...]
    spearman: float | None = None
    spearman_p: float | None = None
    kendall: float | None = None
    kendall_p: float | None = None
    note: str = ""

    @property
    def n(self) -> int:
        """Algorithms compared."""
        return len(self.pairs)

    @property
    def same(self) -> int:
        """Algorithms with the same rank in both."""
        return sum(pair.rtl == pair.hls for pair in self.pairs)


def rank(measurements: Iterable[Measurement], metric: Metric) -> list[Ranked]:
    """Best first; equal values share the best rank (1, 1, 3); failed measurements stand unranked at the end. Ties go by key."""
    everything = sorted(measurements, key=lambda m: m.key)
    valued = [(value, m) for m in everything if (value := metric.value(m)) is not None]
    numbers = ranks([value for value, _ in valued], metric)
    best_first = sorted(zip(numbers, valued, strict=True), key=lambda entry: entry[0])
    ranked = [Ranked(number, m) for number, (_, m) in best_first]
    return ranked + [Ranked(None, m) for m in everything if metric.value(m) is None]


def ranks(values: list[float], metric: Metric) -> list[int]:
    """The rank of each value, in the order given; equal values share the best rank."""
    ordered = sorted(metric.order(value) for value in values)
    return [1 + ordered.index(metric.order(value)) for value in values]


def ranks_within(group: Group, metric: Metric) -> dict[Key, int | None]:
    """The rank of each measurement of `group`, RTL among RTL and HLS among HLS, by its key; None for one that failed."""
    return {entry.measurement.key: entry.rank for approach in ("rtl", "hls") for entry in rank(group.of(approach), metric)}


def agreement(group: Group, metric: Metric) -> Agreement:
    """Spearman's and Kendall's correlation of the RTL ranking with the HLS ranking, and the ranks side by side, RTL's best first."""
    compared = [c for c in group.comparisons if c.ratios]
    rtl = [value for c in compared if c.rtl and (value := metric.value(c.rtl)) is not None]
    hls = [value for c in compared if c.hls and (value := metric.value(c.hls)) is not None]
    rtl_ranks, hls_ranks = ranks(rtl, metric), ranks(hls, metric)
    pairs = tuple(
        sorted(map(RankPair, (c.label for c in compared), rtl_ranks, hls_ranks), key=lambda pair: (pair.rtl, pair.hls, pair.label))
    )
    if len(pairs) < 3:
        return Agreement(
            metric, pairs, note=f"not meaningful for {len(pairs)} algorithm{'s' if len(pairs) != 1 else ''}: at least 3 are needed"
        )
    if len(set(rtl_ranks)) == 1 or len(set(hls_ranks)) == 1:
        return Agreement(metric, pairs, note="not defined: all algorithms share one rank")
    spearman, spearman_p = _spearman(rtl, hls)
    kendall, kendall_p = cast("tuple[float, float]", kendalltau(rtl, hls))
    return Agreement(metric, pairs, float(spearman), float(spearman_p), float(kendall), float(kendall_p), _caution(len(pairs)))


def _spearman(first: list[float], second: list[float]) -> tuple[float, float]:
    """Spearman's rho and its two-sided p-value: exact, over all orders, for few values (where the t distribution would give p = 0)."""
    rho, p = cast("tuple[float, float]", spearmanr(first, second))
    if len(first) > _EXACT_UP_TO:
        return rho, p
    fixed = rankdata(second)
    exact = permutation_test(
        (rankdata(first),),
        lambda order, axis: (order * fixed).sum(axis=axis),  # orders the permutations as rho does, at a fraction of its cost
        permutation_type="pairings",
        n_resamples=math.factorial(len(first)),
        vectorized=True,
    )
    return rho, cast("float", exact.pvalue)


def _caution(n: int) -> str:
    """Even perfect agreement of `n` algorithms comes by chance once in n!/2 (either direction); said where that is above 5 %."""
    chance = 2 / math.factorial(n)
    return f"with n = {n} even full agreement has p = {chance:.2f}: no evidence by itself" if chance > 0.05 else ""
