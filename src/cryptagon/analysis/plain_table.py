"""The table of a group of measurements for papers and spreadsheets: CSV, Markdown, LaTeX."""

import csv
import io
from collections.abc import Callable, Iterable
from statistics import median

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.conditions import area_unit
from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.latex import latex_escaped
from cryptagon.analysis.metrics import ALL_SHOWN
from cryptagon.analysis.naming import shown
from cryptagon.analysis.ranking import contested, ranks_within
from cryptagon.analysis.ratio import BASELINE
from cryptagon.results import Measurement

_DESIGN = (
    "target",
    "device",
    "algorithm_class",
    "scope",
    "interface",
    "estimate",
    "algorithm",
    "variant",
    "approach",
    "status",
)


def as_csv(measurements: Iterable[Measurement]) -> str:
    """One table of all groups, with full numbers: target, class, scope and estimate are in every
    row. What a design lacks is empty.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = [metric.field for metric in ALL_SHOWN]
    runs = ["runs", "seeds_of_best", "fmax_median_mhz", "fmax_lowest_mhz"]
    writer.writerow([*_DESIGN, "work", "work_bits", "area_unit", *fields, *runs])
    for group in groups(measurements):
        for m in group.measurements:
            design = [getattr(m, name) for name in _DESIGN]
            figures = [metric.value(m) for metric in ALL_SHOWN]
            row = [
                *design,
                m.work.name,
                m.work.bits,
                area_unit(m),
                *figures,
                len(m.attempts),
                *_over_seeds(m),
            ]
            writer.writerow(["" if value is None else value for value in row])
    return out.getvalue()


def as_markdown(measurements: Iterable[Measurement], baseline: str = BASELINE) -> str:
    """A table for each group, under its title."""
    tables = [
        f"**{group.title}**\n\n{group_table(group)}" for group in groups(measurements, baseline)
    ]
    return "\n\n".join(tables) + "\n"


def as_latex(measurements: Iterable[Measurement]) -> str:
    """A `table` environment for each group, with `booktabs` rules."""
    return "\n\n".join(map(_latex_table, groups(measurements))) + "\n"


FORMATS: dict[str, Callable[[Iterable[Measurement]], str]] = {
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}


def group_table(group: Group) -> str:
    """The table of one group in Markdown."""
    return markdown_table(_heading(group), _rows(group), _left(group))


def _left(group: Group) -> int:
    """Columns of words."""
    return 3 if group.jobs else 2


def _heading(group: Group) -> list[str]:
    figures = [group.in_unit(metric.column) for metric in group.scale.shown]
    rank = ["rank"] if contested(group) else []
    runs = ["Fmax over seeds: median", "lowest", "runs"] if _listed_runs(group) else []
    return ["algorithm", *(["job"] if group.jobs else []), "by", *figures, *rank, *runs]


def _rows(group: Group) -> list[list[str]]:
    ranks = ranks_within(group, group.deciding) if contested(group) else None
    runs = _listed_runs(group)
    return [
        [
            *_names(group, m),
            *_cells(group, m),
            *_rank(ranks, m),
            *([*_spread(m), str(len(m.attempts))] if runs else []),
        ]
        for m in group.measurements
    ]


def _listed_runs(group: Group) -> bool:
    """Whether any record lists the runs of its search; older ones do not."""
    return any(m.attempts for m in group.measurements)


def _names(group: Group, m: Measurement) -> list[str]:
    return [group.label(m), *([m.work.name] if group.jobs else []), shown(m.approach)]


def _cells(group: Group, m: Measurement) -> list[str]:
    metrics = group.scale.shown
    return (
        [metric.text(metric.value(m)) for metric in metrics]
        if m.ok
        else ["failed", *[""] * (len(metrics) - 1)]
    )


def _rank(ranks: dict[tuple[str, ...], int | None] | None, m: Measurement) -> list[str]:
    if ranks is None:
        return []
    rank = ranks[m.key]
    return ["" if rank is None else str(rank)]


def _spread(m: Measurement) -> list[str]:
    return ["" if value is None else f"{value:.1f}" for value in _over_seeds(m)[1:]]


def _over_seeds(m: Measurement) -> list[float | None]:
    """How many runs differ from the best in nothing but the seed; the median and the lowest of
    their frequencies.
    """
    found = m.fmax_over_seeds
    return [len(found), median(found), found[0]] if found else [0, None, None]


def _latex_table(group: Group) -> str:
    heading, rows = _heading(group), _rows(group)
    lines = [" & ".join(map(latex_escaped, row)) + r" \\" for row in (heading, *rows)]
    columns = "l" * _left(group) + "r" * (len(heading) - _left(group))
    body = [
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        lines[0],
        r"\midrule",
        *lines[1:],
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_escaped(group.title)}}}",
            *body,
            r"\end{table}",
        ]
    )
