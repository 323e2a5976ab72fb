"""How every plot looks, and how it becomes SVG or PNG: the same bytes each time for the same measurements."""

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

INK, MUTED, GRID, SURFACE = "#1f2328", "#5f6771", "#d9dee4", "#fefefe"
RTL, HLS, IN_BAND = "#0072b2", "#d55e00", "#d5ece4"
"""Blue and vermilion of Okabe and Ito's palette: told apart with any colour vision. Shapes differ too."""

COLOURS = {"rtl": RTL, "hls": HLS}
POINTS: dict[str, dict[str, Any]] = {
    "rtl": {"marker": "o", "markersize": 8.5, "color": RTL, "markerfacecolor": "none", "markeredgewidth": 1.8},
    "hls": {"marker": "D", "markersize": 4, "color": HLS, "markeredgewidth": 0},
}
"""A ring and a diamond that fits into it: where RTL and HLS coincide, both are seen."""

WIDTH = 7.4
"""Inches; the text is set for this width."""

_VARIABLES = {INK: "ink", MUTED: "muted", GRID: "grid", SURFACE: "surface", RTL: "rtl", HLS: "hls", IN_BAND: "band"}
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
    **{"axes.spines.top": False, "axes.spines.right": False, "axes.facecolor": "none", "figure.facecolor": SURFACE},
    **{
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8.5,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
    },
    **{"grid.color": GRID, "grid.linewidth": 0.6, "legend.frameon": False, "legend.fontsize": 8.5, "legend.handletextpad": 0.3},
}


@dataclass(frozen=True)
class Plot:
    """A picture with its finding. `name` is unique within a report, `title` the finding, `note` how to read it."""

    name: str
    title: str
    note: str
    draw: Callable[[Figure], None]

    def svg(self) -> str:
        """An `<svg>` element to stand in a page: text as text, colours as CSS variables with the light theme as fallback, unique ids."""
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
        metadata = dict.fromkeys(("Date", "Creator", "Format", "Type")) if kind == "svg" else {"Software": None}
        with mpl.rc_context({**_STYLE, "svg.hashsalt": self.name}):
            figure = Figure(figsize=(WIDTH, 4), layout="constrained")
            FigureCanvasAgg(figure)
            if titled:
                figure.suptitle(self.title, x=0.008, ha="left", fontsize=10, fontweight="bold", wrap=True)
            self.draw(figure)
            figure.savefig(stream, format=kind, dpi=200 if kind == "png" else 72, metadata=metadata, transparent=kind == "svg")
        return stream.getvalue()


def _variable(colour: str) -> str:
    name = _VARIABLES.get(colour)
    return f"var(--{name}, {colour})" if name else colour


def legend(axes: Axes, handles: list[Line2D], *, above: float = 0.0, columns: int = 2) -> None:
    """Rows of keys at the left above the axes, `above` of their height away."""
    axes.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1 + above), ncols=columns, columnspacing=1.2, borderpad=0.1, borderaxespad=0.3
    )


def approach_legend(axes: Axes) -> None:
    """The colours of RTL and HLS."""
    legend(axes, [Line2D([], [], color=COLOURS[way], marker="s", linestyle="none", markersize=6, label=way.upper()) for way in COLOURS])


def bare(axes: Axes, *, grid: str) -> None:
    """Only the grid across `grid` ("x", "y" or "both") and no frame."""
    axes.spines[:].set_visible(False)
    axes.grid(visible=True, axis="both" if grid == "both" else "x" if grid == "x" else "y")


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """A name beside each row, the first on top."""
    axes.set_yticks(range(len(names)), names, color=INK)
    axes.set_ylim(len(names) - 0.5, -0.5)
