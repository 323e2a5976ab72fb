"""What a plot shows, said in a sentence: the titles of the plots, made from the measurements."""

from collections.abc import Iterable, Sequence

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.metrics import AREA, THROUGHPUT, Metric
from cryptagon.analysis.naming import listed, shown
from cryptagon.analysis.ranking import rank
from cryptagon.analysis.ratio import band_of
from cryptagon.results import Measurement


def ranking_finding(group: Group, metric: Metric) -> str:
    """Which algorithm leads by `metric`, and whether the other approaches rank as the baseline
    does; of different jobs, the ratios.
    """
    if group.jobs and len({c.work for c in group.comparisons}) > 1:
        return _jobs_finding(group, metric)
    approach = _leading_approach(group)
    best = [entry.measurement for entry in rank(group.of(approach), metric) if entry.rank == 1]
    value = (
        f"{metric.text(metric.value(best[0]))} {group.in_unit(metric.unit)} in {shown(approach)}"
    )
    lead = f"{listed([group.label(m) for m in best])} {'leads' if len(best) == 1 else 'lead'} in {metric.title.lower()}: {value}"
    return "; ".join(
        [lead, *(text for other in group.others if (text := _order_sentence(group, metric, other)))]
    )


def _order_sentence(group: Group, metric: Metric, other: str) -> str:
    found = agreement(group, metric, other)
    if found.n < 2:
        return ""
    names = f"{shown(other)} and {shown(group.baseline)} rank"
    if found.same == found.n:
        return f"{names} all {found.n} the same"
    return f"{names} {found.n - found.same} of {found.n} differently"


def _jobs_finding(group: Group, metric: Metric) -> str:
    """How much of the baseline's figure the other approaches have."""
    spans = [
        f"{shown(other)} has {span(ratio.other_over_baseline for ratio in found)} of that by {shown(group.baseline)}"
        for other in group.others
        if (found := [ratio for c in group.compared(other) if (ratio := c.ratio(other, metric))])
    ]
    return f"{metric.title} of each job{': ' if spans else ''}{'; '.join(spans)}"


def area_finding(group: Group) -> str:
    """Which designs are not beaten in both throughput and area."""
    approach = _leading_approach(group)
    front = pareto_front([m for m in group.of(approach) if m.ok])
    total = sum(m.ok for m in group.of(approach))
    if len(front) > 3:
        return f"{len(front)} of {total} {shown(approach)} designs are beaten by none in both throughput and area"
    return f"No {shown(approach)} design is both smaller and faster than {listed([group.label(m) for m in front], 'or')}"


def ratio_finding(group: Group, other: str) -> str:
    """How many ratios lie in the desired band, where there is one, and the range of the one that
    decides a ranking.
    """
    ratios = [ratio for comparison in group.compared(other) for ratio in comparison.ratios[other]]
    deciding = [ratio.baseline_over_other for ratio in ratios if ratio.metric == group.deciding]
    text = (
        f"{group.deciding.title.lower()} {shown(group.baseline)}/{shown(other)} is {span(deciding)}"
    )
    band = band_of(group.baseline, other)
    if band is None:
        return f"{text[0].upper()}{text[1:]}"
    inside = sum(not ratio.outside for ratio in ratios)
    count = f"All {inside}" if inside == len(ratios) else f"{inside} of {len(ratios)}"
    return f"{count} ratios lie in the desired band {band[0]} to {band[1]}; {text}"


def span(values: Iterable[float]) -> str:
    """The least and the greatest of the values, or the one that both are."""
    known = list(values)
    low, high = f"{min(known):.2f}", f"{max(known):.2f}"
    return low if low == high else f"{low} to {high}"


def pareto_front(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Those to which no other is at least equal in throughput and area and better in one; the
    smallest first.
    """
    front = unbeaten(
        [
            tuple(metric.order(metric.value(m) or 0.0) for metric in (THROUGHPUT, AREA))
            for m in measurements
        ]
    )
    return sorted((measurements[place] for place in front), key=lambda m: (m.luts or 0, m.key))


def unbeaten(orders: Sequence[tuple[float, ...]]) -> list[int]:
    """The places of those to which no other is at least equal in all its numbers and better, which
    is less, in one.
    """

    def beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
        return one != other and all(a <= b for a, b in zip(one, other, strict=True))

    # Only one that sorts before can beat, and who is beaten is beaten by one of the front.
    front: list[int] = []
    for place in sorted(range(len(orders)), key=lambda place: orders[place]):
        if not any(beats(orders[other], orders[place]) for other in front):
            front.append(place)
    return sorted(front)


def _leading_approach(group: Group) -> str:
    """The baseline is the reference; another approach speaks where no design by the baseline has a
    result.
    """
    return next(name for name in group.present if any(m.ok for m in group.of(name)))
