"""The C types of random programs."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Int:
    """An integer of `bits` bits: `uint_t(N)` and `signed _BitInt(N)` where it is `precise`, else
    one of <stdint.h> or bool.
    """

    bits: int
    signed: bool = False
    precise: bool = True

    @property
    def name(self) -> str:
        """The type in C."""
        if self.precise:
            return f"signed _BitInt({self.bits})" if self.signed else f"uint_t({self.bits})"
        return "bool" if self.bits == 1 else f"{'' if self.signed else 'u'}int{self.bits}_t"

    @property
    def unsigned(self) -> "Int":
        """The unsigned type of the same width."""
        return Int(self.bits, False, self.precise)

    @property
    def mask(self) -> int:
        """All ones."""
        return (1 << self.bits) - 1

    @property
    def promoted(self) -> bool:
        """Whether C computes with it as an int."""
        return not self.precise and self.bits < 32

    @property
    def fills_memory(self) -> bool:
        """Whether every bit in memory is one of its value, on x86-64."""
        return self.bits in (8, 16, 32, 64) or (self.precise and self.bits % 64 == 0)

    @property
    def size(self) -> int:
        """Bytes in memory on x86-64."""
        return (
            max(1, 1 << ((self.bits + 7) // 8 - 1).bit_length())
            if self.bits <= 64
            else (self.bits + 63) // 64 * 8
        )


@dataclass(frozen=True)
class Field:
    """A member of a struct."""

    name: str
    type: "Type"


@dataclass(frozen=True)
class Struct:
    """`struct NAME`."""

    name: str
    fields: tuple[Field, ...]

    def definition(self) -> str:
        """Its definition in C."""
        return f"struct {self.name} {{ {' '.join(f'{declaration(field.type, field.name)};' for field in self.fields)} }};"


@dataclass(frozen=True)
class Union:
    """`union NAME` of an integer that fills its memory, and its bytes."""

    name: str
    word: Int

    @property
    def fields(self) -> tuple[Field, ...]:
        """Its members."""
        return (Field("word", self.word), Field("bytes", Array(BYTE, self.word.size)))

    def definition(self) -> str:
        """Its definition in C."""
        return f"union {self.name} {{ {' '.join(f'{declaration(field.type, field.name)};' for field in self.fields)} }};"


@dataclass(frozen=True)
class Array:
    """`length` elements."""

    element: "Type"
    length: int


@dataclass(frozen=True)
class Pointer:
    """The address of a `target`; only parameters have this type."""

    target: "Type"


Type = Int | Struct | Union | Array | Pointer
BIT, BYTE, INT, UNSIGNED = Int(1), Int(8, False, False), Int(32, True, False), Int(32, False, False)


def declaration(kind: Type, name: str) -> str:
    """A variable of a type, as C declares it."""
    if isinstance(kind, Array):
        return declaration(kind.element, f"{name}[{kind.length}]")
    if isinstance(kind, Pointer):
        return declaration(kind.target, f"*{name}")
    word = {Int: "", Struct: "struct ", Union: "union "}[type(kind)]
    return f"{word}{kind.name} {name}"


def constant(kind: Int, value: int) -> str:
    """A number as an expression of a type."""
    value &= kind.mask
    digits = str(value) if value < 10 else f"{value:#x}{'ull' if value < 1 << 64 else 'uwb'}"
    return (
        f"({kind.name}){digits}"
        if not kind.signed
        else f"({kind.name})({Int(max(2, kind.bits)).name}){digits}"
    )


def initialiser(kind: Type, values: Iterator[int]) -> str:
    """What a variable of a type is initialised with, from as many values as it has integers."""
    if isinstance(kind, Int):
        return constant(kind, next(values))
    if isinstance(kind, Array):
        return f"{{{', '.join(initialiser(kind.element, values) for _ in range(kind.length))}}}"
    if isinstance(kind, Union):
        return f"{{{initialiser(kind.word, values)}}}"
    assert isinstance(kind, Struct)
    return f"{{{', '.join(initialiser(field.type, values) for field in kind.fields)}}}"


def fills_memory(kind: Type) -> bool:
    """Whether a variable of a type has no bit in memory that is not of its value."""
    if isinstance(kind, Array):
        return fills_memory(kind.element)
    return isinstance(kind, Int) and kind.fills_memory


def size_of(kind: Type) -> int:
    """Bytes of an integer, or of an array of them."""
    if isinstance(kind, Array):
        return kind.length * size_of(kind.element)
    assert isinstance(kind, Int)
    return kind.size
