"""Synthesis strategies: how often each was the best, and what one approach has of another by each."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from statistics import geometric_mean

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.naming import shown
from cryptagon.results import Measurement


def strategies(measurements: Iterable[Measurement]) -> str:
    """How often each synthesis strategy gave the best result, by target."""
    rows = []
    for group in groups(measurements):
        won = Counter(m.best_strategy for m in group.measurements if m.ok)
        runs = sum(len(m.attempts) for m in group.measurements)
        tried = ", ".join(f"{strategy} {won[strategy]}" for strategy in _tried(group))
        rows.append([group.target, tried, str(sum(won.values())), str(runs)])
    return markdown_table(
        ["target", "strategies, and how many designs each was best for", "designs", "runs"], rows, 2
    )


def strategy_ratios(measurements: Iterable[Measurement]) -> str:
    """A row a target and strategy, where a study has several: geometric means of LUTs and Fmax over
    the baseline's by the same strategy, the fastest of its seeds, and the largest ratio of LUTs.
    """
    rows = [
        row
        for group in groups(measurements)
        if group.timed and len(_tried(group)) > 1
        for other, strategy in product(group.others, _tried(group))
        if (row := _ratios_row(group, other, strategy))
    ]
    heading = ["target", "strategy", "ratio", "designs", "LUT", "Fmax", "most LUT", "of"]
    return markdown_table(heading, rows, 3) if rows else ""


def _ratios_row(group: Group, other: str, strategy: str) -> list[str]:
    pairs = [
        (c.label, one, baseline)
        for c in group.comparisons
        if (one := _best(c, other, strategy)) and (baseline := _best(c, group.baseline, strategy))
    ]
    if not pairs:
        return []
    luts = {label: one[0] / baseline[0] for label, one, baseline in pairs}
    clocks = [one[1] / baseline[1] for _, one, baseline in pairs]
    label = max(luts, key=lambda label: luts[label])
    names = f"{shown(other)}/{shown(group.baseline)}"
    means = [f"{geometric_mean(found):.3f}" for found in (luts.values(), clocks)]
    return [group.target, strategy, names, str(len(luts)), *means, f"{luts[label]:.2f}", label]


def _best(comparison: Comparison, approach: str, strategy: str) -> tuple[int, float] | None:
    """LUTs, and the highest Fmax in MHz, of a design by one strategy."""
    measurement = comparison.by_approach.get(approach)
    found = [
        (run.luts, run.result_mhz)
        for run in (measurement.attempts if measurement else ())
        if run.strategy == strategy and run.luts and run.result_mhz
    ]
    return max(found, key=lambda run: run[1], default=None)


def _tried(group: Group) -> list[str]:
    return list(dict.fromkeys(run.strategy for m in group.measurements for run in m.attempts))
