"""The console's table: HLS under RTL for each algorithm, the ratio under both. The one module here that needs rich."""

from collections.abc import Iterable, Sequence

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from cryptagon.analysis.comparison import BAND, Comparison, Group, Ratio, groups, remarks
from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.fitted_table import FittedTable
from cryptagon.analysis.metrics import AREA, FFS, FMAX, RANKED, SHOWN, THROUGHPUT, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.ranking import ranks_within
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement

SORT_COLUMNS = ("algorithm", *(metric.field for metric in SHOWN))
_HEADINGS = {
    "cycles_per_block": "Cycles/\nblock",
    "luts": "\nLUT",
    "ffs": "\nFF",
    "fmax_mhz": "Fmax\nMHz",
    "throughput_mbps": "Throughput\nMbit/s",
    "throughput_per_area": "Thr./area\nMbit/s/LUT",
}
_RANK_HEADINGS = {"throughput_mbps": "Rank\nThr.", "throughput_per_area": "\nT/A", "luts": "\nArea", "fmax_mhz": "\nFmax"}
_APPROACH_STYLE = {"rtl": "blue", "hls": "dark_orange"}

Ranks = dict[Metric, dict[tuple[str, ...], int | None]]


def results_table(measurements: Iterable[Measurement], sort: str = THROUGHPUT_PER_AREA.field) -> RenderableType:
    """One table a target and scope, as wide as the console allows; the failed measurements with their reasons below it.

    `sort` is one of SORT_COLUMNS; algorithms go by the better of their two designs, those without a result last. Ranks count RTL designs
    among RTL designs and HLS among HLS. Raises CryptagonError for another column.
    """
    if sort not in SORT_COLUMNS:
        raise CryptagonError(f"there is no column '{sort}' to sort by", fix=f"choose one of: {', '.join(SORT_COLUMNS)}")
    found = groups(measurements)
    if not found:
        return Text("No measurements yet.")
    return Stack(*(part for group in found for part in _group_parts(group, sort)))


def _group_parts(group: Group, sort: str) -> list[RenderableType]:
    ranks = {metric: ranks_within(group, metric) for metric in RANKED}
    rows: list[tuple[Text, ...]] = []
    ends: list[int] = []
    for comparison in sorted(group.comparisons, key=lambda c: _order(c, sort)):
        for measurement in comparison.measurements:
            first = measurement is comparison.measurements[0]
            rows.append((Text(comparison.label if first else "", style="bold"), *_cells(measurement, ranks)))
        rows += _ratio_row(comparison)
        ends.append(len(rows) - 1)
    table = _table(group, rows, ends)
    failed = [m for m in group.measurements if not m.ok]
    notes = [Text(f"note  {remark}", style="yellow") for remark in remarks(group)]
    return [table, *(_failure_line(group, m) for m in failed), *notes, _legend(), Text()]


def _order(comparison: Comparison, sort: str) -> tuple[bool, float, str]:
    metric = next((metric for metric in SHOWN if metric.field == sort), None)
    if metric is None:
        return (False, 0, comparison.label.lower())
    values = [metric.order(value) for m in comparison.measurements if (value := metric.value(m)) is not None]
    return (not values, min(values, default=0), comparison.label.lower())


def _table(group: Group, rows: Sequence[tuple[Text, ...]], ends: Sequence[int]) -> FittedTable:
    """Where there is no room for all columns, ranks go first, then flip-flops."""
    figures = [_heading(metric, group.area_unit) for metric in SHOWN]
    headings = ("\nAlgorithm", "\nBy", *figures, *(_RANK_HEADINGS[metric.field] for metric in RANKED))
    ranks = tuple((2 + len(SHOWN) + RANKED.index(one), f"rank by {one.title}") for one in (FMAX, AREA, THROUGHPUT, THROUGHPUT_PER_AREA))
    spare = (*ranks, (2 + SHOWN.index(FFS), "flip-flops"))
    right = frozenset(range(2, len(headings)))
    return FittedTable(headings, tuple(rows), right, spare, frozenset(ends), title=group.title, ruled=True)


def _heading(metric: Metric, unit: str) -> str:
    return _HEADINGS[metric.field].replace("LUT", unit)


def _cells(measurement: Measurement, ranks: Ranks) -> list[Text]:
    by = Text(measurement.approach.upper(), style=_APPROACH_STYLE[measurement.approach])
    if not measurement.ok:
        return [by, Text("failed", style="red")]
    figures = [Text(metric.text(metric.value(measurement))) for metric in SHOWN]
    numbers = [ranks[metric][measurement.key] for metric in RANKED]
    return [
        by,
        *figures,
        *(Text(NOTHING if number is None else str(number), style="bold green" if number == 1 else "") for number in numbers),
    ]


def _ratio_row(comparison: Comparison) -> list[tuple[Text, ...]]:
    ratios = {ratio.metric: ratio for ratio in comparison.ratios}
    return [(Text(), Text("HLS/RTL", style="dim"), *(_ratio_cell(ratios.get(metric)) for metric in SHOWN))] if ratios else []


def _ratio_cell(ratio: Ratio | None) -> Text:
    if ratio is None:
        return Text()
    return Text(f"{ratio.hls_over_rtl:.3f}", style="dim" if ratio.in_band else "yellow")


def _failure_line(group: Group, measurement: Measurement) -> Text:
    return Text.assemble(("failed  ", "red"), (f"{group.label(measurement)} {measurement.approach.upper()}: ", "bold"), measurement.status)


def _legend() -> Text:
    low, high = BAND
    return Text(
        "Ranks: RTL among RTL, HLS among HLS. HLS/RTL below 1 favours HLS in cycles and LUT, above 1 in the others; "
        f"yellow: outside the field's desired band, RTL/HLS {low} to {high}.",
        style="dim",
    )
