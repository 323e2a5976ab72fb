"""The tables and the picture of docs/table1.md, from the committed measurements of
contests/table1.toml.

`python -m cryptagon.analysis.table1 FOLDER` takes the newest measurements in FOLDER (such as
`results`), commits them to `benchmarks/results/table1`, and writes the page.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from cryptagon import paths
from cryptagon.analysis.committed import committed_records, replace
from cryptagon.analysis.comparison import Group
from cryptagon.analysis.cycles_plot import cycles_plot
from cryptagon.analysis.documents import days_of, markdown_table, tools_of
from cryptagon.analysis.figure import Plot
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.made_page import Page
from cryptagon.analysis.plain_table import group_table
from cryptagon.analysis.published import LEFT, cycles_heading, cycles_rows, published_in, sources
from cryptagon.results import Measurement, load_all, newest, placed
from cryptagon.study.contest import Contest, load_contest

FOLDER = "table1"
_PLACING = ("yosys", "nextpnr")


def contest() -> Contest:
    """The study that the page is about."""
    return load_contest(paths.repository() / "contests" / "table1.toml")


def committed() -> list[Measurement]:
    """The measurements that the page shows."""
    return committed_records(FOLDER)


def tables(study: Contest, measurements: Iterable[Measurement]) -> str:
    """For each group the cycles beside those published, then all figures; the notes and sources of
    the study.
    """
    found = groups(measurements, study.baseline)
    texts = [
        text
        for group in found
        for text in (
            *_cycles(group, study),
            f"**{group.title}**",
            group_table(group),
            _made_by(group),
        )
    ]
    notes = [*study.notes, *(f"{source}." for source in sources(study.published))]
    return "\n\n".join([*texts, "\n".join(f"* {note}" for note in notes)])


def _cycles(group: Group, study: Contest) -> list[str]:
    beside = published_in(group, study.published)
    return (
        [markdown_table(cycles_heading(group, beside), cycles_rows(group, beside), LEFT)]
        if beside
        else []
    )


def _made_by(group: Group) -> str:
    used = (
        {name: version for name, version in m.tools.items() if name.startswith(_PLACING)}
        for m in group.measurements
    )
    seeds = sorted({seed for m in group.measurements for seed in m.seeds})
    return f"{tools_of(used)}; seeds {', '.join(map(str, seeds))}; {days_of(m.date for m in group.measurements)}."


def taking_part(measurements: Iterable[Measurement]) -> list[Measurement]:
    """Those of designs that take part in the study."""
    wanted = {one.name: one.variants for one in contest().algorithms}
    return [
        m
        for m in measurements
        if m.algorithm in wanted and (not wanted[m.algorithm] or m.variant in wanted[m.algorithm])
    ]


def picture() -> Plot:
    """Cycles beside those published."""
    (group,) = groups(committed(), contest().baseline)
    return cycles_plot(group, contest().published)


PAGE = Page(
    "docs/table1.md",
    lambda: {"measured": tables(contest(), committed())},
    lambda: {"docs/images/table1.svg": picture()},
)


def main() -> None:
    """Commits the newest measurements of a folder that take part, and writes the page."""
    (folder,) = sys.argv[1:]
    replace(FOLDER, taking_part(newest(placed(load_all(Path(folder))))))
    PAGE.write()


if __name__ == "__main__":
    main()
