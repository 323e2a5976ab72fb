"""An approach beside the baseline: the ratio of every figure of every design, with the band that
the field wants.
"""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.figure import IN_BAND, INK, MUTED, SURFACE, WIDTH, Plot, bare, name_rows
from cryptagon.analysis.findings import ratio_finding
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.naming import shown
from cryptagon.analysis.ratio import Band, Ratio, band_of


def ratio_plot(group: Group, other: str) -> Plot:
    """A panel for each figure: baseline/other of every algorithm, the desired band shaded where the
    field has one.
    """
    compared, metrics = (
        group.compared(other),
        [metric for metric in group.scale.compared if _any(group, other, metric)],
    )
    names = f"{shown(group.baseline)}/{shown(other)}"
    band = band_of(group.baseline, other)

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 1.35 + 0.3 * len(compared))
        panels = figure.subplots(1, len(metrics), sharey=True, sharex=True, squeeze=False)[0]
        for axes, metric in zip(panels, metrics, strict=True):
            bare(axes, grid="y")
            _draw_panel(axes, metric, compared, other, band_of(group.baseline, other, metric))
        values = [ratio.baseline_over_other for c in compared for ratio in c.ratios[other]]
        panels[0].set_xlim(min(0.75, *values) - 0.05, max(1.4, *values) + 0.12)
        name_rows(panels[0], [comparison.label for comparison in compared])
        figure.supxlabel(names, fontsize=8.5, color=MUTED)

    inverse = ", of the time its inverse" if group.jobs else ""
    wanted = (
        f"Shaded: the field's desired band, {band[0]} to {band[1]}{inverse}. A hollow point lies outside it. "
        if band
        else ""
    )
    return Plot(
        f"ratios-{other}-{group.slug}",
        ratio_finding(group, other),
        f"{wanted}At 1 both are equal.",
        draw,
    )


def shade(axes: Axes, band: Band | None) -> None:
    """The band, and the line where both are equal."""
    if band:
        axes.axvspan(*band, color=IN_BAND, linewidth=0, zorder=0)
    axes.axvline(1, color=MUTED, linewidth=0.8, zorder=1)


def _any(group: Group, other: str, metric: Metric) -> bool:
    return any(c.ratio(other, metric) for c in group.compared(other))


def _draw_panel(
    axes: Axes, metric: Metric, compared: Sequence[Comparison], other: str, band: Band | None
) -> None:
    shade(axes, band)
    for row, comparison in enumerate(compared):
        if ratio := comparison.ratio(other, metric):
            _draw_ratio(axes, row, ratio)
    axes.set_title(metric.title, loc="left", color=INK)
    better = f"{shown(other)} better"
    axes.set_xlabel(
        f"{better} \N{RIGHTWARDS ARROW}"
        if not metric.higher_is_better
        else f"\N{LEFTWARDS ARROW} {better}",
        fontsize=7.5,
    )
    axes.xaxis.set_major_locator(FixedLocator(list(band or (1.0,))))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.2g}"))


def _draw_ratio(axes: Axes, row: int, ratio: Ratio) -> None:
    value = ratio.baseline_over_other
    axes.plot([1, value], [row, row], color=INK, linewidth=1.2, zorder=2)
    axes.plot(
        value,
        row,
        "o",
        color=SURFACE if ratio.outside else INK,
        markeredgecolor=INK,
        markersize=5,
        zorder=3,
    )
    side = 1 if value >= 1 else -1
    flush = "left" if side > 0 else "right"
    axes.annotate(
        f"{value:.2f}",
        (value, row),
        (5 * side, 0),
        textcoords="offset points",
        va="center",
        ha=flush,
        fontsize=7.5,
    )
