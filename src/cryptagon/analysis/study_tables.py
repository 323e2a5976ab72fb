"""What a study shows of all its targets side by side: a row a cipher, a column a target."""

from collections.abc import Iterable, Sequence
from statistics import geometric_mean

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.naming import listed, shown
from cryptagon.analysis.positions import RANK, positions
from cryptagon.analysis.ratio import BASELINE
from cryptagon.results import Measurement


def ratios(measurements: Iterable[Measurement], baseline: str = BASELINE) -> str:
    """For each approach a table of its figures over the baseline's with geometric means below:
    throughput/area, then area of estimates.
    """
    found = _first_of_targets(groups(measurements, baseline))
    others = dict.fromkeys(other for group in found for other in group.others)
    kinds = [
        (other, [g for g in found if g.timed == timed and other in g.others])
        for other in others
        for timed in (True, False)
    ]
    return "\n\n".join(_ratio_table(chosen, other) for other, chosen in kinds if chosen)


def _ratio_table(found: Sequence[Group], other: str) -> str:
    metric, estimates = found[0].deciding, "" if found[0].timed else ", estimates"
    labels = list(dict.fromkeys(c.label for group in found for c in group.compared(other)))
    columns = [
        {
            c.label: ratio.other_over_baseline
            for c in group.compared(other)
            if (ratio := c.ratio(other, metric))
        }
        for group in found
    ]
    rows = [
        [label, *(f"{column[label]:.2f}" if label in column else NOTHING for column in columns)]
        for label in labels
    ]
    means = ["geometric mean", *(f"{geometric_mean(column.values()):.2f}" for column in columns)]
    names = f"{shown(other)}/{shown(found[0].baseline)} of {metric.title.lower()}{estimates}"
    return markdown_table([names, *(group.target for group in found)], [*rows, means], 1)


def places(measurements: Iterable[Measurement], metric: Metric) -> str:
    """The positions of every algorithm by the approaches on each target with frequencies, the best
    on average first.
    """
    found = _first_of_targets(group for group in groups(measurements) if group.timed)
    if not found:
        return "No target has frequencies."
    approaches = found[0].present
    numbers = [positions(group, metric) for group in found]
    by_label: dict[str, list[str]] = {}
    for label in dict.fromkeys(c.label for group in found for c in group.comparisons):
        pairs = ((own, _named(group, label)) for own, group in zip(numbers, found, strict=True))
        by_label[label] = [own.pair(c, approaches) if c else NOTHING for own, c in pairs]
    order = sorted(by_label, key=lambda label: (_average(found, metric, label), label))
    heading = [
        "algorithm",
        *(
            f"{group.target}{', ranks' if own.kind == RANK else ''}"
            for own, group in zip(numbers, found, strict=True)
        ),
    ]
    table = markdown_table(heading, [[label, *by_label[label]] for label in order], 1)
    by = listed([f"by {shown(name)}" for name in approaches])
    return f"{metric.title}: in brackets the tier {by}; where a design was placed with one seed alone, the rank.\n\n{table}"


def _average(found: Sequence[Group], metric: Metric, label: str) -> float:
    """The mean over all targets of the algorithm's place among the best designs of all."""
    orders = [sorted(group.comparisons, key=lambda c: c.best_first(metric)) for group in found]
    own = [
        [c.label for c in order].index(label)
        for order in orders
        if any(c.label == label for c in order)
    ]
    return sum(own) / len(own)


def _named(group: Group, label: str) -> Comparison | None:
    return next((c for c in group.comparisons if c.label == label), None)


def _first_of_targets(found: Iterable[Group]) -> list[Group]:
    """Of groups that differ in conditions alone the one with most results."""
    return [group for group in found if group.number == 1]
