"""How every plot looks, and how it becomes SVG or PNG: the same bytes each time for the same
measurements.
"""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullLocator

from cryptagon.analysis.naming import shown

INK, MUTED, GRID, SURFACE = "#1f2328", "#5f6771", "#d9dee4", "#fefefe"
IN_BAND = "#d5ece4"
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Blue, vermilion and four more of Okabe and Ito's palette: told apart with any colour vision.

Shapes differ too.
"""

_SHAPES: tuple[dict[str, Any], ...] = (
    {"marker": "o", "markersize": 8.5, "markerfacecolor": "none", "markeredgewidth": 1.8},
    {"marker": "D", "markersize": 4, "markeredgewidth": 0},
    {"marker": "s", "markersize": 11, "markerfacecolor": "none", "markeredgewidth": 1.2},
    {"marker": "^", "markersize": 5, "markeredgewidth": 0},
    {"marker": "X", "markersize": 5.5, "markeredgewidth": 0},
    {"marker": "p", "markersize": 13, "markerfacecolor": "none", "markeredgewidth": 1.2},
)
"""Rings and small marks that fit into them: where approaches coincide, all are seen."""

WIDTH = 7.4
"""Inches; the text is set for this width."""

_VARIABLES = {INK: "ink", MUTED: "muted", GRID: "grid", SURFACE: "surface", IN_BAND: "band"}
_VARIABLES |= {colour: f"series-{number}" for number, colour in enumerate(PALETTE, 1)}
_STYLE: dict[Any, Any] = {
    **{"font.family": "DejaVu Sans", "font.size": 8.5, "text.color": INK, "svg.fonttype": "none"},
    **{
        "axes.edgecolor": GRID,
        "axes.labelcolor": MUTED,
        "axes.linewidth": 0.8,
        "axes.titlesize": 9,
        "axes.labelsize": 8.5,
        "axes.axisbelow": True,
    },
    **{
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.facecolor": "none",
        "figure.facecolor": SURFACE,
    },
    **{
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8.5,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
    },
    **{
        "grid.color": GRID,
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.fontsize": 8.5,
        "legend.handletextpad": 0.3,
    },
}


@dataclass(frozen=True)
class Plot:
    """A picture with its finding.

    `name` is unique within a report, `title` the finding, `note` how to read it.
    """

    name: str
    title: str
    note: str
    draw: Callable[[Figure], None]

    def svg(self) -> str:
        """An `<svg>` element for a page: text as text, colours as CSS variables with the light
        theme as fallback, unique ids.
        """
        text = self._save("svg", titled=False).decode()
        text = text[text.index("<svg") :]
        text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{self.name}-", text)
        text = re.sub(r"#[0-9a-f]{6}", lambda match: _variable(match.group()), text)
        text = text.replace("'DejaVu Sans'", "system-ui, 'DejaVu Sans', sans-serif")
        return text.replace("<svg ", f'<svg role="img" aria-label="{escape(self.title)}" ', 1)

    def png(self) -> bytes:
        """A picture for a document, 200 dots an inch, with the finding as its title."""
        return self._save("png", titled=True)

    def write_png(self, folder: Path) -> Path:
        """Write `<name>.png` into `folder`, which is made; gives its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.png"
        path.write_bytes(self.png())
        return path

    def _save(self, kind: str, *, titled: bool) -> bytes:
        stream = io.BytesIO()
        metadata = (
            dict.fromkeys(("Date", "Creator", "Format", "Type"))
            if kind == "svg"
            else {"Software": None}
        )
        with mpl.rc_context({**_STYLE, "svg.hashsalt": self.name}):
            figure = Figure(figsize=(WIDTH, 4), layout="constrained")
            FigureCanvasAgg(figure)
            if titled:
                figure.suptitle(
                    self.title, x=0.008, ha="left", fontsize=10, fontweight="bold", wrap=True
                )
            self.draw(figure)
            figure.savefig(
                stream,
                format=kind,
                dpi=200 if kind == "png" else 72,
                metadata=metadata,
                transparent=kind == "svg",
            )
        return stream.getvalue()


def _variable(colour: str) -> str:
    name = _VARIABLES.get(colour)
    return f"var(--{name}, {colour})" if name else colour


def legend(axes: Axes, handles: Sequence[Line2D], *, above: float = 0.0, columns: int = 2) -> None:
    """Rows of keys at the left above the axes, `above` of their height away."""
    spacing = {"columnspacing": 1.2, "borderpad": 0.1, "borderaxespad": 0.3}
    axes.legend(
        handles=list(handles),
        loc="lower left",
        bbox_to_anchor=(0, 1 + above),
        ncols=columns,
        **spacing,
    )


def colour(place: int) -> str:
    """The colour of the study's approach number `place`, from 0."""
    return PALETTE[place % len(PALETTE)]


def point(place: int) -> dict[str, Any]:
    """The mark of that approach, as arguments of matplotlib's `plot`."""
    return {"color": colour(place), **_SHAPES[place % len(_SHAPES)]}


def approach_legend(axes: Axes, places: Mapping[str, int]) -> None:
    """The colours of approaches, by their places."""
    style = {"marker": "s", "linestyle": "none", "markersize": 6}
    legend(
        axes,
        [
            Line2D([], [], color=colour(place), label=shown(way), **style)
            for way, place in places.items()
        ],
        columns=len(places),
    )


def bare(axes: Axes, *, grid: str) -> None:
    """Only the grid across `grid` ("x", "y" or "both") and no frame."""
    axes.spines[:].set_visible(False)
    axes.grid(visible=True, axis="both" if grid == "both" else "x" if grid == "x" else "y")


def log_values(axes: Axes, *, room: float = 2) -> None:
    """Whole numbers along a logarithmic axis of values, to `room` times the greatest: 2 leaves
    place for the longest bar's own number.
    """
    axes.set_xlim(right=axes.get_xlim()[1] * room)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}")
    )


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """A name beside each row, the first on top."""
    axes.set_yticks(range(len(names)), names, color=INK)
    axes.set_ylim(len(names) - 0.5, -0.5)


@dataclass(frozen=True)
class Lanes:
    """The bars of each approach within a row that is 1 high: side by side around its middle, the
    first on top.

    `places` has the approaches that are present, and which ones of the study's they are.
    """

    places: Mapping[str, int]

    @property
    def width(self) -> float:
        """Of one bar, as a part of a row."""
        return min(0.36, 0.72 / len(self.places))

    @property
    def row_inches(self) -> float:
        """The height of a row."""
        return 0.26 * max(2, len(self.places))

    def offset(self, approach: str) -> float:
        """From the middle of a row to that of a bar."""
        return self.width * (list(self.places).index(approach) - (len(self.places) - 1) / 2)

    def colour(self, approach: str) -> str:
        """Of its bars."""
        return colour(self.places[approach])
