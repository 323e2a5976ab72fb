"""An approach beside the baseline on every target at a glance: whether what one family says holds
on the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import geometric_mean

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.figure import INK, MUTED, SURFACE, WIDTH, Plot, bare, legend, name_rows
from cryptagon.analysis.naming import class_title, shown, surroundings
from cryptagon.analysis.ratio import Band, band_of
from cryptagon.analysis.ratio_plot import shade

_MARKERS = "osD^vPX*"
"""Of algorithms. More of them than marks are points alike, of which the ends of a row are named."""

_ROOM = 0.32
"""Beside the points for the names of the ends, as a part of the axis."""


@dataclass(frozen=True)
class _Overview:
    """The groups of one class in which an approach has ratios."""

    other: str
    rows: Sequence[Group]

    @property
    def names(self) -> str:
        """The way round in which more than 1 says that the baseline is better."""
        group = self.rows[0]
        pair = (shown(group.baseline), shown(self.other))
        return "/".join(pair if group.scale.deciding.higher_is_better else reversed(pair))

    @property
    def figure(self) -> str:
        """What a ranking goes by where there are frequencies."""
        return self.rows[0].scale.deciding.title.lower()

    @property
    def band(self) -> Band | None:
        return band_of(self.rows[0].baseline, self.other)

    @property
    def labels(self) -> list[str]:
        return list(
            dict.fromkeys(c.label for group in self.rows for c in group.compared(self.other))
        )

    @property
    def markers(self) -> Mapping[str, str]:
        """The mark of each algorithm; none where there are more algorithms than marks."""
        return dict(zip(self.labels, _MARKERS)) if len(self.labels) <= len(_MARKERS) else {}

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the axis."""
        low, high = self.band or (1.0, 1.0)
        low, high = min(low, *self.values), max(high, *self.values)
        room = 0.03 if self.markers else _ROOM * (high - low)
        return low - room, high + room

    @property
    def values(self) -> list[float]:
        return [value for group in self.rows for _, value in behind(group, self.other)]


def targets_plots(found: Sequence[Group]) -> list[Plot]:
    """For each class and approach that has ratios on two targets or more: a row a target, a point
    an algorithm.

    A point says how far the approach lies behind the baseline in the figure that a ranking goes by.
    An estimate knows no clock: its point is that of the area, the same ratio at equal clocks, and
    hollow.
    """
    kinds = dict.fromkeys(
        (group.first.algorithm_class, group.jobs, other)
        for group in found
        for other in group.others
    )
    chosen = (
        _Overview(
            other,
            [
                g
                for g in found
                if (g.first.algorithm_class, g.jobs) == (name, jobs) and other in g.others
            ],
        )
        for name, jobs, other in kinds
    )
    return [_plot(one) for one in chosen if len({group.target for group in one.rows}) > 1]


def behind(group: Group, other: str) -> Iterator[tuple[Comparison, float]]:
    """How far each design by the other approach lies behind the baseline's: above 1 the baseline is
    better.
    """
    for comparison in group.compared(other):
        if ratio := comparison.ratio(other, group.deciding):
            yield comparison, ratio.behind


def _plot(one: _Overview) -> Plot:
    def draw(figure: Figure) -> None:
        figure.set_size_inches(WIDTH, 1.0 + 0.3 * len(one.rows))
        axes = figure.subplots()
        bare(axes, grid="y")
        shade(axes, one.band)
        for row, group in enumerate(one.rows):
            _draw_row(axes, row, group, one.other, one.markers)
        name_rows(axes, _row_names(one.rows))
        axes.set_xlim(*one.limits)
        axes.set_xlabel(f"{one.names} of {one.figure}   (left of 1: {shown(one.other)} better)")
        if one.markers:
            marks = one.markers.items()
            legend(
                axes,
                [
                    Line2D(
                        [], [], marker=mark, linestyle="none", color=INK, markersize=5, label=name
                    )
                    for name, mark in marks
                ],
                columns=4,
            )

    slug = f"targets-{one.rows[0].first.algorithm_class}-{one.other}"
    return Plot(slug + ("-jobs" if one.rows[0].jobs else ""), _finding(one), _note(one), draw)


def _row_names(rows: Sequence[Group]) -> list[str]:
    """The targets; with what was implemented where that is not the same in all."""
    around = [surroundings(group.first) for group in rows]
    return [
        f"{group.target}, {one}" if len(set(around)) > 1 else group.target
        for group, one in zip(rows, around)
    ]


def _note(one: _Overview) -> str:
    band = (
        f"Shaded: the field's desired band of {one.names}, {one.band[0]} to {one.band[1]}. "
        if one.band
        else ""
    )
    ends = (
        ""
        if one.markers
        else " A point is one algorithm; the ends of each row are named, and the stroke is the geometric mean."
    )
    return f"{band}At 1 both are equal. Hollow: an estimate, by its area alone, as at equal clocks.{ends}"


def _finding(one: _Overview) -> str:
    low, high = min(one.values), max(one.values)
    kind = class_title(one.rows[0].first.algorithm_class)
    text = f"{kind[0].upper()}{kind[1:]} on {len({group.target for group in one.rows})} targets: {one.names} of {one.figure} lies between "
    text += f"{low:.2f} and {high:.2f}"
    if one.band is None:
        return text
    outside = sum(not one.band[0] <= value <= one.band[1] for value in one.values)
    return f"{text}: {'all in the band' if not outside else f'{outside} of {len(one.values)} outside the band'}"


def _draw_row(axes: Axes, row: int, group: Group, other: str, markers: Mapping[str, str]) -> None:
    found = list(behind(group, other))
    face = INK if group.timed else SURFACE
    for comparison, value in found:
        mark = markers.get(comparison.label, "o")
        axes.plot(
            value,
            row,
            mark,
            color=face,
            markeredgecolor=INK,
            markersize=5,
            alpha=0.85 if markers else 0.5,
            zorder=3,
        )
    if found and not markers:
        axes.plot(
            geometric_mean([value for _, value in found]),
            row,
            "|",
            color=INK,
            markersize=13,
            markeredgewidth=1.8,
            zorder=4,
        )
        _name_ends(axes, row, sorted(found, key=lambda pair: pair[1]))


def _name_ends(axes: Axes, row: int, ordered: Sequence[tuple[Comparison, float]]) -> None:
    """The names of the least, left of its point, and of the greatest, right of it."""
    for (comparison, value), side, flush in [(ordered[0], -1, "right"), (ordered[-1], 1, "left")][
        -len(ordered) :
    ]:
        axes.annotate(
            comparison.label,
            (value, row),
            (7 * side, 0),
            textcoords="offset points",
            va="center",
            ha=flush,
            fontsize=7.5,
            color=MUTED,
        )
