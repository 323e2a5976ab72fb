"""The tables of docs/caesar-round3.md, from the committed records of `cryptagon run contests/caesar-round3.toml`.

`python -m cryptagon.analysis.caesar_round3` writes them anew, and the pictures beside them.
"""

from collections.abc import Sequence

from cryptagon import paths
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import with_section
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import THROUGHPUT, THROUGHPUT_PER_AREA
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.study_sections import cycles, failures, lines, made_by, quality, ranking, strategies
from cryptagon.results import Measurement
from cryptagon.study.contest import load_contest

STUDY = "caesar-round3"


def records() -> list[Measurement]:
    """The committed records, the newest of each key."""
    return committed_records(STUDY)


def page(text: str, measurements: Sequence[Measurement]) -> str:
    """The page with its tables made anew."""
    contest = load_contest(paths.repository() / "contests" / f"{STUDY}.toml")
    text = with_section(text, "cycles", cycles(measurements, contest))
    text = with_section(text, "quality", quality(measurements))
    text = with_section(text, "throughput", ranking(measurements, THROUGHPUT))
    text = with_section(text, "throughput-per-area", ranking(measurements, THROUGHPUT_PER_AREA))
    text = with_section(text, "lines", lines(contest))
    text = with_section(text, "failures", failures(measurements))
    text = with_section(text, "strategies", strategies(measurements))
    return with_section(text, "tables", f"{as_markdown(measurements)}\n{made_by(measurements)}")


def main() -> None:
    """Writes docs/caesar-round3.md and its pictures."""
    measurements = records()
    document = paths.repository() / "docs" / f"{STUDY}.md"
    document.write_text(page(document.read_text(), measurements))
    for plot in (plot for group in groups(measurements) for plot in plots(group)):
        plot.write_png(paths.repository() / "docs" / "images" / STUDY)


if __name__ == "__main__":
    main()
