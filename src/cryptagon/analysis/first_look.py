"""The tables of docs/first-look.md and of docs/measured.md, from the committed records of `cryptagon run contests/first-look.toml`.

`python -m cryptagon.analysis.first_look` writes both anew, and the pictures beside them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from cryptagon import paths
from cryptagon.analysis.committed import committed_folder
from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.documents import NOTHING, days_of, markdown_table, tools_of, with_section
from cryptagon.analysis.findings import span
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.naming import shown
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.targets_plot import targets_plots
from cryptagon.results import Measurement, load_all, newest, placed

FOLDER = "first-look"
PICTURED = "ecp5-85f-8"


def records() -> list[Measurement]:
    """The committed records, the newest of each key."""
    return newest(placed(load_all(committed_folder(FOLDER))))


def summary(measurements: Iterable[Measurement]) -> str:
    """A row a target: the deciding figure of each algorithm by every approach, the ratios, whether all rank the same; then of estimates."""
    found = [group for group in groups(measurements) if any(m.ok for m in group.measurements)]
    routed, estimated = [group for group in found if group.timed], [group for group in found if not group.timed]
    return "\n\n".join(part for part in (_summary(routed, ""), _summary(estimated, ", estimates")) if part)


def _summary(chosen: Sequence[Group], mark: str) -> str:
    if not chosen:
        return ""
    first = chosen[0]
    labels = list(dict.fromkeys(comparison.label for group in chosen for comparison in group.comparisons))
    approaches = [name for name in first.approaches if any(name in group.present for group in chosen)]
    others = [name for name in approaches if name != first.baseline]
    heading = ["target", "area in", *(f"{label}: {', '.join(map(shown, approaches))}" for label in labels)]
    for other in others:
        heading += [f"{shown(other)}/{shown(first.baseline)} {first.deciding.title.lower()}{mark}", "ranked the same"]
    return markdown_table(heading, [_target_row(group, labels, approaches, others) for group in chosen], 2)


def _target_row(group: Group, labels: Sequence[str], approaches: Sequence[str], others: Sequence[str]) -> list[str]:
    by_label = {comparison.label: comparison for comparison in group.comparisons}
    cells = [_figures(by_label[label], approaches, group.deciding) if label in by_label else NOTHING for label in labels]
    for other in others:
        ratios = [ratio.other_over_baseline for c in group.comparisons if (ratio := c.ratio(other, group.deciding))]
        same = agreement(group, group.deciding, other)
        cells += [span(ratios) if ratios else NOTHING, f"{same.same} of {same.n}" if same.n else NOTHING]
    return [group.target, group.area_unit, *cells]


def _figures(comparison: Comparison, approaches: Sequence[str], metric: Metric) -> str:
    return ", ".join(_figure(comparison.by_approach.get(name), metric) for name in approaches)


def _figure(one: Measurement | None, metric: Metric) -> str:
    if one is None:
        return NOTHING
    return metric.text(metric.value(one)) if one.ok else "failed"


def strategies(measurements: Iterable[Measurement]) -> str:
    """How often each synthesis strategy gave the best result, by target."""
    rows = []
    for group in groups(measurements):
        tried = list(dict.fromkeys(run.strategy for m in group.measurements for run in m.attempts))
        won = Counter(m.best_strategy for m in group.measurements if m.ok)
        runs = sum(len(m.attempts) for m in group.measurements)
        rows.append([group.target, ", ".join(f"{strategy} {won[strategy]}" for strategy in tried), str(sum(won.values())), str(runs)])
    return markdown_table(["target", "strategies, and how many designs each was best for", "designs", "runs"], rows, 2)


def made_by(measurements: Iterable[Measurement]) -> str:
    """Tools and days, in a sentence."""
    known = list(measurements)
    return f"{days_of(m.date for m in known)}; {tools_of(m.tools for m in known)}."


def page(text: str, measurements: Sequence[Measurement]) -> str:
    """The page with its tables made anew."""
    failed = [f"* {m.title} {shown(m.approach)} on {m.target}: {m.status}" for m in measurements if not m.ok]
    text = with_section(text, "summary", summary(measurements))
    text = with_section(text, "strategies", strategies(measurements))
    text = with_section(text, "failures", "\n".join(failed) if failed else "None.")
    return with_section(text, "tables", f"{as_markdown(measurements)}\n{made_by(measurements)}")


def readme(text: str, measurements: Sequence[Measurement]) -> str:
    """The page of all that was measured with one target's table and the summary of all made anew."""
    pictured = [m for m in measurements if m.target == PICTURED]
    text = with_section(text, "results", f"{as_markdown(pictured)}\n{made_by(pictured)}")
    return with_section(text, "summary", summary(measurements))


def main() -> None:
    """Writes docs/first-look.md, docs/measured.md and the pictures."""
    measurements = records()
    for document, made in ((paths.repository() / "docs" / "first-look.md", page), (paths.repository() / "docs" / "measured.md", readme)):
        document.write_text(made(document.read_text(), measurements))
    found = groups(measurements)
    for plot in [*targets_plots(found), *(plot for group in found if group.target == PICTURED for plot in plots(group))]:
        plot.write_png(paths.repository() / "docs" / "images")


if __name__ == "__main__":
    main()
