"""What the pages of studies show of their committed records: summaries, ratios, ranks, cycles and
lines of code.
"""

import re
from collections.abc import Iterable, Sequence
from statistics import geometric_mean

from cryptagon import classes
from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.documents import NOTHING, days_of, markdown_table, tools_of
from cryptagon.analysis.findings import span
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.intervals import mean_interval, tau_interval
from cryptagon.analysis.lines import code_lines, core_lines, lines_kept, reference_files
from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.naming import shown
from cryptagon.analysis.published import cycles_heading, cycles_rows
from cryptagon.classes.hash.model import Hash
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest

_LONG_NAME = re.compile(r"'([^']{24})[^']{9,}'")


def summary(measurements: Iterable[Measurement]) -> str:
    """A row a target: the deciding figure of each algorithm by every approach, the ratios, whether
    all rank the same; then of estimates.
    """
    found = [group for group in groups(measurements) if any(m.ok for m in group.measurements)]
    routed, estimated = (
        [group for group in found if group.timed],
        [group for group in found if not group.timed],
    )
    return "\n\n".join(
        part for part in (_summary(routed, ""), _summary(estimated, ", estimates")) if part
    )


def _summary(chosen: Sequence[Group], mark: str) -> str:
    if not chosen:
        return ""
    first = chosen[0]
    labels = list(
        dict.fromkeys(comparison.label for group in chosen for comparison in group.comparisons)
    )
    approaches = [
        name for name in first.approaches if any(name in group.present for group in chosen)
    ]
    others = [name for name in approaches if name != first.baseline]
    heading = [
        "target",
        "area in",
        *(f"{label}: {', '.join(map(shown, approaches))}" for label in labels),
    ]
    for other in others:
        heading += [
            f"{shown(other)}/{shown(first.baseline)} {first.deciding.title.lower()}{mark}",
            "ranked the same",
        ]
    return markdown_table(
        heading, [_target_row(group, labels, approaches, others) for group in chosen], 2
    )


def _target_row(
    group: Group, labels: Sequence[str], approaches: Sequence[str], others: Sequence[str]
) -> list[str]:
    by_label = {comparison.label: comparison for comparison in group.comparisons}
    cells = [
        _figures(by_label[label], approaches, group.deciding) if label in by_label else NOTHING
        for label in labels
    ]
    for other in others:
        ratios = _ratios(group, other, group.deciding)
        same = agreement(group, group.deciding, other)
        cells += [
            span(ratios) if ratios else NOTHING,
            f"{same.same} of {same.n}" if same.n else NOTHING,
        ]
    return [group.target, group.area_unit, *cells]


def _figures(comparison: Comparison, approaches: Sequence[str], metric: Metric) -> str:
    return ", ".join(_figure(comparison.by_approach.get(name), metric) for name in approaches)


def _figure(one: Measurement | None, metric: Metric) -> str:
    if one is None:
        return NOTHING
    return metric.text(metric.value(one)) if one.ok else "failed"


def made_by(measurements: Iterable[Measurement]) -> str:
    """Tools and days, in a sentence."""
    known = list(measurements)
    return f"{days_of(m.date for m in known)}; {tools_of(m.tools for m in known)}."


def failures(measurements: Iterable[Measurement]) -> str:
    """The designs without a result, and why."""
    failed = [
        f"* {m.title} {shown(m.approach)} on {m.target}: {_reason(m)}"
        for m in measurements
        if not m.ok
    ]
    return "\n".join(failed) if failed else "None."


def _reason(measurement: Measurement) -> str:
    """Its status without the target, and without most of a cell's long name."""
    told = measurement.status.removeprefix(f"{measurement.target}: ")
    return _LONG_NAME.sub(lambda name: f"'{name[1]}…'", told)


