"""Types of C, and how C++ for the other tools spells them.

`unsigned _BitInt(N)` is `ap_uint<N>`, `_BitInt(N)` is `ap_int<N>`; the integers of C stay.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

BIT_INT = re.compile(r"(unsigned )?_BitInt\((\d+)\)")
DIMENSION = re.compile(r"\[(\d+)\]")
QUALIFIERS = re.compile(r"\b(?:const|restrict|register|static)\b *")
NATIVE = {
    "bool": (1, False, "bool"),
    "char": (8, True, "char"),
    "signed char": (8, True, "int8_t"),
    "unsigned char": (8, False, "uint8_t"),
    "short": (16, True, "int16_t"),
    "unsigned short": (16, False, "uint16_t"),
    "int": (32, True, "int"),
    "unsigned int": (32, False, "unsigned"),
    "long": (64, True, "int64_t"),
    "unsigned long": (64, False, "uint64_t"),
    "long long": (64, True, "int64_t"),
    "unsigned long long": (64, False, "uint64_t"),
}
BUILT_IN = {"__size_t": "unsigned long", "__ptrdiff_t": "long"}
WIDE = {"__int128": True, "unsigned __int128": False}


@dataclass(frozen=True)
class Integer:
    """An integer; `native` is its name in C++, empty for one of a width of its own."""

    bits: int
    signed: bool
    native: str = ""

    @property
    def cpp(self) -> str:
        """Its name in C++."""
        return self.native or f"ap_{'' if self.signed else 'u'}int<{self.bits}>"

    @property
    def bytes(self) -> int:
        """What C says of its size in memory on x86-64."""
        return next(
            (size for size in (1, 2, 4, 8) if self.bits <= 8 * size), -(-self.bits // 64) * 8
        )


@dataclass(frozen=True)
class Struct:
    """A struct by its tag."""

    tag: str


@dataclass(frozen=True)
class Array:
    """So many elements."""

    element: "CType"
    count: int


@dataclass(frozen=True)
class Pointer:
    """A pointer."""

    element: "CType"


@dataclass(frozen=True)
class Other:
    """What hardware has no values of: void, functions, floating point, unions."""

    text: str


CType = Integer | Struct | Array | Pointer | Other


class Types:
    """What the types of one source mean: `typedefs` by name as the source spells them, and enums,
    which are integers.
    """

    def __init__(self, typedefs: Mapping[str, str], enums: Mapping[str, str]) -> None:
        self.typedefs, self.enums = {**BUILT_IN, **typedefs}, dict(enums)

    def of(self, text: str) -> CType:
        """The type that a text spells."""
        plain = QUALIFIERS.sub("", text).strip()
        if "(" in plain and "_BitInt" not in plain and "(*" not in plain:
            return Other(plain)
        if plain.endswith("*"):
            return Pointer(self.of(plain[:-1]))
        if found := re.fullmatch(r"(.*) \(\*\)((?:\[\d+\])+)", plain):
            return Pointer(self.of(f"{found[1]}{found[2]}"))
        if plain.endswith("]"):
            base, counts = plain[: plain.index("[")], DIMENSION.findall(plain)
            kind = self.of(base)
            for count in reversed(counts):
                kind = Array(kind, int(count))
            return kind
        return self._plain(plain)

    def _plain(self, text: str) -> CType:
        if found := BIT_INT.fullmatch(text):
            return Integer(int(found[2]), not found[1])
        if text in NATIVE or text == "_Bool":
            return Integer(*NATIVE["bool" if text == "_Bool" else text])
        if text in WIDE:
            return Integer(128, WIDE[text])
        if text.startswith("struct "):
            return Struct(text.removeprefix("struct "))
        known = self.typedefs.get(text)
        if text.startswith("enum "):
            known = self.enums.get(text.removeprefix("enum "), "unsigned int")
        return self.of(known) if known else Other(text)


def elements_in(kind: CType) -> int:
    """How many elements an array has over all dimensions."""
    count = 1
    while isinstance(kind, Array):
        count, kind = count * kind.count, kind.element
    return count
