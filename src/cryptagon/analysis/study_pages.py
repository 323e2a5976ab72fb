"""The pages in docs that show committed studies, each section of them made from the records."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from cryptagon import paths
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.comparison import Group
from cryptagon.analysis.conclusions import conclusions
from cryptagon.analysis.directive_sections import directive_goals, estimates, versions
from cryptagon.analysis.equal_logic import Row
from cryptagon.analysis.equal_logic import table as equal_logic
from cryptagon.analysis.factorial import designs, effects
from cryptagon.analysis.field_sections import architectures, designers
from cryptagon.analysis.figure import Plot
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.made_page import Page, measured
from cryptagon.analysis.metrics import AREA, THROUGHPUT, THROUGHPUT_PER_AREA
from cryptagon.analysis.plain_table import as_markdown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.seeds import table as seeds
from cryptagon.analysis.strategy_tables import strategies, strategy_ratios
from cryptagon.analysis.study_sections import (
    cycles,
    failures,
    formulas,
    lines,
    made_by,
    quality,
    summary,
)
from cryptagon.analysis.study_tables import places, ratios
from cryptagon.analysis.targets_plot import targets_plots
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest, load_contest

STUDIES = {
    "first-look": "first-look",
    "measured": "first-look",
    "caesar-round3": "caesar-round3",
    "caesar-against-the-field": "caesar-round3",
    "caesar-round2": "caesar-round2",
    "caesar-lightweight": "caesar-lightweight",
    "block-ciphers": "block-ciphers",
    "lwc": "lwc",
    "lwc-hash": "lwc-hash",
    "directives": "directives",
    "sha3-round2": "sha3-round2",
    "spt-ciphers": "spt",
    "spt-aes": "spt-aes",
}
"""The study that each page shows."""

IMAGES: Mapping[str, str] = {
    "first-look": "images",
    "caesar-round3": "images/caesar-round3",
    "sha3-round2": "images/sha3-round2",
}
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


def _of_benchmark(name: str, contest: Contest) -> list[Row]:
    """A benchmark's rows of the contest's own algorithms."""
    return [row for row in measured(name)["rows"] if row["algorithm"] in contest.names]


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
    "strategy-ratios": lambda found, _: strategy_ratios(found),
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
    "factorial": designs,
    "effects": effects,
    "equal-logic": lambda _, contest: equal_logic(_of_benchmark("equal_logic", contest)),
    "seeds": lambda _, contest: seeds(_of_benchmark("seeds", contest)),
}
"""What is between the marks of each name in a page."""

WITHOUT_RECORDS = frozenset(
    {
        *("conclusions", "lines", "formulas", "architectures", "designers", "estimates"),
        *("equal-logic", "seeds"),
    }
)
"""Those that say something before the study was run."""


def page(name: str) -> Page:
    """A page of that name with the study that it shows; that of a study's own name has its
    pictures.
    """
    file, study = f"docs/{name}.md", STUDIES[name]
    pictured_here = name == study and study in IMAGES

    def known() -> tuple[Sequence[Measurement], Contest]:
        return committed_records(study), load_contest(f"contests/{study}.toml")

    def made() -> Mapping[str, str]:
        return sections((paths.repository() / file).read_text(encoding="utf-8"), *known())

    def shown() -> Mapping[str, Plot]:
        return {f"docs/{IMAGES[study]}/{plot.name}.png": plot for plot in pictures(*known())}

    return Page(file, made, shown if pictured_here else dict)


def sections(text: str, found: Sequence[Measurement], contest: Contest) -> Mapping[str, str]:
    """The sections that a page has, made from the records of the contest."""
    return {
        name: section(found, contest) if found or name in WITHOUT_RECORDS else NOT_RUN
        for name, section in SECTIONS.items()
        if f"<!-- {name}: begin -->" in text
    }


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
    runs of designs that have results, of equals the contest's first.
    """
    if contest.name == "first-look":
        return [PICTURED]
    runs = {
        group.target: sum(len(m.attempts) for m in group.measurements if m.ok)
        for group in found
        if group.timed and group.number == 1
    }
    order = [target for target in contest.targets if target in runs]
    return sorted(order, key=lambda target: -runs[target])[:2]


PAGES = tuple(map(page, STUDIES))
