"""Positions of designs among those of one approach: tiers where the spread over seeds is known,
else ranks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.ranking import ranks, rivals
from cryptagon.analysis.tiers import BY_CLOCK, reach, tiers
from cryptagon.results import Measurement

TIER, RANK = "tier", "rank"


@dataclass(frozen=True)
class Positions:
    """The position of each design with a result among its rivals, 1 the best, by the key of its
    measurement; `kind` is TIER or RANK.
    """

    kind: str
    numbers: Mapping[tuple[str, ...], int]

    def of(self, measurement: Measurement | None) -> str:
        """The position for people, an en dash where there is none."""
        number = self.numbers.get(measurement.key) if measurement else None
        return NOTHING if number is None else str(number)

    def pair(self, comparison: Comparison, approaches: Sequence[str]) -> str:
        """The positions of one algorithm by the approaches, in brackets: (1, 2)."""
        return f"({', '.join(self.of(comparison.by_approach.get(name)) for name in approaches)})"


def positions(group: Group, metric: Metric) -> Positions:
    """The positions of a group's designs by `metric`.

    A tier holds what the placement seed alone could put in another order. Where the metric does not
    follow from the clock, or some design was placed with one seed alone, positions are ranks:
    nothing then tells how far a result moves.
    """
    kind = (
        TIER
        if metric in BY_CLOCK
        and all(len(m.fmax_over_seeds) > 1 for m in group.measurements if m.ok)
        else RANK
    )
    numbers: dict[tuple[str, ...], int] = {}
    for members in rivals(group):
        valued = [(m, value) for m in members if (value := metric.value(m)) is not None]
        found = (
            _tiers(valued, metric)
            if kind == TIER
            else ranks([value for _, value in valued], metric)
        )
        numbers |= {m.key: number for (m, _), number in zip(valued, found, strict=True)}
    return Positions(kind, numbers)


def seed_loss(measurement: Measurement) -> float:
    """The part of its clock, 0 to 1, that a design loses with the worst of its seeds."""
    over_seeds = measurement.fmax_over_seeds
    return 1 - over_seeds[0] / over_seeds[-1] if over_seeds else 0.0


def _tiers(valued: Sequence[tuple[Measurement, float]], metric: Metric) -> list[int]:
    return tiers([reach(metric, value, seed_loss(m)) for m, value in valued])
