"""One figure by two approaches, and the band that the field wants some ratios to lie in."""

from dataclasses import dataclass

from cryptagon.analysis.metrics import TIME, Metric

BASELINE = "rtl"
"""What others are compared with where a study names nothing else."""

Band = tuple[float, float]

_BANDS: dict[tuple[str, str], Band] = {("rtl", "hls"): (0.9, 1.3)}
"""The desired band of baseline/other by the two approaches: within it, the other represents the
baseline well enough to rank candidates.
"""


def band_of(baseline: str, other: str, metric: Metric | None = None) -> Band | None:
    """The field's band for the two approaches, None where it has none; of a time, which is the
    inverse of a speed, the inverse.
    """
    band = _BANDS.get((baseline, other))
    return (1 / band[1], 1 / band[0]) if band and metric is TIME else band


@dataclass(frozen=True)
class Ratio:
    """One figure of a design by the `baseline` approach and by another one."""

    metric: Metric
    baseline: str
    other: str
    baseline_value: float
    other_value: float

    @property
    def other_over_baseline(self) -> float:
        """1.05 for the area says that the other takes 5 % more."""
        return self.other_value / self.baseline_value

    @property
    def baseline_over_other(self) -> float:
        """The way round in which the field publishes it."""
        return self.baseline_value / self.other_value

    @property
    def behind(self) -> float:
        """How far the other lies behind: above 1 the baseline is better, whichever way the figure
        is better.
        """
        return (
            self.baseline_over_other if self.metric.higher_is_better else self.other_over_baseline
        )

    @property
    def band(self) -> Band | None:
        """The desired band of `baseline_over_other`; None where the field has none for the two."""
        return band_of(self.baseline, self.other, self.metric)

    @property
    def outside(self) -> bool:
        """There is a band, and the ratio does not lie in it; its ends are in it."""
        return (
            self.band is not None and not self.band[0] <= self.baseline_over_other <= self.band[1]
        )
