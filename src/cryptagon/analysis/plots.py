"""The plots of a study: rankings, throughput against area, and the RTL/HLS ratios."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter

from cryptagon.analysis.area_plot import area_plot
from cryptagon.analysis.comparison import BAND, Comparison, Group, Ratio
from cryptagon.analysis.figure import COLOURS, IN_BAND, INK, MUTED, SURFACE, WIDTH, Plot, approach_legend, bare, name_rows
from cryptagon.analysis.findings import ranking_finding, ratio_finding
from cryptagon.analysis.metrics import AREA, COMPARED, THROUGHPUT, THROUGHPUT_PER_AREA, Metric
from cryptagon.analysis.seeds_plot import seeds_plot

_BAR = 0.36


def plots(group: Group) -> list[Plot]:
    """The plots that the group's results allow: none without a result, no ratios without a pair, area alone without frequencies."""
    if not any(m.ok for m in group.measurements):
        return []
    if not group.timed:
        return [ranking_plot(group, AREA)]
    found = [ranking_plot(group, THROUGHPUT), ranking_plot(group, THROUGHPUT_PER_AREA), area_plot(group)]
    found += [ratio_plot(group)] if any(c.ratios for c in group.comparisons) else []
    return [*found, seeds_plot(group)] if any(len(m.fmax_over_seeds) > 1 for m in group.measurements) else found


def ranking_plot(group: Group, metric: Metric) -> Plot:
    """Bars by `metric`, RTL over HLS, the algorithm with the best design on top."""

    def draw(figure: Figure) -> None:
        rows = sorted(group.comparisons, key=lambda c: _best_first(c, metric))
        figure.set_size_inches(WIDTH, 0.9 + 0.52 * len(rows))
        axes = figure.subplots()
        bare(axes, grid="x")
        approach_legend(axes)
        for row, comparison in enumerate(rows):
            _draw_bars(axes, row, comparison, metric)
        name_rows(axes, [comparison.label for comparison in rows])
        axes.set_xlim(0, axes.get_xlim()[1] * 1.08)
        axes.set_xlabel(f"{metric.title}, {metric.unit}")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.{_decimals(axes.get_xlim()[1])}f}"))

    note = "Each bar is one design; algorithms are in the order of their better design."
    return Plot(f"{metric.field.replace('_', '-')}-{group.slug}", ranking_finding(group, metric), note, draw)


def _draw_bars(axes: Axes, row: int, comparison: Comparison, metric: Metric) -> None:
    for measurement in comparison.measurements:
        place = row + (-_BAR / 2 if measurement.approach == "rtl" else _BAR / 2)
        value = metric.value(measurement)
        axes.barh(place, value or 0, height=_BAR - 0.03, color=COLOURS[measurement.approach])
        text = metric.text(value) if value is not None else f"{measurement.approach.upper()} failed"
        axes.annotate(
            text, (value or 0, place), (3, 0), textcoords="offset points", va="center", fontsize=7.5, color=INK if value else MUTED
        )


def _best_first(comparison: Comparison, metric: Metric) -> tuple[float, str]:
    orders = [metric.order(value) for m in comparison.measurements if (value := metric.value(m)) is not None]
    return (min(orders, default=math.inf), comparison.label)


def ratio_plot(group: Group) -> Plot:
    """A panel for each figure: RTL/HLS of every algorithm, the desired band shaded."""
    compared = [c for c in group.comparisons if c.ratios]

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 1.35 + 0.3 * len(compared))
        panels = figure.subplots(1, len(COMPARED), sharey=True, sharex=True)
        for axes, metric in zip(panels, COMPARED, strict=True):
            bare(axes, grid="y")
            _draw_panel(axes, metric, compared)
        values = [ratio.rtl_over_hls for c in compared for ratio in c.ratios]
        panels[0].set_xlim(min(0.75, *values) - 0.05, max(1.4, *values) + 0.12)
        name_rows(panels[0], [comparison.label for comparison in compared])
        figure.supxlabel("RTL/HLS", fontsize=8.5, color=MUTED)

    note = f"Shaded: the field's desired band, {BAND[0]} to {BAND[1]}. At 1 both are equal. A hollow point lies outside the band."
    return Plot(f"ratios-{group.slug}", ratio_finding(group), note, draw)


def _draw_panel(axes: Axes, metric: Metric, compared: Sequence[Comparison]) -> None:
    axes.axvspan(*BAND, color=IN_BAND, linewidth=0, zorder=0)
    axes.axvline(1, color=MUTED, linewidth=0.8, zorder=1)
    for row, comparison in enumerate(compared):
        _draw_ratio(axes, row, next(ratio for ratio in comparison.ratios if ratio.metric == metric))
    axes.set_title(metric.title, loc="left", color=INK)
    axes.set_xlabel("HLS better \N{RIGHTWARDS ARROW}" if not metric.higher_is_better else "\N{LEFTWARDS ARROW} HLS better", fontsize=7.5)
    axes.xaxis.set_major_locator(FixedLocator([BAND[0], BAND[1]]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _draw_ratio(axes: Axes, row: int, ratio: Ratio) -> None:
    value = ratio.rtl_over_hls
    axes.plot([1, value], [row, row], color=INK, linewidth=1.2, zorder=2)
    axes.plot(value, row, "o", color=INK if ratio.in_band else SURFACE, markeredgecolor=INK, markersize=5, zorder=3)
    side = 1 if value >= 1 else -1
    axes.annotate(
        f"{value:.2f}",
        (value, row),
        (5 * side, 0),
        textcoords="offset points",
        va="center",
        ha="left" if side > 0 else "right",
        fontsize=7.5,
    )


def _decimals(top: float) -> int:
    return 0 if top >= 5 else 1 if top >= 0.5 else 2
