"""The report: one HTML file that needs nothing else, a function of the measurements alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.correlation import Agreement, agreement
from cryptagon.analysis.details import details
from cryptagon.analysis.documents import days_of, tools_of
from cryptagon.analysis.figure import PALETTE, Plot
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.naming import shown
from cryptagon.analysis.plots import plots
from cryptagon.analysis.published import (
    Published,
    cycles_heading,
    cycles_rows,
    published_in,
    sources,
)
from cryptagon.analysis.ranking import Ranks, contested, rank, ranks_within
from cryptagon.analysis.ratio import BASELINE, Band, band_of
from cryptagon.analysis.remarks import remarks
from cryptagon.analysis.targets_plot import targets_plots
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement

_PAGE = Path(__file__).with_name("page")


@dataclass(frozen=True)
class Beside:
    """An approach beside the baseline: the designs that have ratios, and how far the two rank
    alike.
    """

    other: str
    names: tuple[str, str]
    metrics: tuple[Metric, ...]
    compared: tuple[Comparison, ...]
    agreements: tuple[Agreement, ...]
    band: Band | None

    @property
    def cautions(self) -> list[str]:
        """What to bear in mind about the correlations, each once."""
        notes = dict.fromkeys(
            found.note for found in self.agreements if found.note and found.spearman is not None
        )
        return [f"{note[0].upper()}{note[1:]}." for note in notes]


@dataclass(frozen=True)
class Section:
    """One group of comparable measurements, ready for the page."""

    group: Group
    rows: tuple[Measurement, ...]
    ranks: dict[Metric, Ranks]
    plots: tuple[Plot, ...]
    beside: tuple[Beside, ...]
    published: tuple[Published, ...]

    @property
    def failures(self) -> list[Measurement]:
        """The designs without a result."""
        return [m for m in self.group.measurements if not m.ok]

    @property
    def remarks(self) -> list[str]:
        """What the table leaves out."""
        return remarks(self.group)

    @property
    def cycles(self) -> tuple[list[str], list[list[str]]]:
        """Heading and rows of the cycles beside those published."""
        return cycles_heading(self.group, self.published), cycles_rows(self.group, self.published)

    @property
    def sources(self) -> list[str]:
        """Where the published figures were taken from."""
        return sources(self.published)

    def summary(self, m: Measurement) -> str:
        """A measurement in a few words."""
        if not m.ok:
            return m.status
        figures = [
            metric
            for metric in (self.group.scale.speed, self.group.scale.shown[1])
            if metric.value(m) is not None
        ]
        return ", ".join(
            f"{metric.text(metric.value(m))} {self.group.in_unit(metric.unit)}"
            for metric in figures
        )


def write_report(
    measurements: Iterable[Measurement],
    study_title: str,
    path: Path,
    *,
    published: Sequence[Published] = (),
    baseline: str = BASELINE,
    notes: Sequence[str] = (),
) -> Path:
    """Write the report of the newest of `measurements` to `path` (its folder is made); gives the
    path.

    Raises CryptagonError when the file cannot be written.
    """
    text = render_report(
        measurements, study_title, published=published, baseline=baseline, notes=notes
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CryptagonError(
            "the report could not be written",
            where=str(path),
            why=str(error),
            fix="choose another place",
        ) from error
    return path


def render_report(
    measurements: Iterable[Measurement],
    study_title: str,
    *,
    published: Sequence[Published] = (),
    baseline: str = BASELINE,
    notes: Sequence[str] = (),
) -> str:
    """The report as HTML text: the same text for the same measurements, whatever the day."""
    found = groups(measurements, baseline)
    sections = [_section(group, published) for group in found]
    measured = [m for section in sections for m in section.group.measurements]
    environment = Environment(
        loader=FileSystemLoader(_PAGE),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html.j2").render(
        title=study_title,
        facts=_facts(measured),
        overviews=targets_plots(found),
        sections=sections,
        definitions=_definitions(found),
        shown=shown,
        colours=len(PALETTE),
        details=details,
        notes=notes,
        css=Markup((_PAGE / "report.css").read_text(encoding="utf-8").strip()),
        script=Markup((_PAGE / "report.js").read_text(encoding="utf-8").strip()),
    )


def write_plots(
    measurements: Iterable[Measurement], folder: Path, *, baseline: str = BASELINE
) -> list[Path]:
    """Every plot of the report as a PNG in `folder`, the finding as its title; gives their
    paths.
    """
    found = groups(measurements, baseline)
    return [
        plot.write_png(folder)
        for plot in [*targets_plots(found), *(plot for group in found for plot in plots(group))]
    ]


def _section(group: Group, published: Sequence[Published]) -> Section:
    ranked = group.scale.ranked if contested(group) else ()
    return Section(
        group,
        rows=tuple(entry.measurement for entry in rank(group.measurements, group.deciding)),
        ranks={metric: ranks_within(group, metric) for metric in ranked},
        plots=tuple(plots(group, published)),
        beside=tuple(_beside(group, other) for other in group.others),
        published=published_in(group, published),
    )


def _beside(group: Group, other: str) -> Beside:
    names = (shown(group.baseline), shown(other))
    compared = group.compared(other)
    metrics = tuple(
        metric for metric in group.scale.compared if any(c.ratio(other, metric) for c in compared)
    )
    agreements = tuple(agreement(group, metric, other) for metric in group.scale.ranked)
    return Beside(other, names, metrics, compared, agreements, band_of(group.baseline, other))


def _definitions(found: Sequence[Group]) -> list[Metric]:
    """What the page shows, each figure once."""
    return list(dict.fromkeys(metric for group in found for metric in group.scale.shown))


def _facts(measurements: list[Measurement]) -> list[tuple[str, str]]:
    """The head of the page: name and value, only what is known."""
    seeds = sorted({seed for m in measurements for seed in m.seeds})
    facts = [
        ("Measured", days_of(m.date for m in measurements)),
        ("Device", "; ".join(dict.fromkeys(m.device for m in measurements))),
        (
            "Designs",
            f"{sum(m.ok for m in measurements)} of {len(measurements)} with a result"
            if measurements
            else "",
        ),
        ("Placement seeds", ", ".join(map(str, seeds))),
        ("Tools", tools_of(m.tools for m in measurements)),
        ("Cryptagon", ", ".join(sorted({m.cryptagon for m in measurements}))),
    ]
    return [(name, value) for name, value in facts if value]
