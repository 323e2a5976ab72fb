"""A plot as one SVG that other pages and papers can show: with its own style, without a script,
light and dark.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, Protocol

Theme = Literal["", "light", "dark"]
THEMES: tuple[Theme, ...] = ("", "light", "dark")
_LIGHT = {
    **{
        "ground": "#fff",
        "ink": "#1b2026",
        "muted": "#59626d",
        "line": "#dde2e8",
        "strong": "#aab3bd",
    },
    **{
        "1": "#0072b2",
        "2": "#b54900",
        "3": "#00805d",
        "4": "#a8487d",
        "5": "#2b7fb0",
        "6": "#8f6200",
    },
}
_DARK = {
    **{
        "ground": "#0f1318",
        "ink": "#e6eaee",
        "muted": "#9fa9b4",
        "line": "#2a323b",
        "strong": "#56616d",
    },
    **{
        "1": "#4aa8e0",
        "2": "#f0843c",
        "3": "#2fc79a",
        "4": "#e29cc2",
        "5": "#8fd0f5",
        "6": "#f2b93b",
    },
}
"""The colours of the site's style sheet."""
_FONT = 'text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}.heading{font-weight:700;font-size:15px}'
FOOT = 28
"""What the key takes below a picture."""
_LETTER = 7.2
"""About the width of a letter, in units of the picture."""


@dataclass(frozen=True)
class Style:
    """The style sheet of a theme, and what names it in a Content-Security-Policy."""

    text: str

    @property
    def source(self) -> str:
        """Its digest as a source of styles."""
        return f"'sha256-{base64.b64encode(hashlib.sha256(self.text.encode()).digest()).decode()}'"


def _rules(colours: dict[str, str]) -> str:
    plain = {
        "text": f"fill:{colours['ink']}",
        ".ground": f"fill:{colours['ground']}",
        ".quiet,.ticks text,.axis": f"fill:{colours['muted']};font-size:12px",
        ".grid line": f"stroke:{colours['line']}",
        ".front": f"fill:none;stroke:{colours['strong']};stroke-width:2;stroke-linejoin:round",
        ".point circle,.point rect": f"fill:currentcolor;stroke:{colours['ground']};stroke-width:1.5",
        ".point circle.ring": "fill:none;stroke:currentcolor;stroke-width:2.4",
        ".band": f"fill:{colours['line']};opacity:.5",
        ".point rect.bar": "opacity:.75;stroke:none",
        ".figure": f"fill:{colours['muted']}",
        ".strong": f"fill:{colours['ink']};font-weight:700",
        ".point line": "stroke:currentcolor;stroke-width:2;opacity:.5",
        **{f".way-{number}": f"color:{colours[number]}" for number in "123456"},
    }
    return "".join(f"{selector}{{{rule}}}" for selector, rule in plain.items())


STYLES: dict[Theme, Style] = {
    "": Style(f"{_FONT}{_rules(_LIGHT)}@media (prefers-color-scheme:dark){{{_rules(_DARK)}}}"),
    "light": Style(_FONT + _rules(_LIGHT)),
    "dark": Style(_FONT + _rules(_DARK)),
}
"""One for each theme; the first follows the reader's."""


class Drawing(Protocol):
    """A picture without what is around it: its size, what it shows in words, and the marks of
    approaches with their names."""

    @property
    def width(self) -> int: ...  # noqa: D102 - as said above
    @property
    def height(self) -> int: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def approaches(self) -> Sequence[tuple[int, str]]: ...  # noqa: D102


def keys_of(approaches: Sequence[tuple[int, str]]) -> list[tuple[float, int, str]]:
    """The key below a picture: where each entry begins, its mark, its name."""
    starts = accumulate((34 + len(name) * _LETTER for _, name in approaches), initial=0.0)
    return [(round(x, 1), mark, name) for x, (mark, name) in zip(starts, approaches, strict=False)]
