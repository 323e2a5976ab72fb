"""The pages in docs that show committed studies, each section of them made from the records.

`python -m cryptagon.analysis.study_pages` writes all of them anew, and the pictures beside them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.comparison import Group
from cryptagon.analysis.conclusions import conclusions
from cryptagon.analysis.directive_sections import directive_goals, estimates, versions
from cryptagon.analysis.documents import with_section
from cryptagon.analysis.field_sections import architectures, designers
from cryptagon.analysis.figure import Plot
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import AREA, THROUGHPUT, THROUGHPUT_PER_AREA
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.study_sections import (
    cycles,
    failures,
    formulas,
    lines,
    made_by,
    quality,
    strategies,
    summary,
)
from cryptagon.analysis.study_tables import places, ratios
from cryptagon.analysis.targets_plot import targets_plots
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest, load_contest

PAGES = {
    "first-look": "first-look",
    "measured": "first-look",
    "caesar-round3": "caesar-round3",
    "caesar-against-the-field": "caesar-round3",
    "caesar-round2": "caesar-round2",
    "caesar-lightweight": "caesar-lightweight",
    "block-ciphers": "block-ciphers",
    "directives": "directives",
    "sha3-round2": "sha3-round2",
    "spt-ciphers": "spt",
    "spt-aes": "spt-aes",
}
"""The study that each page shows."""

IMAGES: Mapping[str, str] = {"first-look": "images", "caesar-round3": "images/caesar-round3"}
"""The studies that have pictures, and where these are in docs."""

PICTURED = "ecp5-85f-8"
"""The target that is shown where one is enough."""

NOT_RUN = "The study has not been run: there are no records yet."
"""What is in a section that needs records while there are none."""

Section = Callable[[Sequence[Measurement], Contest], str]


def _pictures(found: Sequence[Measurement], contest: Contest) -> str:
    """Each picture with what it shows, and how it is read behind the first of its kind."""
    parts: list[str] = []
    for plot in pictures(found, contest):
        parts.append(f"![{plot.title}]({IMAGES[contest.name]}/{plot.name}.png)")
        parts += [plot.note] if plot.note not in parts else []
    return "\n\n".join(parts)


def _tables(found: Sequence[Measurement]) -> str:
    return f"{as_markdown(found)}\n{made_by(found)}"


def _kept_apart(contest: Contest, part: str) -> str:
    """The tables and ratios of the records of a contest that have a folder of their own, since they
    are of another effort.
    """
    found = committed_records(f"{contest.name}-{part}")
    parts = [_tables(found), ratios(found, contest.baseline)] if found else [NOT_RUN]
    return "\n\n".join(part.strip() for part in parts if part.strip())


SECTIONS: Mapping[str, Section] = {
    "summary": lambda found, _: summary(found),
    "cycles": cycles,
    "ratios": lambda found, contest: ratios(found, contest.baseline),
    "quality": lambda found, _: quality(found),
    "standard-tables": lambda _, contest: _kept_apart(contest, "standard"),
    "throughput": lambda found, _: places(found, THROUGHPUT),
    "throughput-per-area": lambda found, _: places(found, THROUGHPUT_PER_AREA),
    "area": lambda found, _: places(found, AREA),
    "conclusions": lambda found, _: conclusions(found),
    "failures": lambda found, _: failures(found),
    "strategies": lambda found, _: strategies(found),
    "tables": lambda found, _: _tables(found),
    "results": lambda found, _: _tables([m for m in found if m.target == PICTURED]),
    "pictures": _pictures,
    "lines": lambda _, contest: lines(contest),
    "formulas": lambda _, contest: formulas(contest),
    "architectures": lambda _, contest: architectures(contest),
    "designers": lambda *_: designers(),
    "versions": versions,
    "directive-goals": directive_goals,
    "estimates": estimates,
}
"""What is between the marks of each name in a page."""

WITHOUT_RECORDS = frozenset(
    {"conclusions", "lines", "formulas", "architectures", "designers", "estimates"}
)
"""Those that say something before the study was run."""


def page(name: str) -> str:
    """The text of a page with its sections made anew."""
    study = PAGES[name]
    found, contest = committed_records(study), load_contest(f"contests/{study}.toml")
    return with_sections(
        (paths.repository() / "docs" / f"{name}.md").read_text(encoding="utf-8"), found, contest
    )


def with_sections(text: str, found: Sequence[Measurement], contest: Contest) -> str:
    """A page's text with the sections that it has made anew from the records of the contest."""
    for section, content in SECTIONS.items():
        if f"<!-- {section}: begin -->" in text:
            text = with_section(
                text,
                section,
                content(found, contest) if found or section in WITHOUT_RECORDS else NOT_RUN,
            )
    return text


def pictures(found: Sequence[Measurement], contest: Contest) -> Iterator[Plot]:
    """The pictures of a study: all targets at a glance, then each plot of the targets that are
    pictured.
    """
    known = groups(found)
    yield from targets_plots(known)
    for target in pictured(known, contest):
        for group in known:
            if group.target == target and group.timed and group.number == 1:
                yield from plots(group)


def pictured(found: Sequence[Group], contest: Contest) -> list[str]:
    """The targets with pictures of their own: of the first study one; of others the two with most
    runs, of equals the contest's first.
    """
    if contest.name == "first-look":
        return [PICTURED]
    runs = {
        group.target: sum(len(m.attempts) for m in group.measurements)
        for group in found
        if group.timed and group.number == 1
    }
    order = [target for target in contest.targets if target in runs]
    return sorted(order, key=lambda target: -runs[target])[:2]


def write_pictures(found: Sequence[Measurement], contest: Contest, docs: Path) -> None:
    """Write the pictures of a study below `docs`."""
    for plot in pictures(found, contest):
        plot.write_png(docs / IMAGES[contest.name])


def main() -> None:
    """Writes the pages and the pictures."""
    docs = paths.repository() / "docs"
    for name in PAGES:
        text = page(name)
        (docs / f"{name}.md").write_text(text, encoding="utf-8")
    for study in IMAGES:
        write_pictures(committed_records(study), load_contest(f"contests/{study}.toml"), docs)


if __name__ == "__main__":
    main()
