"""How far chance could move what a study says: placement seeds Kendall's tau between two rankings,
and the choice of algorithms the mean of their ratios.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.tiers import BY_CLOCK
from cryptagon.results import Measurement

RESAMPLES, INSIDE = 2000, 95
"""Draws, and the per cent of what they give that an interval holds."""
FEWEST = 8
"""Ratios, below which their mean has no interval."""

Values = NDArray[np.float64]


def tau_interval(group: Group, metric: Metric, other: str) -> tuple[float, float] | None:
    """The interval of Kendall's tau-b between the baseline's ranking and the other approach's that
    the choice of seeds explains.

    Each draw takes for every design as many of its runs over seeds as there are, with replacement,
    and their best: a bootstrap of what is reported. The same records give the same interval. None
    with fewer than three algorithms that have both results, for a metric that does not follow from
    the clock, or where a design was placed with one seed alone.
    """
    both = [c for c in group.comparisons if not c.lent and c.ratio(other, metric)]
    pairs = [(c.by_approach[group.baseline], c.by_approach[other]) for c in both]
    if (
        len(pairs) < 3
        or metric not in BY_CLOCK
        or any(len(m.fmax_over_seeds) < 2 for pair in pairs for m in pair)
    ):
        return None
    random = np.random.default_rng(0)
    first, second = (_redrawn([pair[side] for pair in pairs], metric, random) for side in (0, 1))
    taus = kendall_tau(first, second)
    return _middle(taus[~np.isnan(taus)])


def mean_interval(ratios: Sequence[float]) -> tuple[float, float] | None:
    """The interval of the geometric mean of ratios that the choice of algorithms explains.

    Each draw takes as many of the ratios as there are, with replacement. The same ratios give the
    same interval. None with fewer than FEWEST: draws of a few say little.
    """
    if len(ratios) < FEWEST:
        return None
    logarithms = np.log(np.array(ratios))
    draws = np.random.default_rng(0).choice(logarithms, size=(RESAMPLES, len(ratios)))
    return _middle(np.exp(draws.mean(axis=1)))


def _middle(values: Values) -> tuple[float, float]:
    """The interval that holds INSIDE per cent of the values, as many of the rest on either side."""
    low, high = np.percentile(values, [(100 - INSIDE) / 2, (100 + INSIDE) / 2])
    return float(low), float(high)


def kendall_tau(first: Values, second: Values) -> Values:
    """Kendall's tau-b of each row of `first` with the same row of `second`; NaN where all of a row
    are equal.
    """
    one, two = (np.sign(values[:, :, None] - values[:, None, :]) for values in (first, second))
    agreed = (one * two).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        return agreed / np.sqrt(np.abs(one).sum(axis=(1, 2)) * np.abs(two).sum(axis=(1, 2)))


def _redrawn(designs: Sequence[Measurement], metric: Metric, random: np.random.Generator) -> Values:
    """A row a draw, a column a design: its value with the best of the seeds that were drawn."""
    return np.stack([_value_of_draws(design, metric, random) for design in designs], axis=1)


def _value_of_draws(design: Measurement, metric: Metric, random: np.random.Generator) -> Values:
    over_seeds = np.array(design.fmax_over_seeds)
    best = random.choice(over_seeds, size=(RESAMPLES, len(over_seeds))).max(axis=1) / over_seeds[-1]
    value = metric.value(design)
    assert value is not None  # only results are drawn
    return value * best if metric.higher_is_better else value / best
