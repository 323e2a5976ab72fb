"""Ranks by one figure."""

from collections.abc import Iterable
from dataclasses import dataclass

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.metrics import Metric
from cryptagon.results import Measurement

Ranks = dict[tuple[str, ...], int | None]
"""By the key of a measurement; None for one that failed or has no rival."""


@dataclass(frozen=True)
class Ranked:
    """A measurement and its rank, 1 the best; None for one that failed."""

    rank: int | None
    measurement: Measurement


def rank(measurements: Iterable[Measurement], metric: Metric) -> list[Ranked]:
    """Best first; equal values share the best rank (1, 1, 3); failed measurements are unranked at
    the end. Ties go by key.
    """
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


def contested_ranks(values: list[float], metric: Metric) -> list[int] | list[None]:
    """`ranks` of those with a figure; none for one alone: the first of one says nothing."""
    return ranks(values, metric) if len(values) > 1 else [None] * len(values)


def rivals(group: Group) -> list[list[Measurement]]:
    """The designs that are ranked with each other: those of one approach and, where the work is a
    job, of the same job.
    """
    found: dict[tuple[str, str], list[Measurement]] = {}
    for m in group.measurements:
        found.setdefault((m.approach, m.work.name if group.jobs else ""), []).append(m)
    return list(found.values())


def contested(group: Group) -> bool:
    """Whether any design has a rival."""
    return any(len(members) > 1 for members in rivals(group))


def ranks_within(group: Group, metric: Metric) -> Ranks:
    """The rank of each measurement of `group` among its rivals that did not fail, by its key."""
    found: Ranks = {m.key: None for m in group.measurements}
    for members in rivals(group):
        valued = [(value, m.key) for m in members if (value := metric.value(m)) is not None]
        numbers = contested_ranks([value for value, _ in valued], metric)
        found |= {key: number for (_, key), number in zip(valued, numbers, strict=True)}
    return found
