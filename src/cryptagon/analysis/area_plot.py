"""Throughput against area: the best run of each design bold, all others faint, and the front that
no design beats.
"""

import math

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.figure import INK, MUTED, WIDTH, Plot, bare, colour, legend, point
from cryptagon.analysis.findings import area_finding, pareto_front
from cryptagon.analysis.labels import place_labels
from cryptagon.analysis.metrics import AREA, THROUGHPUT
from cryptagon.analysis.naming import shown
from cryptagon.results import Measurement, throughput_mbps

Point = tuple[float, float]

_STEPS = (1, 2, 5)


def area_plot(group: Group) -> Plot:
    """Throughput against area on logarithmic axes; a diagonal joins points of equal
    throughput/area.
    """

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 4.6)
        axes = figure.subplots()
        bare(axes, grid="both")
        keys = [
            Line2D([], [], linestyle="none", label=shown(way), **point(place))
            for way, place in group.places.items()
        ]
        legend(axes, keys, above=0.045, columns=len(keys))
        _set_log_axes(axes, group)
        _draw_diagonals(axes)
        axes.set_xlabel(f"{AREA.title}, {group.area_unit} (logarithmic)")
        axes.set_ylabel(f"{THROUGHPUT.title}, {THROUGHPUT.unit} (logarithmic)")
        _draw_front(axes, group)
        for comparison in group.comparisons:
            _draw_design(axes, group, comparison)
        figure.draw_without_rendering()  # settles the layout: labels are placed by pixels
        place_labels(
            axes,
            [(c.label, [_point(m) for m in c.measurements if m.ok]) for c in group.comparisons],
        )

    note = (
        "Up and left is better. Along a dotted diagonal throughput/area is the same; "
        f"its value, in Mbit/s per {group.area_unit}, is written at its end. "
        "Lines join the designs of one algorithm; a step line joins the designs that none beats in both. "
        "Faint: the other runs of the search."
    )
    return Plot(f"throughput-area-{group.slug}", area_finding(group), note, draw)


def runs_of(measurement: Measurement) -> list[Point]:
    """Area and throughput (Mbit/s) of every run of the search for a design that came to a
    result.
    """
    cycles, bits = measurement.cycles_of_work, measurement.work.bits
    return [
        (float(run.luts), throughput_mbps(bits, cycles, run.result_mhz))
        for run in measurement.attempts
        if run.luts and run.result_mhz and cycles and bits
    ]


def _point(measurement: Measurement) -> Point:
    assert measurement.luts and measurement.throughput_mbps  # only results are drawn
    return float(measurement.luts), measurement.throughput_mbps


def _draw_design(axes: Axes, group: Group, comparison: Comparison) -> None:
    results = [m for m in comparison.measurements if m.ok]
    points = [_point(m) for m in results]
    for x, y in points[1:]:
        axes.plot([points[0][0], x], [points[0][1], y], color=MUTED, linewidth=0.9, zorder=2)
    for measurement, (x, y) in zip(results, points, strict=True):
        axes.plot(x, y, linestyle="none", zorder=3, **point(group.places[measurement.approach]))
        _draw_runs(axes, measurement, colour(group.places[measurement.approach]))


def _draw_runs(axes: Axes, measurement: Measurement, shade: str) -> None:
    runs = runs_of(measurement)
    axes.plot(
        [x for x, _ in runs],
        [y for _, y in runs],
        ".",
        color=shade,
        alpha=0.3,
        markersize=4,
        markeredgewidth=0,
        zorder=2,
    )


def _draw_front(axes: Axes, group: Group) -> None:
    """Steps along which every design lies that no other beats, whichever way it was made."""
    front = [_point(m) for m in pareto_front([m for m in group.measurements if m.ok])]
    axes.step(
        [x for x, _ in front],
        [y for _, y in front],
        where="post",
        color=INK,
        linewidth=0.8,
        alpha=0.5,
        zorder=1,
    )


def _set_log_axes(axes: Axes, group: Group) -> None:
    points = [point for m in group.measurements if m.ok for point in (_point(m), *runs_of(m))]
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis, values, limits in (
        (axes.xaxis, [x for x, _ in points], axes.set_xlim),
        (axes.yaxis, [y for _, y in points], axes.set_ylim),
    ):
        low, high = min(values) / 1.5, max(values) * 1.5
        limits(low, high)
        axis.set_major_locator(FixedLocator(_steps_between(low, high)))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(
            FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}")
        )


def _steps_between(low: float, high: float) -> list[float]:
    """1, 2, 5, 10, ... within [low, high]; only powers of ten where there would be too many."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = [
        step * 10.0**decade
        for decade in decades
        for step in _STEPS
        if low <= step * 10.0**decade <= high
    ]
    return (
        found if len(found) <= 10 else [value for value in found if math.log10(value).is_integer()]
    )


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
