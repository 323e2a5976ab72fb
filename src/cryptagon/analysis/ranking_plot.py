"""The designs in the order of one figure, each algorithm with its positions by the approaches."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.figure import (
    INK,
    MUTED,
    WIDTH,
    Lanes,
    Plot,
    approach_legend,
    bare,
    colour,
    legend,
    log_values,
    name_rows,
    point,
)
from cryptagon.analysis.findings import ranking_finding
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.naming import listed, shown
from cryptagon.analysis.positions import TIER, Positions, positions
from cryptagon.analysis.ranking import contested

_DECADES = 50
"""Values whose greatest is more than this many times the least are drawn on a logarithmic axis, as
points: a bar has no length there.
"""

_COLUMNS, _COLUMN, _GAP = 3, 40, 10
"""At most so many columns of values beside points; the width of one and the gap before the first,
in points (1/72 inch).
"""


def ranking_plot(group: Group, metric: Metric) -> Plot:
    """The values of `metric`, the algorithm with the best design first: bars with the baseline on
    top, or points of a logarithmic axis.

    Behind each name are its positions by the approaches, where any design has a rival.
    """
    logarithmic = _spread(group, metric) > _DECADES
    points = logarithmic and len(group.present) <= _COLUMNS
    found = positions(group, metric) if contested(group) else None

    def draw(figure: Figure) -> None:
        rows = sorted(group.comparisons, key=lambda c: c.best_first(metric))
        lanes = Lanes(group.places)
        figure.set_size_inches(WIDTH, 0.9 + (0.26 if points else lanes.row_inches) * len(rows))
        axes = figure.subplots()
        bare(axes, grid="both" if points else "x")
        if points:
            _point_legend(axes, group)
        else:
            approach_legend(axes, group.places)
        if logarithmic:
            axes.set_xscale("log")
        for row, comparison in enumerate(rows):
            if points:
                _draw_points(axes, row, comparison, metric, group)
            else:
                _draw_bars(axes, row, comparison, metric, lanes)
        name_rows(axes, [_name(comparison, group, found) for comparison in rows])
        if points:
            _head_columns(axes, group.present, group)
        _scale(axes, logarithmic=logarithmic, points=points)
        unit = group.in_unit(metric.unit)
        axes.set_xlabel(f"{metric.title}, {unit}" + (" (logarithmic)" if logarithmic else ""))

    note = f"Each {'point' if points else 'bar'} is one design; algorithms are in the order of their best design.{_on_positions(group, found)}"
    return Plot(
        f"{metric.field.replace('_', '-')}-{group.slug}", ranking_finding(group, metric), note, draw
    )


def _point_legend(axes: Axes, group: Group) -> None:
    keys = [
        Line2D([], [], linestyle="none", label=shown(way), **point(place))
        for way, place in group.places.items()
    ]
    legend(axes, keys, columns=len(keys))


def _name(comparison: Comparison, group: Group, found: Positions | None) -> str:
    return (
        f"{comparison.label} {found.pair(comparison, group.present)}" if found else comparison.label
    )


def _on_positions(group: Group, found: Positions | None) -> str:
    if not found:
        return ""
    by = listed([f"by {shown(name)}" for name in group.present])
    explained = (
        "; one tier holds designs that the placement seed alone could put in another order"
        if found.kind == TIER
        else ""
    )
    return f" In brackets: the {found.kind} {by}{explained}."


def _spread(group: Group, metric: Metric) -> float:
    values = [value for m in group.measurements if (value := metric.value(m))]
    return max(values) / min(values) if values else 1.0


def _draw_points(
    axes: Axes, row: int, comparison: Comparison, metric: Metric, group: Group
) -> None:
    for column, approach in enumerate(group.present, 1):
        measurement = comparison.by_approach.get(approach)
        value = metric.value(measurement) if measurement else None
        if value is not None:
            axes.plot(value, row, linestyle="none", zorder=3, **point(group.places[approach]))
        text = metric.text(value) if value is not None or not measurement else "failed"
        _in_column(axes, row, column, text, INK if value is not None else MUTED)


def _head_columns(axes: Axes, approaches: Sequence[str], group: Group) -> None:
    for column, approach in enumerate(approaches, 1):
        _in_column(axes, -1, column, shown(approach), colour(group.places[approach]))


def _in_column(axes: Axes, row: float, column: int, text: str, ink: str) -> None:
    place = (_GAP + _COLUMN * column, 0)
    along = {
        "xycoords": axes.get_yaxis_transform(),
        "textcoords": "offset points",
        "annotation_clip": False,
    }
    axes.annotate(text, (1, row), place, va="center", ha="right", fontsize=7.5, color=ink, **along)


def _draw_bars(axes: Axes, row: int, comparison: Comparison, metric: Metric, lanes: Lanes) -> None:
    for approach, measurement in comparison.by_approach.items():
        place = row + lanes.offset(approach)
        value = metric.value(measurement)
        if value is not None:
            axes.barh(place, value, height=lanes.width - 0.03, color=lanes.colour(approach))
        text = metric.text(value) if value is not None else f"{shown(approach)} failed"
        start = (
            ((value, place), axes.transData)
            if value is not None
            else ((0, place), axes.get_yaxis_transform())
        )
        axes.annotate(
            text,
            start[0],
            (3, 0),
            xycoords=start[1],
            textcoords="offset points",
            va="center",
            fontsize=7.5,
            color=INK if value else MUTED,
        )


def _scale(axes: Axes, *, logarithmic: bool, points: bool) -> None:
    if logarithmic:
        log_values(axes, room=1.15 if points else 2)
        return
    axes.set_xlim(0, axes.get_xlim()[1] * 1.08)
    digits = _decimals(list(map(float, axes.get_xticks())))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.{digits}f}"))


def _decimals(ticks: Sequence[float]) -> int:
    """Digits behind the point that show every tick as it is, up to four."""
    exact = (n for n in range(4) if all(abs(round(tick, n) - tick) < 1e-6 for tick in ticks))
    return next(exact, 4)
