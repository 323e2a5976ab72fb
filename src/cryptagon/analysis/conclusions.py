"""Each conclusion of the case study beside what the records of a study say of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from cryptagon import classes
from cryptagon.analysis.case_study import (
    AHEAD,
    CHANGING,
    COMPARED,
    LEADERS,
    OUTSIDE,
    SAME_CYCLES,
    WITHIN_A_FIFTH,
    YARDSTICK,
)
from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.findings import span
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.intervals import tau_interval
from cryptagon.analysis.metrics import BLOCK_CYCLES, THROUGHPUT, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.naming import listed
from cryptagon.results import Measurement

Judged = Mapping[str, Sequence[bool | None]]
"""By algorithm, for every target and approach: whether something is so; None where there is no
result.
"""

_OTHER = "hls"
_NOTHING_YET = "not run yet"
_SLACK = 1e-9  # a ratio of cycles is a quotient of two measured numbers


@dataclass(frozen=True)
class Conclusion:
    """What is concluded, what the case study says of it, what decides it here, and the function
    that finds that in groups of records.
    """

    text: str
    there: str
    decided_by: str
    here: Callable[[Sequence[Group]], str]


def conclusions(measurements: Iterable[Measurement]) -> str:
    """A table: what the case study concludes, what decides it, and what is found on targets that
    have frequencies by both approaches; below it the targets that were too small for some.
    """
    timed = [
        group
        for group in groups(measurements)
        if group.timed and group.number == 1 and _OTHER in group.others
    ]
    most = max((len(_placed(group)) for group in timed), default=0)
    found = [group for group in timed if len(_placed(group)) == most]
    on = f"here, on {_counted(len(found), 'target')}" if found else "here"
    rows = [
        [one.text, one.there, one.decided_by, one.here(found) if found else _NOTHING_YET]
        for one in _all()
    ]
    table = markdown_table(["conclusion", "case study", "decided here by", on], rows, 4)
    fewer = [
        f"{group.target} (of {most} ciphers {len(_placed(group))} have one)"
        for group in timed
        if group not in found
    ]
    left_out = "Targets on which some ciphers have no result decide nothing: "
    return f"{table}\n\n{left_out}{', '.join(fewer)}." if fewer else table


def _placed(group: Group) -> set[str]:
    """The algorithms with a figure by both approaches."""
    return {c.measurements[0].algorithm for c in group.comparisons if c.ratio(_OTHER, THROUGHPUT)}


def _all() -> Iterator[Conclusion]:
    close, agree, same = (
        "yes, no figure",
        "strongly, no figure",
        f"{SAME_CYCLES} of {COMPARED}; {WITHIN_A_FIFTH} of {COMPARED}",
    )
    simulated = "cycles a block, by simulation"
    yield Conclusion(
        "HLS takes no more cycles than RTL; at most 1.2 times as many",
        same,
        simulated,
        _same_cycles,
    )
    yield Conclusion(
        "Decryption takes the cycles of encryption; AD takes no more than data",
        "all; all",
        simulated,
        _directions,
    )
    first = "the first three of each target and approach"
    yield Conclusion("The three of highest throughput", _titles(LEADERS), first, _leaders)
    everywhere, somewhere = (
        "the figure on every target, by both approaches",
        "the figure on some target",
    )
    for metric, names in AHEAD.items():
        there = f"{len(names)}: {_titles(names)}"
        yield Conclusion(
            f"Ahead of AES-GCM in {_figure(metric)} by both approaches",
            there,
            everywhere,
            _ahead_text(metric),
        )
    yield Conclusion(
        "Ahead of AES-GCM in throughput/area by one approach alone",
        _titles(CHANGING),
        somewhere,
        _changing,
    )
    for metric, names in OUTSIDE.items():
        ratio = f"RTL/HLS of {_figure(metric)} outside 0.9 to 1.3"
        yield Conclusion(ratio, _titles(names), "the ratio on every target", _outside(metric))
    for metric in AHEAD:
        text = f"Algorithms that change places in {_figure(metric)} are close to each other"
        yield Conclusion(
            text,
            close,
            "pairs in another order by HLS, and how far apart RTL has them",
            _exchanged(metric),
        )
    for metric in AHEAD:
        text = f"Rankings by {_figure(metric)} agree"
        yield Conclusion(
            text,
            agree,
            "Kendall's tau on every target, with its interval over seeds",
            _taus(metric),
        )


def _figure(metric: Metric) -> str:
    return metric.title.lower()


# ---- who is ahead of the yardstick ----
def ahead(found: Sequence[Group], metric: Metric) -> Judged:
    """Whether each algorithm is ahead of the yardstick of the same approach in `metric`, on every
    target by every approach.
    """
    names = dict.fromkeys(
        m.algorithm for group in found for m in group.measurements if m.algorithm != YARDSTICK
    )
    return {
        name: [_is_ahead(group, name, way, metric) for group in found for way in group.present]
        for name in names
    }


def _is_ahead(group: Group, name: str, approach: str, metric: Metric) -> bool | None:
    values = [_value(group, one, approach, metric) for one in (name, YARDSTICK)]
    return (
        None
        if values[0] is None or values[1] is None
        else metric.order(values[0]) < metric.order(values[1])
    )


def _value(group: Group, algorithm: str, approach: str, metric: Metric) -> float | None:
    return next((metric.value(m) for m in group.of(approach) if m.algorithm == algorithm), None)


def _ahead_text(metric: Metric) -> Callable[[Sequence[Group]], str]:
    def here(found: Sequence[Group]) -> str:
        judged = ahead(found, metric)
        always = [name for name, verdicts in judged.items() if all(verdicts)]
        sometimes = [
            name for name, verdicts in judged.items() if any(verdicts) and name not in always
        ]
        text = f"{len(always)}: {_titles(always)}{_beside(always, AHEAD[metric])}"
        return text + (f"; sometimes {_titles(sometimes)}" if sometimes else "")

    return here


def _beside(here: Sequence[str], there: Sequence[str]) -> str:
    """How a set of names differs from that of the case study."""
    if set(here) == set(there):
        return ", the same"
    more, fewer = (
        [name for name in here if name not in there],
        [name for name in there if name not in here],
    )
    parts = [
        f"{word} {_titles(names)}"
        for word, names in (("besides", more), ("without", fewer))
        if names
    ]
    return f" ({'; '.join(parts)})"


def _changing(found: Sequence[Group]) -> str:
    """Which algorithms are ahead of the yardstick by one approach alone, and where."""
    where: dict[str, list[str]] = {}
    for group in found:
        for name, verdicts in ahead([group], THROUGHPUT_PER_AREA).items():
            if {True, False} <= set(verdicts):
                where.setdefault(name, []).append(group.target)
    return "; ".join(f"{_titles([name])} on {listed(own)}" for name, own in where.items()) or "none"


# ---- order ----
def _leaders(found: Sequence[Group]) -> str:
    """The first three by throughput: how many rankings, each of a target and an approach, have
    which.
    """
    sets = Counter(
        tuple(sorted(_first_three(group, way))) for group in found for way in group.present
    )
    return "; ".join(
        f"{_titles(names)}: {number} of {sets.total()} rankings"
        for names, number in sets.most_common()
    )


def _first_three(group: Group, approach: str) -> list[str]:
    ranked = [m for m in group.of(approach) if THROUGHPUT.value(m) is not None]
    return [m.algorithm for m in sorted(ranked, key=lambda m: -(THROUGHPUT.value(m) or 0))[:3]]


def _exchanged(metric: Metric) -> Callable[[Sequence[Group]], str]:
    def here(found: Sequence[Group]) -> str:
        """How far apart by RTL two algorithms are at most that HLS puts in the other order."""
        pairs = [
            (gap, names, group.target) for group in found for gap, names in exchanges(group, metric)
        ]
        if not pairs:
            return "no two change places"
        gap, names, target = max(pairs)
        return f"{_counted(len(pairs), 'pair')}; the widest {listed(names)}, {gap - 1:.0%} apart by RTL on {target}"

    return here


def exchanges(group: Group, metric: Metric) -> list[tuple[float, tuple[str, str]]]:
    """The pairs of algorithms that HLS puts in the other order than RTL: the greater figure by RTL
    over the smaller, and their names.
    """
    values = [
        (c.label, ratio.baseline_value, ratio.other_value)
        for c in group.comparisons
        if (ratio := c.ratio(_OTHER, metric))
    ]
    return [
        (max(one[1], two[1]) / min(one[1], two[1]), (one[0], two[0]))
        for one, two in combinations(values, 2)
        if (one[1] - two[1]) * (one[2] - two[2]) < 0
    ]


def _taus(metric: Metric) -> Callable[[Sequence[Group]], str]:
    def here(found: Sequence[Group]) -> str:
        """The span of tau over the targets, and the lowest end of its intervals."""
        known = [
            value
            for group in found
            if (value := agreement(group, metric, _OTHER).kendall) is not None
        ]
        ends = [
            (interval[0], group.target)
            for group in found
            if (interval := tau_interval(group, metric, _OTHER))
        ]
        lowest = f"; lowest end of an interval {min(ends)[0]:.2f} ({min(ends)[1]})" if ends else ""
        return f"{span(known)}{lowest}" if known else NOTHING

    return here


# ---- ratios ----
def _outside(metric: Metric) -> Callable[[Sequence[Group]], str]:
    def here(found: Sequence[Group]) -> str:
        """Which algorithms have RTL/HLS outside the band, and on how many targets."""
        pairs = [
            (c.measurements[0].algorithm, c.ratio(_OTHER, metric))
            for group in found
            for c in group.comparisons
        ]
        known = Counter(name for name, ratio in pairs if ratio)
        outside = Counter(name for name, ratio in pairs if ratio and ratio.outside)
        return (
            ", ".join(
                f"{_titles([name])} (on {outside[name]} of {known[name]})"
                for name in known
                if outside[name]
            )
            or "none"
        )

    return here


def _same_cycles(found: Sequence[Group]) -> str:
    """How many designs take the same cycles a block by both approaches, and how many at most a
    fifth more by HLS.
    """
    by_label: dict[str, Comparison] = {
        c.label: c for group in found for c in group.comparisons if c.ratio(_OTHER, BLOCK_CYCLES)
    }
    quotients = [
        ratio.other_over_baseline
        for c in by_label.values()
        if (ratio := c.ratio(_OTHER, BLOCK_CYCLES))
    ]
    same, within = (
        sum(quotient <= limit + _SLACK for quotient in quotients) for limit in (1.0, 1.2)
    )
    return f"{same} of {len(quotients)}; {within} of {len(quotients)}"


def _directions(found: Sequence[Group]) -> str:
    """How many designs decrypt in the cycles of encryption, and take AD in no more than data."""
    known = list(
        {
            (m.algorithm, m.variant, m.approach): m.cycles
            for group in found
            for m in group.measurements
            if m.cycles
        }.values()
    )
    alike = sum(cycles.get("encryption") == cycles.get("decryption") for cycles in known)
    swift = sum(cycles.get("ad_encryption", 0) <= cycles.get("encryption", 0) for cycles in known)
    return f"{alike} of {_counted(len(known), 'design')}; {swift} of {len(known)}"


def _titles(names: Iterable[str]) -> str:
    known = classes.algorithms()
    titles = [known[name].title if name in known else name for name in names]
    return listed(titles) if titles else "none"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
