"""The palette of the page: a box for each operation, and those for values and figures, with the
text that a new one has.
"""

from pydantic import BaseModel

from cryptagon.spt.model import Matrix, Permutation, Table
from cryptagon.spt.operations import OPERATIONS, Operation


class PaletteBox(BaseModel):
    """A kind of box: its `sign` on the button, what it does, and the `text` of a new one."""

    sign: str
    title: str
    text: str


class PaletteGroup(BaseModel):
    """Kinds of boxes under a heading."""

    title: str
    boxes: list[PaletteBox]


_VALUES = (
    ("input", "a value that the figure is given", "input x: 32"),
    ("output", "a value that the figure gives", "output y"),
    ("constant", "a number", "0x00000001"),
    ("index", "the number of the round", "index i: 8"),
    ("•", "a dot where a line branches", "•"),
    ("split", "a value in parts, the first the most significant", "split 2"),
)
_FIGURES = (
    ("call", "another figure", "call round"),
    ("repeat", "another figure in rounds", "repeat 8 round"),
    ("table", "an S-box: its values", "table S: 2 -> 2\n  1 2 3 0"),
    ("permutation", "an order of bits or bytes", "permutation P: 4 x 1\n  3 2 1 0"),
    ("matrix", "a matrix over a field", "matrix M: 8 mod 0x11b\n  1 0\n  0 1"),
)
_GROUPS = {
    "Logic": ("xor", "and", "or", "not"),
    "Arithmetic": ("add", "sub", "mul"),
    "Rotate and shift": ("rotl", "rotr", "shl", "shr"),
}
_SIGNS = {
    "xor": "⊕",
    "and": "∧",
    "or": "\u2228",
    "not": "¬",
    "add": "⊞",
    "sub": "⊟",
    "mul": "⊠",
    "concat": "‖",
}
_SIGNS |= {"rotl": "<<<", "rotr": ">>>", "shl": "<<", "shr": ">>"}
_NAMES = {Table: "S", Permutation: "P", Matrix: "M"}


def palette() -> list[PaletteGroup]:
    """All groups: every operation is in one of them."""
    groups = [_group("Values", _VALUES)]
    groups += [
        PaletteGroup(title=title, boxes=[_box(OPERATIONS[name]) for name in names])
        for title, names in _GROUPS.items()
    ]
    placed = {name for names in _GROUPS.values() for name in names}
    groups.append(
        PaletteGroup(
            title="Words and arrays",
            boxes=[_box(one) for name, one in OPERATIONS.items() if name not in placed],
        )
    )
    groups.append(_group("Figures and tables", _FIGURES))
    return groups


def _group(title: str, boxes: tuple[tuple[str, str, str], ...]) -> PaletteGroup:
    return PaletteGroup(
        title=title,
        boxes=[PaletteBox(sign=sign, title=what, text=text) for sign, what, text in boxes],
    )


def _box(one: Operation) -> PaletteBox:
    sign = _SIGNS.get(one.name, one.name)
    beside = _NAMES[one.definition] if one.definition else {0: "", 1: "8", 2: "7..0"}[one.numbers]
    return PaletteBox(sign=sign, title=one.summary, text=f"{sign} {beside}".strip())
