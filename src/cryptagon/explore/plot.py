"""The picture of an exploration: throughput against area of what was placed, and the front."""

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from cryptagon.analysis.figure import INK, MUTED, PALETTE, WIDTH, Plot, bare, legend
from cryptagon.analysis.labels import place_labels
from cryptagon.analysis.metrics import AREA, THROUGHPUT
from cryptagon.explore.exploration import Explored, Tried

_BY_HAND = {"color": PALETTE[1], "marker": "D", "markersize": 5.5, "markeredgewidth": 0}
_FOUND = {
    "color": PALETTE[0],
    "marker": "o",
    "markersize": 7,
    "markerfacecolor": "none",
    "markeredgewidth": 1.6,
}


def explore_plot(found: Explored) -> Plot:
    """Throughput against area of the placed designs; a step line joins those that none beats."""
    area_unit = found.space.target.lut

    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 4.4)
        axes = figure.subplots()
        bare(axes, grid="both")
        keys = [
            Line2D([], [], linestyle="none", label="in algorithm.toml", **_BY_HAND),
            Line2D([], [], linestyle="none", label="found", **_FOUND),
            Line2D([], [], color=INK, alpha=0.5, linewidth=0.8, label="none beats these"),
        ]
        legend(axes, keys, above=0.02, columns=len(keys))
        axes.step(*_coordinates(found.front), where="post", color=INK, linewidth=0.8, alpha=0.5)
        for by_hand, style in ((False, _FOUND), (True, _BY_HAND)):
            some = [one for one in found.placed if one.point.by_hand == by_hand]
            axes.plot(*_coordinates(some), linestyle="none", zorder=3, **style)
        axes.set_xlabel(f"{AREA.title}, {area_unit}")
        axes.set_ylabel(f"{THROUGHPUT.title}, {THROUGHPUT.unit}")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.tick_params(colors=MUTED)
        axes.margins(0.12)
        figure.draw_without_rendering()  # settles the layout: labels are placed by pixels
        place_labels(
            axes,
            [
                (one.point.name, [(x, y)])
                for one in found.placed
                for x, y in [_point(one)]
                if one.point.by_hand or one in found.front
            ],
        )

    return Plot(f"explore-{found.space.algorithm.name}", finding(found), NOTE, draw)


NOTE = (
    "Up and left is better. A step line joins the designs that none beats in both throughput and "
    "area. For long messages; placed and routed."
)


def finding(found: Explored) -> str:
    """What the exploration shows, in a sentence."""
    hand = sum(one.point.by_hand for one in found.front)
    return (
        f"{found.space.algorithm.title}: {len(found.front)} of {len(found.placed)} placed designs "
        f"are beaten by none, {hand} of them in algorithm.toml"
    )


def _point(one: Tried) -> tuple[float, float]:
    assert one.measured  # only results are drawn
    throughput, area = one.measured
    return area, throughput


def _coordinates(some: Sequence[Tried]) -> tuple[list[float], list[float]]:
    points = [_point(one) for one in some]
    return [x for x, _ in points], [y for _, y in points]
