"""What the placement seed alone does to Fmax: a box and its points for each design."""

from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.figure import INK, WIDTH, Lanes, Plot, approach_legend, bare, name_rows
from cryptagon.analysis.naming import shown
from cryptagon.results import Measurement


def seeds_plot(group: Group) -> Plot:
    """Boxes of Fmax over the seeds of the best strategy, the baseline on top; every other run of
    the search is a faint point.
    """

    def draw(figure: Figure) -> None:
        lanes = Lanes(group.places)
        figure.set_size_inches(WIDTH, 0.9 + lanes.row_inches * len(group.comparisons))
        axes = figure.subplots()
        bare(axes, grid="x")
        approach_legend(axes, group.places)
        for row, comparison in enumerate(group.comparisons):
            for measurement in comparison.measurements:
                _draw_design(axes, row, measurement, lanes)
        name_rows(axes, [comparison.label for comparison in group.comparisons])
        axes.set_xlabel("Fmax, MHz")

    note = (
        "A box goes from quarter to quarter of the runs that differ in nothing but their seed, its whiskers to the ends; "
        "the line in it is the median. Faint: runs with other strategies."
    )
    return Plot(f"seeds-{group.slug}", seeds_finding(group), note, draw)


def seeds_finding(group: Group) -> str:
    """The widest spread over seeds, and whose it is."""
    spreads = [
        (_spread(m.fmax_over_seeds), group.label(m), shown(m.approach))
        for m in group.measurements
        if len(m.fmax_over_seeds) > 1
    ]
    widest, label, approach = max(spreads)
    number = min(len(m.fmax_over_seeds) for m in group.measurements if len(m.fmax_over_seeds) > 1)
    return f"Over {number} seeds or more, Fmax moves by {widest:.0%} of its median at most ({label} {approach})"


def _spread(fmax_mhz: tuple[float, ...]) -> float:
    return (fmax_mhz[-1] - fmax_mhz[0]) / median(fmax_mhz)


def _draw_design(axes: Axes, row: int, measurement: Measurement, lanes: Lanes) -> None:
    place, shade = row + lanes.offset(measurement.approach), lanes.colour(measurement.approach)
    found = [run.result_mhz for run in measurement.attempts if run.result_mhz is not None]
    axes.plot(
        found,
        [place] * len(found),
        ".",
        color=shade,
        alpha=0.35,
        markersize=6,
        markeredgewidth=0,
        zorder=2,
    )
    over_seeds = measurement.fmax_over_seeds
    if not over_seeds:
        return
    edges = {"color": shade, "linewidth": 1.0}
    axes.boxplot(
        [over_seeds],
        positions=[place],
        orientation="horizontal",
        widths=0.72 * lanes.width,
        whis=(0, 100),
        manage_ticks=False,
        boxprops=edges,
        whiskerprops=edges,
        capprops=edges,
        medianprops={"color": INK, "linewidth": 1.2},
    )
    axes.plot(
        over_seeds,
        [place] * len(over_seeds),
        ".",
        color=shade,
        markersize=6,
        markeredgewidth=0,
        zorder=3,
    )
