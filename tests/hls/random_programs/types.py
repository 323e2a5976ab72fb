"""The C types of random programs."""

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
class Enum(Int):
    """`enum TAG` with its constants; where it is `fixed` its integer type is written, else it is
    one of 32 bits that clang chooses.
    """

    tag: str = ""
    constants: tuple[int, ...] = ()
    fixed: bool = False

    @property
    def name(self) -> str:
        """The type in C."""
        return f"enum {self.tag}"

    def constant(self, number: int) -> str:
        """The name of a constant."""
        return f"{self.tag.upper()}_{number}"

    def definition(self) -> str:
        """Its definition in C."""
        kind = f" : {Int(self.bits, self.signed, False).name}" if self.fixed else ""
        listed = (f"{self.constant(i)} = {value}" for i, value in enumerate(self.constants))
        return f"{self.name}{kind} {{ {', '.join(listed)} }};"


@dataclass(frozen=True)
class Field:
    """A member of a struct; a bit-field where it has a number of `bits`."""

    name: str
    type: "Type"
    bits: int = 0

    @property
    def declaration(self) -> str:
        """The member in C."""
        return declaration(self.type, self.name) + (f" : {self.bits};" if self.bits else ";")


@dataclass(frozen=True)
class Struct:
    """`struct NAME`; its members begin at any byte where it is `packed`."""

    name: str
    fields: tuple[Field, ...]
    packed: bool = False

    def definition(self) -> str:
        """Its definition in C."""
        how = " __attribute__((packed))" if self.packed else ""
        return (
            f"struct{how} {self.name} {{ {' '.join(field.declaration for field in self.fields)} }};"
        )


@dataclass(frozen=True)
class Union:
    """`union NAME`; each of its members fills the memory of all of it."""

    name: str
    fields: tuple[Field, ...]

    def definition(self) -> str:
        """Its definition in C."""
        return f"union {self.name} {{ {' '.join(field.declaration for field in self.fields)} }};"


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
    word = "struct " if isinstance(kind, Struct) else "union " if isinstance(kind, Union) else ""
    return f"{word}{kind.name} {name}"


def constant(kind: Int, value: int) -> str:
    """A number as an expression of a type."""
    value &= kind.mask
    if isinstance(kind, Enum) and value in kind.constants:
        return f"({kind.name}){kind.constant(kind.constants.index(value))}"
    digits = str(value) if value < 10 else f"{value:#x}{'ull' if value < 1 << 64 else 'uwb'}"
    return (
        f"({kind.name}){digits}"
        if not kind.signed
        else f"({kind.name})({Int(max(2, kind.bits)).name}){digits}"
    )
