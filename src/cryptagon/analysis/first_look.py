"""The tables of docs/first-look.md and of docs/measured.md, from the committed records of `cryptagon run contests/first-look.toml`.

`python -m cryptagon.analysis.first_look` writes both anew, and the pictures beside them.
"""

from collections.abc import Sequence

from cryptagon import paths
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import with_section
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.study_sections import failures, made_by, strategies, summary
from cryptagon.analysis.targets_plot import targets_plots
from cryptagon.results import Measurement

FOLDER = "first-look"
PICTURED = "ecp5-85f-8"


def records() -> list[Measurement]:
    """The committed records, the newest of each key."""
    return committed_records(FOLDER)


def page(text: str, measurements: Sequence[Measurement]) -> str:
    """The page with its tables made anew."""
    text = with_section(text, "summary", summary(measurements))
    text = with_section(text, "strategies", strategies(measurements))
    text = with_section(text, "failures", failures(measurements))
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
