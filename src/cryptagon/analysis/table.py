"""The console's table: each algorithm by all approaches, the ratios under them.

One of the modules here that need rich.
"""

from collections.abc import Iterable, Sequence

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.fitted_table import FittedTable, cells
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import ALL_SHOWN, FFS, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.naming import listed, shown
from cryptagon.analysis.published import LEFT, Published, cycles_heading, cycles_rows, published_in
from cryptagon.analysis.ranking import Ranks, contested, ranks_within
from cryptagon.analysis.ratio import BASELINE, Band, Ratio, band_of
from cryptagon.analysis.remarks import remarks
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement

SORT_COLUMNS = ("algorithm", *(metric.field for metric in ALL_SHOWN))
_STYLES = ("blue", "dark_orange", "green", "magenta", "cyan", "yellow")
"""Of approaches, in the order of the plots' palette."""


def results_table(
    measurements: Iterable[Measurement],
    sort: str = THROUGHPUT_PER_AREA.field,
    *,
    published: Sequence[Published] = (),
    baseline: str = BASELINE,
    notes: Sequence[str] = (),
) -> RenderableType:
    """One table a group, as wide as the console allows; cycles beside those `published`; failed
    measurements with their reasons; `notes`.

    `sort` is one of SORT_COLUMNS; algorithms go by the best of their designs, those without a
    result last; a table without that column goes by the figure that decides its ranking. Raises
    CryptagonError for another column.
    """
    if sort not in SORT_COLUMNS:
        raise CryptagonError(
            f"there is no column '{sort}' to sort by",
            fix=f"choose one of: {', '.join(SORT_COLUMNS)}",
        )
    found = groups(measurements, baseline)
    if not found:
        return Text("No measurements yet.")
    parts = [
        part
        for group in found
        for part in (*_group_parts(group, sort), *_published_parts(group, published), Text())
    ]
    return Stack(*parts, *_notes(notes))


def _group_parts(group: Group, sort: str) -> list[RenderableType]:
    ranked = group.scale.ranked if contested(group) else ()
    ranks = {metric: ranks_within(group, metric) for metric in ranked}
    rows: list[tuple[Text, ...]] = []
    ends: list[int] = []
    for comparison in _sorted(group, sort):
        for measurement in comparison.measurements:
            names = (
                _names(group, comparison)
                if measurement is comparison.measurements[0]
                else [Text()] * _left(group)
            )
            rows.append((*names, *_cells(group, measurement, ranks)))
        rows += [_ratio_row(group, comparison, other) for other in comparison.ratios]
        ends.append(len(rows) - 1)
    failed = [_failure_line(group, m) for m in group.measurements if not m.ok]
    said = [Text(f"note  {remark}", style="yellow") for remark in remarks(group)]
    return [_table(group, ranked, rows, ends), *failed, *said, _legend(group)]


def _sorted(group: Group, sort: str) -> list[Comparison]:
    if sort == SORT_COLUMNS[0]:
        return list(group.comparisons)
    metric = next((metric for metric in group.scale.shown if metric.field == sort), group.deciding)
    return sorted(group.comparisons, key=lambda c: c.best_first(metric))


def _left(group: Group) -> int:
    """Columns that name the design."""
    return 2 if group.jobs else 1


def _names(group: Group, comparison: Comparison) -> list[Text]:
    return [Text(comparison.label, style="bold"), *([Text(comparison.work)] if group.jobs else [])]


def _table(
    group: Group, ranked: Sequence[Metric], rows: Sequence[tuple[Text, ...]], ends: Sequence[int]
) -> FittedTable:
    """Where there is no room for all columns, ranks go first, those that decide last, then
    flip-flops.
    """
    metrics = group.scale.shown
    figures = [group.in_unit(metric.narrow) for metric in metrics]
    headings = (
        "\nAlgorithm",
        *(["\nJob"] if group.jobs else []),
        "\nBy",
        *figures,
        *(group.in_unit(metric.rank) for metric in ranked),
    )
    first = _left(group) + 1
    least = sorted(
        ranked,
        key=lambda metric: (
            metric is group.deciding,
            metric is group.scale.speed,
            -ranked.index(metric),
        ),
    )
    ranks = tuple(
        (first + len(metrics) + ranked.index(metric), f"rank by {metric.title}") for metric in least
    )
    spare = (*ranks, (first + metrics.index(FFS), "flip-flops"))
    return FittedTable(
        headings,
        tuple(rows),
        _from(first, headings),
        spare,
        frozenset(ends),
        title=group.title,
        ruled=True,
    )


def _from(first: int, headings: Sequence[str]) -> frozenset[int]:
    return frozenset(range(first, len(headings)))


def _by(group: Group, approach: str) -> Text:
    return Text(shown(approach), style=_STYLES[group.places[approach] % len(_STYLES)])


def _cells(group: Group, measurement: Measurement, ranks: dict[Metric, Ranks]) -> list[Text]:
    by = _by(group, measurement.approach)
    if not measurement.ok:
        return [by, Text("failed", style="red")]
    figures = [Text(metric.text(metric.value(measurement))) for metric in group.scale.shown]
    return [by, *figures, *(_rank(found[measurement.key]) for found in ranks.values())]


def _rank(number: int | None) -> Text:
    return Text(
        NOTHING if number is None else str(number), style="bold green" if number == 1 else ""
    )


def _ratio_row(group: Group, comparison: Comparison, other: str) -> tuple[Text, ...]:
    names = Text(f"{shown(other)}/{shown(group.baseline)}", style="dim")
    return (
        *[Text()] * _left(group),
        names,
        *(_ratio_cell(comparison.ratio(other, metric)) for metric in group.scale.shown),
    )


def _ratio_cell(ratio: Ratio | None) -> Text:
    return (
        Text(f"{ratio.other_over_baseline:.3f}", style="yellow" if ratio.outside else "dim")
        if ratio
        else Text()
    )


def _failure_line(group: Group, measurement: Measurement) -> Text:
    return Text.assemble(
        ("failed  ", "red"),
        (f"{group.label(measurement)} {shown(measurement.approach)}: ", "bold"),
        measurement.status,
    )


def _legend(group: Group) -> Text:
    """What ranks and ratios say, of those that the table has."""
    sentences = (
        ["Ranks are among designs of one approach" + (" and one job." if group.jobs else ".")]
        if contested(group)
        else []
    )
    if group.others:
        small = listed(
            [metric.title.lower() for metric in group.scale.compared if not metric.higher_is_better]
        )
        sentences.append(
            f"A ratio below 1 favours the approach named first in {small}, above 1 in the others."
        )
    sentences += [
        _band_sentence(group, other, band)
        for other in group.others
        if (band := band_of(group.baseline, other))
    ]
    return Text(" ".join(sentences), style="dim")


def _band_sentence(group: Group, other: str, band: Band) -> str:
    inverse = ", of the time its inverse" if group.jobs else ""
    return f"Yellow: outside the field's desired band, {shown(group.baseline)}/{shown(other)} {band[0]} to {band[1]}{inverse}."


def _published_parts(group: Group, published: Sequence[Published]) -> list[RenderableType]:
    """Cycles beside those that are published of the group's algorithms."""
    beside = published_in(group, published)
    if not beside:
        return []
    heading = cycles_heading(group, beside)
    right = _from(LEFT, heading)
    return [
        FittedTable(
            tuple(heading),
            cells(cycles_rows(group, beside)),
            right,
            title="Clock cycles, published and measured",
            ruled=True,
        )
    ]


def _notes(notes: Sequence[str]) -> list[RenderableType]:
    return [Text(f"note  {note}", style="dim") for note in notes]
