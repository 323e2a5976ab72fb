"""Ranks, tiers and fronts of results that may be compared."""

from collections.abc import Iterator, Sequence

from cryptagon.analysis.findings import unbeaten
from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA, TIME, Metric
from cryptagon.analysis.ranking import contested_ranks
from cryptagon.analysis.tiers import BY_CLOCK, Reach, reach, tiers
from cryptagon.site.models import Result, Standing

RANKED = (THROUGHPUT_PER_AREA, THROUGHPUT, AREA, FMAX, TIME)


def standings(rows: Sequence[Result]) -> Iterator[Standing]:
    """Every standing of the results of one comparison, by every metric that they have."""
    jobs: dict[str, list[Result]] = {}
    for row in rows:
        jobs.setdefault("" if row.work_bits else row.work, []).append(row)
    for metric in RANKED:
        for members in jobs.values():
            valued = [row for row in members if metric.value(row) is not None]
            yield from _standings(valued, metric)


def front(rows: Sequence[Result]) -> None:
    """Mark the results that none of the comparison beats in both throughput and area."""
    drawn = [row for row in rows if row.ok and row.throughput_mbps and row.luts]
    for place in unbeaten(
        [
            tuple(metric.order(metric.value(row) or 0.0) for metric in (THROUGHPUT, AREA))
            for row in drawn
        ]
    ):
        drawn[place].front = True


def _standings(rows: Sequence[Result], metric: Metric) -> Iterator[Standing]:
    ranked = _ranks(rows, metric)
    reached = [_reach(row, metric) for row in rows]
    found = (
        tiers(reached) if len(rows) > 1 and _spread_is_known(rows, metric) else [None] * len(rows)
    )
    greatest = max(
        (abs(number) for own in reached for number in (own.best, own.worst)), default=1.0
    )
    for row, tier, own in zip(rows, found, reached, strict=True):
        rank, rivals = ranked[row.pk]
        shares = {"share": abs(own.best) / greatest, "share_low": abs(own.worst) / greatest}
        yield Standing(
            result=row, metric=metric.field, rank=rank, rivals=rivals, tier=tier, **shares
        )


def _spread_is_known(rows: Sequence[Result], metric: Metric) -> bool:
    """Whether every design was placed with several seeds: a figure of one seed alone cannot be told
    from chance, and so has no tier."""
    return metric in BY_CLOCK and all(len(row.spread) > 1 for row in rows)


def _ranks(rows: Sequence[Result], metric: Metric) -> dict[str, tuple[int | None, int]]:
    """The rank of each among those of its approach, by its id, and how many these are."""
    by_approach: dict[str, list[Result]] = {}
    for row in rows:
        by_approach.setdefault(row.approach, []).append(row)
    found: dict[str, tuple[int | None, int]] = {}
    for members in by_approach.values():
        numbers = contested_ranks([_value(row, metric) for row in members], metric)
        found |= {
            row.pk: (number, len(members)) for row, number in zip(members, numbers, strict=True)
        }
    return found


def _reach(row: Result, metric: Metric) -> Reach:
    return reach(metric, _value(row, metric), row.loss)


def _value(row: Result, metric: Metric) -> float:
    value = metric.value(row)
    assert value is not None  # only rows with a figure are ranked
    return value
