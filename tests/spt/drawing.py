"""Small drawings for the tests, as UXF: boxes in a column or at places of their own, and arrows
between them.
"""

from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path

from cryptagon import paths
from cryptagon.spt import Understanding, understood

FIGURES = paths.repository() / "figures"
NAMES = (
    "aes128", "aes128_decrypt", "ascon_p", "camellia128", "camellia128_decrypt", "present80", "present80_decrypt", "simon96_96",
    "simon96_96_decrypt", "speck64_128", "toy_feistel", "xtea",
)  # fmt: skip
DRAWN = [FIGURES / f"{name}.{kind}" for name in NAMES for kind in ("uxf", "drawio")]
KEY = 0x000102030405060708090A0B0C0D0E0F
ANSWERS = [
    (
        "aes128",
        KEY,
        0x00112233445566778899AABBCCDDEEFF,
        0x69C4E0D86A7B0430D8CDB78070B4C55A,
    ),  # FIPS 197, C.1
    (
        "speck64_128",
        0x1B1A1918131211100B0A090803020100,
        0x3B7265747475432D,
        0x8C6FA548454E028B,
    ),  # the paper's appendix
    ("xtea", KEY, 0x4142434445464748, 0x497DF3D072612CB5),
    ("xtea", KEY, 0x4141414141414141, 0xE78F2D13744341D8),
]


@dataclass
class Drawing:
    """Boxes of 100 by 30 pixels at places that tests choose; an arrow leads from the bottom of a
    box to the top of another.
    """

    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    elements: list[str] = field(default_factory=list)

    def box(self, text: str, x: int, y: int, key: str = "") -> "Drawing":
        self.places[key or text] = (x, y)
        self.elements.append(element("UMLClass", (x, y, 100, 30), text))
        return self

    def arrow(
        self,
        tail: str,
        head: str,
        label: str = "",
        *,
        at: int = 50,
        line: str = "lt=->",
        more: str = "",
    ) -> "Drawing":
        """`at` is how far from the left it reaches its head."""
        (x, y), (to_x, to_y) = self.places[tail], self.places[head]
        points = f"10.0;10.0;{to_x + at - x - 40}.0;{to_y - y - 20}.0"
        text = "\n".join(part for part in (line, label, more) if part)
        self.elements.append(element("Relation", (x + 40, y + 20, 100, 100), text, points))
        return self

    def write(self, folder: Path, name: str = "drawn") -> Path:
        file = folder / f"{name}.uxf"
        body = "\n".join(self.elements)
        file.write_text(
            f'<diagram program="umlet" version="14.3.0"><zoom_level>10</zoom_level>{body}</diagram>'
        )
        return file

    def understood(self, folder: Path) -> Understanding:
        return understood(self.write(folder))


def element(kind: str, place: tuple[int, ...], text: str, points: str = "") -> str:
    coordinates = "".join(f"<{name}>{value}</{name}>" for name, value in zip("xywh", place))
    return (
        f"<element><id>{kind}</id><coordinates>{coordinates}</coordinates><panel_attributes>{escape(text)}</panel_attributes>"
        f"<additional_attributes>{points}</additional_attributes></element>"
    )


def column(*texts: str) -> Drawing:
    """Boxes below each other, each with an arrow to the next."""
    drawing = Drawing()
    for place, text in enumerate(texts):
        drawing.box(text, 100, 100 * place)
    for tail, head in pairwise(texts):
        drawing.arrow(tail, head)
    return drawing


def pair(
    operation: str,
    first: str = "input a: 8",
    second: str = "input b: 8",
    labels: tuple[str, str] = ("", ""),
) -> Drawing:
    """Two inputs, the first on the left, an operation, an output."""
    drawing = (
        Drawing()
        .box(first, 0, 0, "first")
        .box(second, 200, 0, "second")
        .box(operation, 100, 100, "operation")
    )
    drawing.box("output y", 100, 200, "output")
    drawing.arrow("first", "operation", labels[0], at=30).arrow(
        "second", "operation", labels[1], at=70
    )
    return drawing.arrow("operation", "output")
