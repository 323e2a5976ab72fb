"""The README's table: the first study on one target in a few figures."""

from collections.abc import Callable, Sequence

from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.made_page import Page
from cryptagon.results import Measurement

SECTION, STUDY, PICTURED = "headline", "first-look", "ecp5-85f-8"
APPROACHES = ("rtl", "hls")


def records() -> list[Measurement]:
    """The committed records of the study on the one target, the newest of each key."""
    return [one for one in committed_records(STUDY) if one.target == PICTURED]


def table(measurements: Sequence[Measurement]) -> str:
    """A row an algorithm, the best by hand first: figures by RTL, then by HLS.

    Throughput is that of long messages, in Mbit/s.
    """
    found = {(one.title, one.approach): one for one in measurements if one.throughput_per_area}
    titles = sorted(
        {title for title, _ in found},
        key=lambda title: _worth(found.get((title, APPROACHES[0]))),
        reverse=True,
    )
    unit = next((one.area_unit for one in found.values()), "LUT")
    heading = ["algorithm", "throughput, Mbit/s", unit, f"Mbit/s per {unit}", "rank"]
    return markdown_table(
        heading,
        [_row(title, [found.get((title, name)) for name in APPROACHES], found) for title in titles],
        1,
    )


def _row(
    title: str, pair: Sequence[Measurement | None], found: dict[tuple[str, str], Measurement]
) -> list[str]:
    return [
        title,
        _cell(pair, lambda one: f"{one.throughput_mbps:,.0f}"),
        _cell(pair, lambda one: f"{one.luts:,}"),
        _cell(pair, lambda one: f"{one.throughput_per_area:.3f}"),
        _cell(pair, lambda one: str(_rank(one, found))),
    ]


def _cell(pair: Sequence[Measurement | None], text: Callable[[Measurement], str]) -> str:
    return ", ".join(text(one) if one else NOTHING for one in pair)


def _worth(one: Measurement | None) -> float:
    return (one.throughput_per_area if one else None) or 0.0


def _rank(one: Measurement, found: dict[tuple[str, str], Measurement]) -> int:
    """1 for the best of its approach."""
    return 1 + sum(
        other.approach == one.approach and _worth(other) > _worth(one) for other in found.values()
    )


PAGE = Page("README.md", lambda: {SECTION: table(records())})
