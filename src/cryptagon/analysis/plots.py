"""The plots of a study: rankings, throughput against area, and the RTL/HLS ratios."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from cryptagon.analysis.comparison import BAND, Comparison, Group, Ratio
from cryptagon.analysis.figure import COLOURS, IN_BAND, INK, MUTED, POINTS, SURFACE, WIDTH, Plot, bare, legend
from cryptagon.analysis.findings import area_finding, ranking_finding, ratio_finding
from cryptagon.analysis.labels import place_labels
from cryptagon.analysis.metrics import AREA, COMPARED, THROUGHPUT, THROUGHPUT_PER_AREA, Metric

_BAR = 0.36
_STEPS = (1, 2, 5)


def plots(group: Group) -> list[Plot]:
    """The plots that the group's results allow: none without a result, no ratios without a pair, area alone without frequencies."""
    if not any(m.ok for m in group.measurements):
        return []
    if not group.timed:
        return [ranking_plot(group, AREA)]
    found = [ranking_plot(group, THROUGHPUT), ranking_plot(group, THROUGHPUT_PER_AREA), area_plot(group)]
    return [*found, ratio_plot(group)] if any(c.ratios for c in group.comparisons) else found


def ranking_plot(group: Group, metric: Metric) -> Plot:
    """Bars by `metric`, RTL over HLS, the algorithm with the best design on top."""

    def draw(figure: Figure) -> None:
        rows = sorted(group.comparisons, key=lambda c: _best_first(c, metric))
        figure.set_size_inches(WIDTH, 0.9 + 0.52 * len(rows))
        axes = figure.subplots()
        bare(axes, grid="x")
        legend(axes, [Line2D([], [], color=COLOURS[way], marker="s", linestyle="none", markersize=6, label=way.upper()) for way in COLOURS])
        for row, comparison in enumerate(rows):
            _draw_bars(axes, row, comparison, metric)
        _name_rows(axes, rows)
        axes.set_xlim(0, axes.get_xlim()[1] * 1.08)
        axes.set_xlabel(f"{metric.title}, {metric.unit}")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.{_decimals(axes.get_xlim()[1])}f}"))

    note = "Each bar is one design; algorithms are in the order of their better design."
    return Plot(_name(group, metric.field.replace("_", "-")), ranking_finding(group, metric), note, draw)


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


def _name_rows(axes: Axes, rows: Sequence[Comparison]) -> None:
    axes.set_yticks(range(len(rows)), [comparison.label for comparison in rows], color=INK)
    axes.set_ylim(len(rows) - 0.5, -0.5)


def area_plot(group: Group) -> Plot:
    """Throughput against area on logarithmic axes; a diagonal joins points of equal throughput/area."""

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 4.6)
        axes = figure.subplots()
        bare(axes, grid="both")
        legend(axes, [Line2D([], [], linestyle="none", label=way.upper(), **POINTS[way]) for way in POINTS], above=0.045)
        _set_log_axes(axes, group)
        _draw_diagonals(axes)
        for comparison in group.comparisons:
            _draw_pair(axes, comparison)
        figure.draw_without_rendering()  # settles the layout: labels are placed by pixels
        place_labels(axes, [(c.label, [_point(m.luts, m.throughput_mbps) for m in c.measurements if m.ok]) for c in group.comparisons])

    note = (
        "Up and left is better. Along a dotted diagonal throughput/area is the same; its value, in Mbit/s per LUT, stands at its end. "
        "A line joins RTL and HLS of one algorithm."
    )
    return Plot(_name(group, "throughput-area"), area_finding(group), note, draw)


def _point(luts: int | None, throughput: float | None) -> tuple[float, float]:
    assert luts and throughput  # only results are drawn
    return float(luts), throughput


def _draw_pair(axes: Axes, comparison: Comparison) -> None:
    results = [m for m in comparison.measurements if m.ok]
    points = [_point(m.luts, m.throughput_mbps) for m in results]
    axes.plot([x for x, _ in points], [y for _, y in points], color=MUTED, linewidth=0.9, zorder=2)
    for measurement, (x, y) in zip(results, points, strict=True):
        axes.plot(x, y, linestyle="none", zorder=3, **POINTS[measurement.approach])


def _set_log_axes(axes: Axes, group: Group) -> None:
    points = [_point(m.luts, m.throughput_mbps) for m in group.measurements if m.ok]
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis, values, limits in ((axes.xaxis, [x for x, _ in points], axes.set_xlim), (axes.yaxis, [y for _, y in points], axes.set_ylim)):
        low, high = min(values) / 1.5, max(values) * 1.5
        limits(low, high)
        axis.set_major_locator(FixedLocator(_steps_between(low, high)))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}"))
    axes.set_xlabel(f"{AREA.title}, {AREA.unit} (logarithmic)")
    axes.set_ylabel(f"{THROUGHPUT.title}, {THROUGHPUT.unit} (logarithmic)")


def _steps_between(low: float, high: float) -> list[float]:
    """1, 2, 5, 10, ... within [low, high]; only powers of ten where there would be too many."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = [step * 10.0**decade for decade in decades for step in _STEPS if low <= step * 10.0**decade <= high]
    return found if len(found) <= 10 else [value for value in found if math.log10(value).is_integer()]


def _draw_diagonals(axes: Axes) -> None:
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    for level in _steps_between(bottom / right, top / left):
        axes.plot(
            [left, right],
            [left * level, right * level],
            color=MUTED,
            linewidth=0.7,
            linestyle=(0, (1, 2.5)),
            zorder=1,
            scalex=False,
            scaley=False,
        )
        at_right = right * level <= top
        end = (right, right * level) if at_right else (top / level, top)
        axes.annotate(
            f"{level:g}",
            end,
            (3, 0) if at_right else (0, 3),
            textcoords="offset points",
            ha="left" if at_right else "center",
            va="center" if at_right else "bottom",
            fontsize=7.5,
            color=MUTED,
            annotation_clip=False,
        )


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
        _name_rows(panels[0], compared)
        figure.supxlabel("RTL/HLS", fontsize=8.5, color=MUTED)

    note = f"Shaded: the field's desired band, {BAND[0]} to {BAND[1]}. At 1 both are equal. A hollow point lies outside the band."
    return Plot(_name(group, "ratios"), ratio_finding(group), note, draw)


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


def _name(group: Group, kind: str) -> str:
    return f"{kind}-{group.target}-{group.scope}" + ("-estimate" if group.estimate else "")
