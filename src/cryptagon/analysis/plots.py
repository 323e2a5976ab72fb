"""The plots of a study: rankings, throughput against area, cycles beside those published, ratios, seeds."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from cryptagon.analysis.area_plot import area_plot
from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.cycles_plot import cycles_plot
from cryptagon.analysis.figure import INK, MUTED, WIDTH, Lanes, Plot, approach_legend, bare, log_values, name_rows
from cryptagon.analysis.findings import ranking_finding
from cryptagon.analysis.metrics import AREA, THROUGHPUT, THROUGHPUT_PER_AREA, TIME, Metric
from cryptagon.analysis.naming import shown
from cryptagon.analysis.published import Published, published_in
from cryptagon.analysis.ratio_plot import ratio_plot
from cryptagon.analysis.seeds_plot import seeds_plot

_DECADES = 50
"""Bars whose longest is more than this many times the shortest are drawn on a logarithmic axis."""


def plots(group: Group, published: Sequence[Published] = ()) -> list[Plot]:
    """The plots that the group's results allow: none without a result, no ratios without a pair, area alone without frequencies."""
    if not any(m.ok for m in group.measurements):
        return []
    found = [cycles_plot(group, published)] if group.jobs or published_in(group, published) else []
    if not group.timed:
        return [*found, ranking_plot(group, AREA)]
    if group.jobs:
        found += [ranking_plot(group, TIME)]
    else:
        found += [ranking_plot(group, THROUGHPUT), ranking_plot(group, THROUGHPUT_PER_AREA), area_plot(group)]
    found += [ratio_plot(group, other) for other in group.others]
    return [*found, seeds_plot(group)] if any(len(m.fmax_over_seeds) > 1 for m in group.measurements) else found


def ranking_plot(group: Group, metric: Metric) -> Plot:
    """Bars by `metric`, the baseline on top, the algorithm with the best design first."""
    logarithmic = _spread(group, metric) > _DECADES

    def draw(figure: Figure) -> None:
        rows = sorted(group.comparisons, key=lambda c: c.best_first(metric))
        lanes = Lanes(group.places)
        figure.set_size_inches(WIDTH, 0.9 + lanes.row_inches * len(rows))
        axes = figure.subplots()
        bare(axes, grid="x")
        approach_legend(axes, group.places)
        if logarithmic:
            axes.set_xscale("log")
        for row, comparison in enumerate(rows):
            _draw_bars(axes, row, comparison, metric, lanes)
        name_rows(axes, [comparison.label for comparison in rows])
        _scale(axes, logarithmic)
        unit = group.in_unit(metric.unit)
        axes.set_xlabel(f"{metric.title}, {unit}" + (" (logarithmic)" if logarithmic else ""))

    note = "Each bar is one design; algorithms are in the order of their best design."
    return Plot(f"{metric.field.replace('_', '-')}-{group.slug}", ranking_finding(group, metric), note, draw)


def _spread(group: Group, metric: Metric) -> float:
    values = [value for m in group.measurements if (value := metric.value(m))]
    return max(values) / min(values) if values else 1.0


def _draw_bars(axes: Axes, row: int, comparison: Comparison, metric: Metric, lanes: Lanes) -> None:
    for approach, measurement in comparison.by_approach.items():
        place = row + lanes.offset(approach)
        value = metric.value(measurement)
        if value is not None:
            axes.barh(place, value, height=lanes.width - 0.03, color=lanes.colour(approach))
        text = metric.text(value) if value is not None else f"{shown(approach)} failed"
        start = ((value, place), axes.transData) if value is not None else ((0, place), axes.get_yaxis_transform())
        axes.annotate(
            text, start[0], (3, 0), xycoords=start[1], textcoords="offset points", va="center", fontsize=7.5, color=INK if value else MUTED
        )


def _scale(axes: Axes, logarithmic: bool) -> None:
    if logarithmic:
        log_values(axes)
        return
    axes.set_xlim(0, axes.get_xlim()[1] * 1.08)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.{_decimals(axes.get_xlim()[1])}f}"))


def _decimals(top: float) -> int:
    return 0 if top >= 5 else 1 if top >= 0.5 else 2
