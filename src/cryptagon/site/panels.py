"""Plots of several comparisons in one picture, since areas of different units share no axis."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cryptagon.site.models import Result
from cryptagon.site.plot import LARGE, MOST_POINTS, SMALL, Plot, plot_of

MOST_PLOTS = 12
HEAD = 48
"""What the name of a comparison takes above its plot, in units of the picture."""


@dataclass(frozen=True)
class Panel:
    """A plot, and where it lies; its comparison in two lines."""

    plot: Plot
    left: int
    top: int

    @property
    def place(self) -> str:
        """Where its designs are."""
        return self.plot.comparison.place

    @property
    def kind(self) -> str:
        """What they are. Conditions in brackets are too long for a line; the title has them."""
        own = self.plot.comparison
        text = f"{own.class_title}, {own.kind}".partition(" (")[0]
        return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Panels:
    """Plots side by side, two in a row where there are several; `left_out` have none."""

    plots: tuple[Plot, ...]
    left_out: int

    @cached_property
    def panels(self) -> list[Panel]:
        """Each plot in its place."""
        return [
            Panel(one, number % 2 * one.width, number // 2 * (one.height + HEAD))
            for number, one in enumerate(self.plots)
        ]

    @property
    def width(self) -> int:
        """Of the whole picture."""
        return max(one.left + one.plot.width for one in self.panels)

    @property
    def height(self) -> int:
        """Of the whole picture."""
        return max(one.top + HEAD + one.plot.height for one in self.panels)

    @property
    def approaches(self) -> tuple[tuple[int, str], ...]:
        """Marks of approaches with their names, of all plots."""
        return tuple(sorted({one for plot in self.plots for one in plot.approaches}))

    @property
    def title(self) -> str:
        """What the picture shows, in words."""
        told = " ".join(f"{one.comparison.title}. {one.finding}" for one in self.plots)
        return f"{told} {self.left_out} more comparisons have no plot." if self.left_out else told


def size_of(plots: int) -> tuple[int, int]:
    """Width and height of a picture of so many plots."""
    large = plots == 1
    width, height = LARGE if large else SMALL
    rows = -(-min(plots, MOST_PLOTS) // 2)
    return (width, height + HEAD) if large else (2 * width, rows * (height + HEAD))


def panels_of(results: Iterable[Result], *, large: bool = False) -> Panels:
    """The plots of results that come with their comparisons, in their order; large where there is
    only one, or it is asked for. Results without a throughput or an area are not drawn."""
    by_comparison: dict[int, list[Result]] = {}
    for one in results:
        if one.throughput_mbps is not None and one.luts is not None:
            by_comparison.setdefault(one.comparison_id or 0, []).append(one)
    chosen = list(by_comparison.values())
    most = MOST_POINTS // max(1, min(len(chosen), MOST_PLOTS))
    large = large or len(chosen) == 1
    drawn = tuple(plot_of(rows, large=large, most=most) for rows in chosen[:MOST_PLOTS])
    return Panels(drawn, max(0, len(chosen) - MOST_PLOTS))
