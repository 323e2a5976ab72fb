"""What a plot shows, said in a sentence: the titles of the plots, made from the measurements."""

from collections.abc import Sequence

from cryptagon.analysis.comparison import BAND, Group
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.metrics import AREA, THROUGHPUT, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.ranking import rank
from cryptagon.results import Measurement


def ranking_finding(group: Group, metric: Metric) -> str:
    """Which algorithm leads by `metric`, and whether HLS ranks as RTL does."""
    approach = _leading_approach(group)
    best = [entry.measurement for entry in rank(group.of(approach), metric) if entry.rank == 1]
    value = f"{metric.text(metric.value(best[0]))} {metric.unit} in {approach.upper()}"
    lead = f"{_names([group.label(m) for m in best])} {'leads' if len(best) == 1 else 'lead'} in {metric.title.lower()}: {value}"
    return f"{lead}; {_order_sentence(group, metric)}" if agreement(group, metric).n > 1 else lead


def _order_sentence(group: Group, metric: Metric) -> str:
    found = agreement(group, metric)
    if found.same == found.n:
        return f"HLS and RTL rank all {found.n} the same"
    return f"HLS and RTL rank {found.n - found.same} of {found.n} differently"


def area_finding(group: Group) -> str:
    """Which designs are not beaten in both throughput and area."""
    approach = _leading_approach(group)
    front = pareto_front([m for m in group.of(approach) if m.ok])
    total = sum(m.ok for m in group.of(approach))
    if len(front) > 3:
        return f"{len(front)} of {total} {approach.upper()} designs are beaten by none in both throughput and area"
    return f"No {approach.upper()} design is both smaller and faster than {_names([group.label(m) for m in front], 'or')}"


def ratio_finding(group: Group) -> str:
    """How many RTL/HLS ratios lie in the desired band, and the range of the one that decides a ranking."""
    ratios = [ratio for comparison in group.comparisons for ratio in comparison.ratios]
    inside = sum(ratio.in_band for ratio in ratios)
    deciding = [ratio.rtl_over_hls for ratio in ratios if ratio.metric == THROUGHPUT_PER_AREA]
    low, high = f"{min(deciding):.2f}", f"{max(deciding):.2f}"
    span = low if low == high else f"{low} to {high}"
    count = f"All {inside}" if inside == len(ratios) else f"{inside} of {len(ratios)}"
    return f"{count} ratios lie in the desired band {BAND[0]} to {BAND[1]}; throughput/area RTL/HLS is {span}"


def pareto_front(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Those to which no other is at least equal in throughput and area and better in one; the smallest first."""

    def beats(one: Measurement, other: Measurement) -> bool:
        pairs = [(metric.value(one), metric.value(other), metric) for metric in (THROUGHPUT, AREA)]
        orders = [(metric.order(a), metric.order(b)) for a, b, metric in pairs if a is not None and b is not None]
        return all(a <= b for a, b in orders) and any(a < b for a, b in orders)

    front = [m for m in measurements if not any(beats(other, m) for other in measurements)]
    return sorted(front, key=lambda m: (m.luts or 0, m.key))


def _leading_approach(group: Group) -> str:
    """RTL is the reference; HLS speaks where no RTL design has a result."""
    return "rtl" if any(m.ok for m in group.of("rtl")) else "hls"


def _names(labels: list[str], word: str = "and") -> str:
    return f"{', '.join(labels[:-1])} {word} {labels[-1]}" if len(labels) > 1 else labels[0]
