"""The table of a group of measurements for papers and spreadsheets: CSV, Markdown, LaTeX."""

import csv
import io
from collections.abc import Callable, Iterable
from statistics import median

from cryptagon.analysis.comparison import Group, groups
from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.metrics import SHOWN, THROUGHPUT_PER_AREA
from cryptagon.analysis.ranking import ranks_within
from cryptagon.results import Measurement

LEFT = 2  # columns of words
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "_": r"\_",
    "#": r"\#",
    "$": r"\$",
    "\N{EN DASH}": "--",
}


def as_csv(measurements: Iterable[Measurement]) -> str:
    """One table of all groups, with full numbers: target, scope and estimate stand in every row. Failed designs have empty figures."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = [metric.field for metric in SHOWN]
    runs = ["runs", "seeds_of_best", "fmax_median_mhz", "fmax_lowest_mhz"]
    writer.writerow(["target", "device", "scope", "estimate", "algorithm", "variant", "approach", "status", "area_unit", *fields, *runs])
    for group in groups(measurements):
        for m in group.measurements:
            figures = [metric.value(m) for metric in SHOWN]
            place = [m.target, m.device, m.scope, m.estimate, m.algorithm, m.variant, m.approach, m.status, m.area_unit]
            writer.writerow([*place, *("" if value is None else value for value in figures), len(m.attempts), *_over_seeds(m)])
    return out.getvalue()


def as_markdown(measurements: Iterable[Measurement]) -> str:
    """A table for each group, under its title."""
    tables = [f"**{group.title}**\n\n{markdown_table(_heading(group), _rows(group), LEFT)}" for group in groups(measurements)]
    return "\n\n".join(tables) + "\n"


def as_latex(measurements: Iterable[Measurement]) -> str:
    """A `table` environment for each group, with `booktabs` rules."""
    return "\n\n".join(map(_latex_table, groups(measurements))) + "\n"


FORMATS: dict[str, Callable[[Iterable[Measurement]], str]] = {"csv": as_csv, "markdown": as_markdown, "latex": as_latex}


def _heading(group: Group) -> list[str]:
    unit = group.area_unit
    figures = ["cycles/block", unit, "FF", "Fmax, MHz", "throughput, Mbit/s", f"Mbit/s per {unit}"]
    return ["algorithm", "by", *figures, "rank", "Fmax over seeds: median", "lowest", "runs"]


def _rows(group: Group) -> list[list[str]]:
    ranks = ranks_within(group, THROUGHPUT_PER_AREA)
    return [
        [group.label(m), m.approach.upper(), *_cells(m), *_rank(ranks[m.key]), *_spread(m), str(len(m.attempts))]
        for m in group.measurements
    ]


def _cells(m: Measurement) -> list[str]:
    return [metric.text(metric.value(m)) for metric in SHOWN] if m.ok else ["failed", *[""] * (len(SHOWN) - 1)]


def _rank(rank: int | None) -> list[str]:
    return ["" if rank is None else str(rank)]


def _spread(m: Measurement) -> list[str]:
    return ["" if value == "" else f"{value:.1f}" for value in _over_seeds(m)[1:]]


def _over_seeds(m: Measurement) -> list[float | str]:
    """How many runs differ from the best in nothing but the seed; the median and the lowest of their frequencies."""
    found = m.fmax_over_seeds
    return [len(found), median(found), found[0]] if found else [0, "", ""]


def _latex_table(group: Group) -> str:
    heading, rows = _heading(group), _rows(group)
    lines = [" & ".join(map(_escaped, row)) + r" \\" for row in (heading, *rows)]
    columns = "l" * LEFT + "r" * (len(heading) - LEFT)
    body = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule", r"\end{tabular}"]
    return "\n".join([r"\begin{table}", r"\centering", rf"\caption{{{_escaped(group.title)}}}", *body, r"\end{table}"])


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
