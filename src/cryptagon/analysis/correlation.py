"""How far the ranking by another approach agrees with that by the baseline."""

import math
from dataclasses import dataclass, replace
from typing import cast

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.ranking import ranks

_EXACT_UP_TO = 7
"""All 5,040 orders of seven are tried for Spearman's p-value; above, SciPy's t distribution is
close enough.
"""


@dataclass(frozen=True)
class RankPair:
    """The rank of one algorithm among the designs by the baseline and among those by the other
    approach, over the same algorithms.
    """

    label: str
    baseline: int
    other: int


@dataclass(frozen=True)
class Agreement:
    """How the ranking of the `other` approach by `metric` follows that of the `baseline`, over the
    algorithms that have both results.

    `spearman` and `kendall` (tau-b) with their two-sided p-values; None, with the reason in `note`,
    where they would mean nothing.
    """

    baseline: str
    other: str
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
        return sum(pair.baseline == pair.other for pair in self.pairs)


def agreement(group: Group, metric: Metric, other: str) -> Agreement:
    """Spearman's and Kendall's correlation of the baseline's ranking with the other approach's, and
    the ranks side by side, the baseline's best first. Different jobs are not ranked with each
    other, and no baseline counts twice.
    """
    both = [
        (c.label, ratio)
        for c in group.comparisons
        if not c.lent and (ratio := c.ratio(other, metric))
    ]
    reference, found = (
        [ratio.baseline_value for _, ratio in both],
        [ratio.other_value for _, ratio in both],
    )
    reference_ranks, other_ranks = ranks(reference, metric), ranks(found, metric)
    pairs = map(RankPair, (label for label, _ in both), reference_ranks, other_ranks)
    ordered = tuple(sorted(pairs, key=lambda pair: (pair.baseline, pair.other, pair.label)))
    about = Agreement(group.baseline, other, metric, ordered)
    if group.jobs and len({c.work for c in group.compared(other)}) > 1:
        return replace(about, pairs=(), note="not meaningful: the jobs differ")
    if len(both) < 3:
        counted = f"{len(both)} algorithm{'s' if len(both) != 1 else ''}"
        return replace(about, note=f"not meaningful for {counted}: at least 3 are needed")
    if len(set(reference_ranks)) == 1 or len(set(other_ranks)) == 1:
        return replace(about, note="not defined: all algorithms share one rank")
    from scipy.stats import kendalltau  # noqa: PLC0415 - SciPy takes its time, and most need no agreement

    spearman, spearman_p = _spearman(reference, found)
    kendall, kendall_p = map(float, cast("tuple[float, float]", kendalltau(reference, found)))
    measured = {
        "spearman": float(spearman),
        "spearman_p": float(spearman_p),
        "kendall": kendall,
        "kendall_p": kendall_p,
    }
    return replace(about, **measured, note=_caution(len(both)))


def _spearman(first: list[float], second: list[float]) -> tuple[float, float]:
    """Spearman's rho and its two-sided p-value: exact, over all orders, for few values (where the t
    distribution would give p = 0).
    """
    from scipy.stats import permutation_test, rankdata, spearmanr  # noqa: PLC0415 - likewise

    rho, p = cast("tuple[float, float]", spearmanr(first, second))
    if len(first) > _EXACT_UP_TO:
        return rho, p
    fixed = rankdata(second)
    exact = permutation_test(
        (rankdata(first),),
        lambda order, axis: (order * fixed).sum(
            axis=axis
        ),  # orders the permutations as rho does, at a fraction of its cost
        permutation_type="pairings",
        n_resamples=math.factorial(len(first)),
        vectorized=True,
    )
    return rho, cast("float", exact.pvalue)


def _caution(n: int) -> str:
    """Even perfect agreement of `n` algorithms comes by chance once in n!/2 (either direction);
    said where that is above 5 %.
    """
    chance = 2 / math.factorial(n)
    return (
        f"with n = {n} even full agreement has p = {chance:.2f}: no evidence by itself"
        if chance > 0.05
        else ""
    )
