"""The cycles of every design, published and measured, on a logarithmic axis."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.figure import INK, MUTED, WIDTH, Plot, bare, colour, legend, log_values
from cryptagon.analysis.findings import span
from cryptagon.analysis.naming import listed, shown
from cryptagon.analysis.published import Published, cycles_text, fewest_first, published_in

_GAP = 0.8
_LEFT = 0.5
"""Where the axis begins: below 1, so that one cycle has a bar."""
_FAINT = 0.4
"""Opacity of what is published: the colour is that of its approach."""


@dataclass(frozen=True)
class _Bar:
    name: str
    approach: str
    cycles: float
    own: bool


def cycles_plot(group: Group, published: Sequence[Published] = ()) -> Plot:
    """Bars, one a design, in a block for each algorithm and variant: what is published first, then
    what was measured.
    """
    beside = published_in(group, published)

    def draw(figure: Figure) -> None:
        blocks = [
            (comparison, _bars(comparison, beside))
            for comparison in sorted(group.comparisons, key=fewest_first)
        ]
        figure.set_size_inches(WIDTH, 0.9 + 0.21 * sum(len(bars) + 1 + _GAP for _, bars in blocks))
        axes = figure.subplots()
        bare(axes, grid="x")
        axes.set_xscale("log")
        place, ticks = 0.0, {}
        for comparison, bars in blocks:
            _name(axes, place, f"{comparison.label}, {comparison.work}")
            for bar in bars:
                place += 1
                ticks[place] = f"{bar.name} {shown(bar.approach)}"
                _draw(axes, place, bar, group)
            place += 1 + _GAP
        axes.set_yticks(list(ticks), list(ticks.values()))
        axes.set_ylim(place - _GAP - 0.3, -0.7)
        _finish(axes, group, beside)

    return Plot(
        f"cycles-{group.slug}",
        _finding(group, beside),
        "Fewer is better. The axis is logarithmic.",
        draw,
    )


def _bars(comparison: Comparison, published: Sequence[Published]) -> list[_Bar]:
    algorithm = comparison.measurements[0].algorithm
    theirs = [
        _Bar(one.by, one.approach, one.cycles[algorithm], own=False)
        for one in published
        if algorithm in one.cycles
    ]
    measured = comparison.by_approach.items()
    return theirs + [
        _Bar("Cryptagon", name, cycles, own=True)
        for name, m in measured
        if (cycles := m.cycles_of_work)
    ]


def _name(axes: Axes, place: float, text: str) -> None:
    left = axes.get_yaxis_transform()
    axes.annotate(
        text,
        (0, place),
        (4, 0),
        xycoords=left,
        textcoords="offset points",
        fontsize=8.5,
        color=INK,
        fontweight="bold",
        va="center",
    )


def _draw(axes: Axes, place: float, bar: _Bar, group: Group) -> None:
    axes.barh(
        place,
        bar.cycles,
        height=0.78,
        color=_colour(group, bar.approach),
        alpha=1.0 if bar.own else _FAINT,
        linewidth=0,
    )
    text = cycles_text(bar.cycles)
    axes.annotate(
        text,
        (bar.cycles, place),
        (3, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
        color=INK,
    )


def _colour(group: Group, approach: str) -> str:
    """That of the approach; a neutral one for what is published by an approach that was not
    measured.
    """
    return colour(group.approaches.index(approach)) if approach in group.approaches else MUTED


def _finish(axes: Axes, group: Group, published: Sequence[Published]) -> None:
    axes.set_xlim(left=_LEFT)
    log_values(axes)
    axes.set_xlabel(f"{group.scale.shown[0].title} (logarithmic)")
    theirs = [
        (f"published, {shown(one)}", one, _FAINT)
        for one in dict.fromkeys(figures.approach for figures in published)
    ]
    keys = [*theirs, *((f"Cryptagon, {shown(one)}", one, 1.0) for one in group.present)]
    marks = {"marker": "s", "linestyle": "none", "markersize": 6, "markeredgewidth": 0}
    legend(
        axes,
        [
            Line2D([], [], color=_colour(group, one), alpha=alpha, label=text, **marks)
            for text, one, alpha in keys
        ],
        columns=4,
    )


def _finding(group: Group, published: Sequence[Published]) -> str:
    """How the measured designs compare with those that are published by the baseline's approach."""
    reference = next((one.cycles for one in published if one.approach == group.baseline), {})
    spans = [
        f"{span(ratios)} ({shown(name)})"
        for name in group.present
        if (
            ratios := [
                m.cycles_of_work / due
                for m in group.of(name)
                if m.cycles_of_work and (due := reference.get(m.algorithm))
            ]
        )
    ]
    if not spans:
        return f"{group.scale.shown[0].title} of each design"
    return f"Cryptagon takes {listed(spans)} of the cycles that are published for {shown(group.baseline)}"