def quality(measurements: Iterable[Measurement]) -> str:
    """A row a target and approach: geometric means of its figures over the baseline's, that of
    throughput/area with the interval that the choice of algorithms explains, the least
    throughput/area, and Kendall's tau with the interval that the seeds explain; of estimates the
    area.
    """
    heading = [
        "target",
        "ratio",
        "designs",
        "area",
        "Fmax",
        "throughput/area",
        "lowest",
        "tau, throughput",
        "tau, throughput/area",
    ]
    rows = [_quality_row(group, other) for group in groups(measurements) for other in group.others]
    return markdown_table(heading, rows, 2)


def _quality_row(group: Group, other: str) -> list[str]:
    ratios = {metric: _ratios(group, other, metric) for metric in (AREA, FMAX, THROUGHPUT_PER_AREA)}
    means = [f"{geometric_mean(found):.2f}" if found else NOTHING for found in ratios.values()]
    worth = ratios[THROUGHPUT_PER_AREA]
    means[-1] += _bracketed(mean_interval(worth))
    taus = [
        _tau(group, metric, other) if group.timed else NOTHING
        for metric in (THROUGHPUT, THROUGHPUT_PER_AREA)
    ]
    target = group.target if group.timed else f"{group.target}, estimates"
    names, number = f"{shown(other)}/{shown(group.baseline)}", len(group.compared(other))
    return [target, names, str(number), *means, f"{min(worth):.2f}" if worth else NOTHING, *taus]


def _ratios(group: Group, other: str, metric: Metric) -> list[float]:
    return [
        ratio.other_over_baseline for c in group.comparisons if (ratio := c.ratio(other, metric))
    ]


def _tau(group: Group, metric: Metric, other: str) -> str:
    """Kendall's tau of the two rankings, and in brackets its interval where the spread over seeds
    is known.
    """
    found, interval = agreement(group, metric, other).kendall, tau_interval(group, metric, other)
    if found is None:
        return NOTHING
    return f"{found:.2f}{_bracketed(interval)}"


def _bracketed(interval: tuple[float, float] | None) -> str:
    return f" ({interval[0]:.2f} to {interval[1]:.2f})" if interval else ""


def cycles(measurements: Sequence[Measurement], contest: Contest) -> str:
    """Clock cycles of a block, those that others published beside ours, of the target with most
    designs: cycles are the same on all.
    """
    group = max(groups(measurements), key=lambda group: len(group.comparisons), default=None)
    return (
        markdown_table(
            cycles_heading(group, contest.published), cycles_rows(group, contest.published), 1
        )
        if group
        else ""
    )


def formulas(contest: Contest) -> str:
    """Clock cycles of a message of N blocks: as others published them, and by algorithm.toml, which
    tests hold to simulation.
    """
    theirs = [one for one in contest.published if one.formulas]
    rows = []
    for name in contest.names:
        algorithm = classes.algorithm(name)
        assert isinstance(algorithm, Hash)  # other classes have no formula of a whole message
        published = [one.formulas.get(name, NOTHING) for one in theirs]
        rows.append(
            [
                algorithm.title,
                *published,
                algorithm.architecture.cycles,
                str(algorithm.sizes.block),
                str(algorithm.bus["w"]),
            ]
        )
    heading = ["algorithm", *(one.by for one in theirs), "Cryptagon", "block, bits", "bus, bits"]
    return markdown_table(heading, rows, 2 + len(theirs))


def lines(contest: Contest) -> str:
    """Lines of code that people wrote for each algorithm: reference software, C for hardware,
    hardware by hand.
    """
    rows = []
    for name in contest.names:
        algorithm = classes.algorithm(name)
        reference = len(code_lines(reference_files(algorithm)))
        in_c, by_hand = (len(core_lines(algorithm, approach)) for approach in ("hls", "rtl"))
        rows.append(
            [
                algorithm.title,
                str(reference),
                str(in_c),
                str(by_hand),
                f"{in_c / by_hand:.2f}",
                str(lines_kept(algorithm)),
            ]
        )
    heading = [
        "algorithm",
        "reference C",
        "C for HLS",
        "RTL",
        "HLS/RTL",
        "lines of the reference kept",
    ]
    return markdown_table(heading, rows, 1)
