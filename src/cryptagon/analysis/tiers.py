"""Tiers: results that the placement seed alone could put in another order are in one tier."""

from collections.abc import Sequence
from dataclasses import dataclass

from cryptagon.analysis.metrics import FMAX, THROUGHPUT, THROUGHPUT_PER_AREA, TIME, Metric

BY_CLOCK = frozenset({FMAX, THROUGHPUT, THROUGHPUT_PER_AREA, TIME})
"""What follows from the clock, and so moves with the seed; an area does not."""


@dataclass(frozen=True)
class Reach:
    """What a design was found to reach, as numbers that are smaller the better they are: its
    `best`, and its `worst` with another seed."""

    best: float
    worst: float


def reach(metric: Metric, value: float, loss: float) -> Reach:
    """The reach of a design with this `value` of the metric, whose worst seed loses the part `loss`
    (0 to 1) of its clock.
    """
    kept = 1 - loss if metric in BY_CLOCK else 1.0
    return Reach(
        metric.order(value), metric.order(value * kept if metric.higher_is_better else value / kept)
    )


def tiers(found: Sequence[Reach]) -> list[int]:
    """The tier of each, in the order given, 1 the best.

    The first of a tier is the best result that no earlier tier has. All others whose best is no
    worse than what that one comes to with its worst seed are in its tier. A design that was placed
    once has no spread: only its equals share its tier.
    """
    order = sorted(range(len(found)), key=lambda place: (found[place].best, found[place].worst))
    numbers = [0] * len(found)
    number, limit = 0, float("-inf")
    for place in order:
        if found[place].best > limit:
            number, limit = number + 1, found[place].worst
        numbers[place] = number
    return numbers
