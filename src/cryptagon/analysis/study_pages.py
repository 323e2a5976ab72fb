"""The pages in docs that show committed studies, each section of them made from the records.

`python -m cryptagon.analysis.study_pages` writes all of them anew, and the pictures beside them.
"""

from collections.abc import Callable, Mapping, Sequence

from cryptagon import paths
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import with_section
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import THROUGHPUT, THROUGHPUT_PER_AREA
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.study_sections import cycles, failures, formulas, lines, made_by, quality, ranking, strategies, summary
from cryptagon.analysis.targets_plot import targets_plots
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest, load_contest

PAGES = {
    "first-look": "first-look",
    "measured": "first-look",
    "caesar-round3": "caesar-round3",
    "block-ciphers": "block-ciphers",
    "sha3-round2": "sha3-round2",
}
"""The study that each page shows."""

DRAWN, PICTURED = "first-look", "ecp5-85f-8"
"""The study that has pictures, and the target that is shown where one is enough."""

Section = Callable[[Sequence[Measurement], Contest], str]
SECTIONS: Mapping[str, Section] = {
    "summary": lambda found, _: summary(found),
    "cycles": cycles,
    "quality": lambda found, _: quality(found),
    "throughput": lambda found, _: ranking(found, THROUGHPUT),
    "throughput-per-area": lambda found, _: ranking(found, THROUGHPUT_PER_AREA),
    "formulas": lambda _, contest: formulas(contest),
    "lines": lambda _, contest: lines(contest),
    "failures": lambda found, _: failures(found),
    "strategies": lambda found, _: strategies(found),
    "tables": lambda found, _: _tables(found),
    "results": lambda found, _: _tables([m for m in found if m.target == PICTURED]),
}
"""What is between the marks of each name in a page."""


def page(name: str) -> str:
    """The text of a page with its sections made anew."""
    study = PAGES[name]
    found, contest = committed_records(study), load_contest(f"contests/{study}.toml")
    text = (paths.repository() / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for section, content in SECTIONS.items():
        if f"<!-- {section}: begin -->" in text:
            text = with_section(text, section, content(found, contest))
    return text


def _tables(found: Sequence[Measurement]) -> str:
    return f"{as_markdown(found)}\n{made_by(found)}"


def main() -> None:
    """Writes the pages and the pictures."""
    for name in PAGES:
        text = page(name)
        (paths.repository() / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    found = groups(committed_records(DRAWN))
    for plot in [*targets_plots(found), *(plot for group in found if group.target == PICTURED for plot in plots(group))]:
        plot.write_png(paths.repository() / "docs" / "images")


if __name__ == "__main__":
    main()
