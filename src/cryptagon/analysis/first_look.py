"""The tables of docs/first-look.md and of docs/measured.md, from the committed records of `cryptagon run contests/first-look.toml`.

`python -m cryptagon.analysis.first_look` writes both anew, and the pictures beside them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from cryptagon import paths
from cryptagon.analysis.comparison import Comparison, Group, groups
from cryptagon.analysis.correlation import agreement
from cryptagon.analysis.documents import NOTHING, days_of, markdown_table, tools_of, with_section
from cryptagon.analysis.metrics import AREA, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.targets_plot import targets_plot
from cryptagon.results import Measurement, ResultsStore

PICTURED = "ecp5-85f-8"


def records() -> list[Measurement]:
    """The committed records, the newest of each key."""
    return ResultsStore(paths.repository() / "benchmarks" / "results" / "first-look").newest()


def summary(measurements: Iterable[Measurement]) -> str:
    """A row a target: throughput/area of each algorithm by RTL and HLS, the ratios, whether both rank the same; then areas of estimates."""
    found = groups(measurements)
    routed, estimated = [group for group in found if group.timed], [group for group in found if not group.timed and _any(group)]
    parts = [_summary(routed, THROUGHPUT_PER_AREA, "throughput/area"), _summary(estimated, AREA, "area, estimates")]
    return "\n\n".join(part for part in parts if part)


def _any(group: Group) -> bool:
    return any(m.ok for m in group.measurements)


def _summary(chosen: Sequence[Group], metric: Metric, what: str) -> str:
    if not chosen:
        return ""
    labels = list(dict.fromkeys(comparison.label for group in chosen for comparison in group.comparisons))
    heading = ["target", "area in", *(f"{label}: RTL, HLS" for label in labels), f"HLS/RTL {what}", "ranked the same"]
    rows = [_target_row(group, labels, metric) for group in chosen]
    return markdown_table(heading, rows, 2)


def _target_row(group: Group, labels: Sequence[str], metric: Metric) -> list[str]:
    by_label = {comparison.label: comparison for comparison in group.comparisons}
    cells = [_pair(by_label[label], metric) if label in by_label else NOTHING for label in labels]
    ratios = [ratio.hls_over_rtl for comparison in group.comparisons for ratio in comparison.ratios if ratio.metric == metric]
    span = f"{min(ratios):.2f} to {max(ratios):.2f}" if ratios else NOTHING
    same = agreement(group, metric)
    return [group.target, group.area_unit, *cells, span, f"{same.same} of {same.n}" if same.n else NOTHING]


def _pair(comparison: Comparison, metric: Metric) -> str:
    return ", ".join(_figure(one, metric) for one in (comparison.rtl, comparison.hls))


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
    failed = [f"* {m.title} {m.approach.upper()} on {m.target}: {m.status}" for m in measurements if not m.ok]
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
    pictures = [targets_plot(found), *(plot for group in found if group.target == PICTURED for plot in plots(group))]
    for plot in pictures:
        if plot:
            plot.write_png(paths.repository() / "docs" / "images")


if __name__ == "__main__":
    main()
