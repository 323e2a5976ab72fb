"""How far the ranking by HLS agrees with the ranking by RTL."""

import math
from dataclasses import dataclass
from typing import cast

from scipy.stats import kendalltau, permutation_test, rankdata, spearmanr

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.ranking import ranks

_EXACT_UP_TO = 7
"""All 5,040 orders of seven are tried for Spearman's p-value; above, SciPy's t distribution is close enough."""


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
