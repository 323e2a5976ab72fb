"""What the placement seed alone does to Fmax: a box and its points for each design."""

from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.figure import COLOURS, INK, WIDTH, Plot, approach_legend, bare, name_rows
from cryptagon.results import Measurement

_LANE = 0.2  # of a row, from its middle to where a design's box stands


def seeds_plot(group: Group) -> Plot:
    """Boxes of Fmax over the seeds of the best strategy, RTL over HLS; every other run of the search is a faint point."""

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 0.9 + 0.52 * len(group.comparisons))
        axes = figure.subplots()
        bare(axes, grid="x")
        approach_legend(axes)
        for row, comparison in enumerate(group.comparisons):
            for measurement in comparison.measurements:
                _draw_design(axes, row + (-_LANE if measurement.approach == "rtl" else _LANE), measurement)
        name_rows(axes, [comparison.label for comparison in group.comparisons])
        axes.set_xlabel("Fmax, MHz")

    note = (
        "A box goes from quarter to quarter of the runs that differ in nothing but their seed, its whiskers to the ends; "
        "the line in it is the median. Faint: runs with other strategies."
    )
    return Plot(f"seeds-{group.slug}", seeds_finding(group), note, draw)


def seeds_finding(group: Group) -> str:
    """The widest spread over seeds, and whose it is."""
    spreads = [(_spread(m.fmax_over_seeds), group.label(m), m.approach.upper()) for m in group.measurements if len(m.fmax_over_seeds) > 1]
    widest, label, approach = max(spreads)
    number = min(len(m.fmax_over_seeds) for m in group.measurements if len(m.fmax_over_seeds) > 1)
    return f"Over {number} seeds or more, Fmax moves by {widest:.0%} of its median at most ({label} {approach})"


def _spread(fmax_mhz: tuple[float, ...]) -> float:
    return (fmax_mhz[-1] - fmax_mhz[0]) / median(fmax_mhz)


def _draw_design(axes: Axes, place: float, measurement: Measurement) -> None:
    colour = COLOURS[measurement.approach]
    found = [run.result_mhz for run in measurement.attempts if run.result_mhz is not None]
    axes.plot(found, [place] * len(found), ".", color=colour, alpha=0.35, markersize=6, markeredgewidth=0, zorder=2)
    over_seeds = measurement.fmax_over_seeds
    if not over_seeds:
        return
    edges = {"color": colour, "linewidth": 1.0}
    axes.boxplot(
        [over_seeds],
        positions=[place],
        orientation="horizontal",
        widths=0.26,
        whis=(0, 100),
        manage_ticks=False,
        boxprops=edges,
        whiskerprops=edges,
        capprops=edges,
        medianprops={"color": INK, "linewidth": 1.2},
    )
    axes.plot(over_seeds, [place] * len(over_seeds), ".", color=colour, markersize=6, markeredgewidth=0, zorder=3)
