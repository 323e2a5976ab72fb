"""HLS beside RTL on every target at a glance: whether what one family says holds on the others."""

from collections.abc import Iterator, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from cryptagon.analysis.comparison import BAND, Comparison, Group
from cryptagon.analysis.figure import IN_BAND, INK, MUTED, SURFACE, WIDTH, Plot, bare, legend, name_rows
from cryptagon.analysis.metrics import AREA, THROUGHPUT_PER_AREA

_MARKERS = "osD^vPX*"


def targets_plot(found: Sequence[Group]) -> Plot | None:
    """A row a target, a point an algorithm: RTL/HLS of throughput/area. None where fewer than two targets have both approaches.

    An estimate knows no throughput: its point is HLS/RTL of the area, which is the same ratio at equal clocks, and hollow.
    """
    rows = [group for group in found if any(comparison.ratios for comparison in group.comparisons)]
    if len(rows) < 2:
        return None
    labels = list(dict.fromkeys(comparison.label for group in rows for comparison in group.comparisons))
    markers = {label: _MARKERS[place % len(_MARKERS)] for place, label in enumerate(labels)}

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 1.0 + 0.3 * len(rows))
        axes = figure.subplots()
        bare(axes, grid="y")
        axes.axvspan(*BAND, color=IN_BAND, linewidth=0, zorder=0)
        axes.axvline(1, color=MUTED, linewidth=0.8, zorder=1)
        for row, group in enumerate(rows):
            _draw_row(axes, row, group, markers)
        name_rows(axes, [group.target + ("" if group.scope == "aead" else ", core alone") for group in rows])
        values = [ratio for group in rows for _, ratio in ratios(group)]
        axes.set_xlim(min(BAND[0], *values) - 0.03, max(BAND[1], *values) + 0.03)
        axes.set_xlabel("RTL/HLS of throughput/area   (left of 1: HLS better)")
        keys = [Line2D([], [], marker=markers[label], linestyle="none", color=INK, markersize=5, label=label) for label in labels]
        legend(axes, keys, columns=4)

    note = f"Shaded: the field's desired band, {BAND[0]} to {BAND[1]}. At 1 both are equal. "
    note += "Hollow: an estimate, whose ratio is HLS/RTL of the area, as at equal clocks."
    return Plot("targets", _finding(rows), note, draw)


def ratios(group: Group) -> Iterator[tuple[Comparison, float]]:
    """RTL/HLS of throughput/area of each algorithm that has both; of estimates HLS/RTL of the area."""
    for comparison in group.comparisons:
        for ratio in comparison.ratios:
            if ratio.metric == (THROUGHPUT_PER_AREA if group.timed else AREA):
                yield comparison, ratio.rtl_over_hls if group.timed else ratio.hls_over_rtl


def _finding(rows: Sequence[Group]) -> str:
    values = [ratio for group in rows for _, ratio in ratios(group)]
    outside = sum(not BAND[0] <= value <= BAND[1] for value in values)
    where = "all in the band" if not outside else f"{outside} of {len(values)} outside the band"
    return f"On {len(rows)} targets RTL/HLS of throughput/area lies between {min(values):.2f} and {max(values):.2f}: {where}"


def _draw_row(axes: Axes, row: int, group: Group, markers: dict[str, str]) -> None:
    for comparison, ratio in ratios(group):
        face = INK if group.timed else SURFACE
        axes.plot(ratio, row, markers[comparison.label], color=face, markeredgecolor=INK, markersize=5, alpha=0.85, zorder=3)
