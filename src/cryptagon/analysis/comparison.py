"""One design by several approaches, and the groups of designs that may be compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cryptagon.analysis.conditions import area_unit
from cryptagon.analysis.metrics import AREA, Metric, Scale, scale_of
from cryptagon.analysis.naming import kind_of
from cryptagon.analysis.ratio import Ratio
from cryptagon.results import Measurement


@dataclass(frozen=True)
class Comparison:
    """One variant of one algorithm: its measurements by approach, the baseline's first where there
    is one. Some may have failed.

    `lent` is the baseline's measurement of another variant, with which these are compared where
    this one has none.
    """

    label: str
    baseline: str
    by_approach: Mapping[str, Measurement]
    lent: Measurement | None = None

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """All of them, the baseline's first."""
        return tuple(self.by_approach.values())

    @property
    def work(self) -> str:
        """What one unit of its work is."""
        return self.measurements[0].work.name

    @cached_property
    def ratios(self) -> dict[str, tuple[Ratio, ...]]:
        """The ratio of every compared figure, by the approach that is compared with the baseline;
        none without both results.
        """
        return {
            name: found
            for name in self.by_approach
            if name != self.baseline and (found := self._ratios(name))
        }

    def _ratios(self, other: str) -> tuple[Ratio, ...]:
        reference, one = self.by_approach.get(self.baseline, self.lent), self.by_approach[other]
        if not (reference and reference.ok and one.ok):
            return ()
        pairs = (
            (metric, metric.value(reference), metric.value(one))
            for metric in scale_of(one).compared
        )
        return tuple(
            Ratio(metric, self.baseline, other, first, second)
            for metric, first, second in pairs
            if first and second
        )

    def ratio(self, other: str, metric: Metric) -> Ratio | None:
        """The ratio of one figure; None where there is none."""
        return next((ratio for ratio in self.ratios.get(other, ()) if ratio.metric == metric), None)

    def best_first(self, metric: Metric) -> tuple[bool, float, str]:
        """Orders comparisons by the better of their results, those without a result last."""
        values = [
            metric.order(value) for m in self.measurements if (value := metric.value(m)) is not None
        ]
        return (not values, min(values, default=0.0), self.label.lower())


@dataclass(frozen=True)
class Group:
    """Measurements that may be compared: one target, scope, interface and class, all of them
    estimates or none, under the same conditions.

    `approaches` are those of the whole study, the baseline first: an approach has one colour in all
    groups. `number` counts the groups that differ in conditions alone, from 1; where there are
    several, `marks` tells this one from the others and `unpaired` names the designs whose
    counterpart is in another of them, and why. `older` are those that a newer one of the same key
    takes the place of.
    """

    baseline: str
    approaches: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    number: int = 1
    marks: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    older: tuple[Measurement, ...] = ()

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """All of the group, algorithm by algorithm, the baseline's first."""
        return tuple(m for comparison in self.comparisons for m in comparison.measurements)

    @property
    def first(self) -> Measurement:
        """One that has what all have in common."""
        return self.comparisons[0].measurements[0]

    @property
    def target(self) -> str:
        """The target's name."""
        return self.first.target

    @property
    def estimate(self) -> bool:
        """Whether these are figures from before place and route."""
        return self.first.estimate

    @property
    def title(self) -> str:
        """Device, what was implemented and, where it is so, that the figures are estimates, or
        imported and by which target's tool.
        """
        first, unit = self.first, self.area_unit
        imported = any(m.origin == "imported" for m in self.measurements)
        unusual = unit not in ("LUT", "LUT4")
        marks = (
            [f"imported: {self.target}"] * imported
            + [f"area in {unit}"] * unusual
            + ["estimates"] * self.estimate
        )
        marks += self.marks
        return f"{first.device}: {kind_of(first)}" + (f" ({', '.join(marks)})" if marks else "")

    @property
    def slug(self) -> str:
        """What tells it from other groups in the name of a file."""
        parts = [self.target, self.first.algorithm_class, self.first.interface or self.first.scope]
        return "-".join(
            parts + ["estimate"] * self.estimate + [str(self.number)] * (self.number > 1)
        )

    @property
    def scale(self) -> Scale:
        """The figures that its work is judged by."""
        return scale_of(self.first)

    @property
    def deciding(self) -> Metric:
        """The figure that a ranking goes by: of estimates, which know no clock, the area."""
        return self.scale.deciding if self.timed else AREA

    @property
    def area_unit(self) -> str:
        """What `luts` counts."""
        return area_unit(self.first)

    def in_unit(self, text: str) -> str:
        """A heading or unit of a metric with the group's unit of area."""
        return text.format(area=self.area_unit)

    @property
    def timed(self) -> bool:
        """Whether there are frequencies, and what follows from them; estimates have areas alone."""
        return any(m.ok and m.fmax_mhz is not None for m in self.measurements)

    @property
    def jobs(self) -> bool:
        """Whether its work has no bits: then only designs of the same job are ranked."""
        return self.first.work.bits is None

    @property
    def present(self) -> tuple[str, ...]:
        """The approaches that the group has measurements of, the baseline first."""
        return tuple(name for name in self.approaches if self.of(name))

    @property
    def places(self) -> dict[str, int]:
        """Which one of the study's approaches, from 0, each of those that are present is: what its
        colour goes by.
        """
        return {name: self.approaches.index(name) for name in self.present}

    @property
    def others(self) -> tuple[str, ...]:
        """The approaches that some design has a ratio of."""
        return tuple(
            name for name in self.approaches if any(name in c.ratios for c in self.comparisons)
        )

    def of(self, approach: str) -> tuple[Measurement, ...]:
        """Those made by an approach."""
        return tuple(m for m in self.measurements if m.approach == approach)

    def compared(self, other: str) -> tuple[Comparison, ...]:
        """The designs of which an approach has ratios."""
        return tuple(c for c in self.comparisons if other in c.ratios)

    def label(self, measurement: Measurement) -> str:
        """What the measurement's algorithm is called here."""
        return next(c.label for c in self.comparisons if measurement in c.measurements)
