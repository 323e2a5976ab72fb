"""The report: one HTML file that needs nothing else, a function of the measurements alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cryptagon.analysis.comparison import BAND, Comparison, Group, groups, remarks
from cryptagon.analysis.correlation import Agreement, agreement
from cryptagon.analysis.documents import NOTHING, days_of, tools_of
from cryptagon.analysis.figure import Plot
from cryptagon.analysis.metrics import AREA, COMPARED, RANKED, SHOWN, THROUGHPUT, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.plots import plots
from cryptagon.analysis.ranking import rank, ranks_within
from cryptagon.analysis.targets_plot import targets_plot
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement

_PAGE = Path(__file__).with_name("page")


@dataclass(frozen=True)
class Section:
    """One group of comparable measurements, ready for the page."""

    group: Group
    rows: tuple[Measurement, ...]
    ranks: dict[Metric, dict[tuple[str, ...], int | None]]
    plots: tuple[Plot, ...]
    compared: tuple[Comparison, ...]
    agreements: tuple[Agreement, ...]

    @property
    def failures(self) -> list[Measurement]:
        """The designs without a result."""
        return [m for m in self.group.measurements if not m.ok]

    @property
    def remarks(self) -> list[str]:
        """What the table leaves out."""
        return remarks(self.group)

    @property
    def cautions(self) -> list[str]:
        """What to bear in mind about the correlations, each once."""
        notes = dict.fromkeys(found.note for found in self.agreements if found.note and found.spearman is not None)
        return [f"{note[0].upper()}{note[1:]}." for note in notes]


def write_report(measurements: Iterable[Measurement], study_title: str, path: Path) -> Path:
    """Write the report of the newest of `measurements` to `path` (its folder is made); gives the path.

    Raises CryptagonError when the file cannot be written.
    """
    text = render_report(measurements, study_title)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CryptagonError("the report could not be written", where=str(path), why=str(error), fix="choose another place") from error
    return path


def render_report(measurements: Iterable[Measurement], study_title: str) -> str:
    """The report as HTML text: the same text for the same measurements, whatever the day."""
    found = groups(measurements)
    sections = [_section(group) for group in found]
    shown = [m for section in sections for m in section.group.measurements]
    environment = Environment(loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.get_template("report.html.j2").render(
        title=study_title,
        facts=_facts(shown),
        overview=targets_plot(found),
        sections=sections,
        shown=SHOWN,
        ranked=RANKED,
        compared=COMPARED,
        throughput=THROUGHPUT,
        area=AREA,
        band=BAND,
        details=_details,
        css=Markup((_PAGE / "report.css").read_text(encoding="utf-8").strip()),
        script=Markup((_PAGE / "report.js").read_text(encoding="utf-8").strip()),
    )


def write_plots(measurements: Iterable[Measurement], folder: Path) -> list[Path]:
    """Every plot of the report as a PNG in `folder`, the finding as its title; gives their paths."""
    found = groups(measurements)
    overview = targets_plot(found)
    return [plot.write_png(folder) for plot in [*([overview] if overview else []), *(plot for group in found for plot in plots(group))]]


def _section(group: Group) -> Section:
    ordered = (entry.measurement for entry in rank(group.measurements, THROUGHPUT_PER_AREA))
    return Section(
        group,
        rows=tuple(ordered),
        ranks={metric: ranks_within(group, metric) for metric in RANKED},
        plots=tuple(plots(group)),
        compared=tuple(c for c in group.comparisons if c.ratios),
        agreements=tuple(agreement(group, metric) for metric in RANKED),
    )


def _facts(measurements: list[Measurement]) -> list[tuple[str, str]]:
    """The head of the page: name and value, only what is known."""
    seeds = sorted({seed for m in measurements for seed in m.seeds})
    facts = [
        ("Measured", days_of(m.date for m in measurements)),
        ("Device", "; ".join(dict.fromkeys(m.device for m in measurements))),
        ("Designs", f"{sum(m.ok for m in measurements)} of {len(measurements)} with a result" if measurements else ""),
        ("Placement seeds", ", ".join(map(str, seeds))),
        ("Tools", tools_of(m.tools for m in measurements)),
        ("Cryptagon", ", ".join(sorted({m.cryptagon for m in measurements}))),
    ]
    return [(name, value) for name, value in facts if value]


def _details(m: Measurement) -> list[tuple[str, str]]:
    """The provenance of one measurement that is a line of text each."""
    cycles = [
        ("message", m.cycles_per_block, m.cycles_per_block_decrypt),
        ("associated data", m.cycles_per_ad_block, m.cycles_per_ad_block_decrypt),
    ]
    known = [
        f"{name} {_cycles(encrypt)} / {_cycles(decrypt)}" for name, encrypt, decrypt in cycles if encrypt is not None or decrypt is not None
    ]
    best = [
        f"seed {m.best_seed}" if m.best_seed is not None else "",
        f"strategy {m.best_strategy}" if m.best_strategy else "",
        f"{m.best_requested_mhz:g} MHz requested" if m.best_requested_mhz is not None else "",
    ]
    lines = [
        ("Status", m.status),
        ("Variant", m.variant),
        ("Ports, bits", f"w {m.w}, sw {m.sw}, block {m.block_bits}"),
        ("Cycles per block, encrypt / decrypt", "; ".join(known)),
        ("LUT, FF, BRAM, DSP", ", ".join(NOTHING if n is None else f"{n:,}" for n in (m.luts, m.ffs, m.brams, m.dsps))),
        ("Seeds tried", ", ".join(map(str, m.seeds))),
        ("Best", ", ".join(part for part in best if part)),
        ("Tools", tools_of([m.tools])),
        ("Measured", f"{m.date.isoformat()} by Cryptagon {m.cryptagon}"),
    ]
    return [(name, value) for name, value in lines if value]


def _cycles(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}"
