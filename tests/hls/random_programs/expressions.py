"""Expressions of random programs as a tree that becomes C without undefined behaviour, whatever is
in it.

An index is taken modulo the length, an amount of a shift modulo the width, a divisor is other than
zero, and what is signed is computed wide enough. So a node can be put in the place of another, or a
type made narrower, without a thought.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from random_programs.layout import size_of
from random_programs.types import (
    BYTE,
    INT,
    UNSIGNED,
    Array,
    Field,
    Int,
    Pointer,
    Struct,
    Type,
    Union,
    constant,
    declaration,
)


@dataclass(frozen=True)
class Node:
    """A part of a program."""


@dataclass(frozen=True)
class Expression(Node, ABC):
    """What has a value; `type` is its type, `c` its text, which can be anywhere."""

    @property
    def type(self) -> Type:
        """The type that C gives it."""
        return self._type()

    @abstractmethod
    def _type(self) -> Type: ...

    @property
    def c(self) -> str:
        """The expression in C."""
        return self._c()

    @abstractmethod
    def _c(self) -> str: ...

    def of(self, kind: Int) -> str:
        """It converted to a type."""
        return self.c if self.type == kind else f"({kind.name}){self.c}"


@dataclass(frozen=True)
class Variable(Node):
    """A variable. `bound` is above all values of a loop's counter while its body runs, 0 for
    variables that can be assigned.

    `ram` is the annotation that makes it a memory block.
    """

    name: str
    type: Type
    bound: int = 0
    ram: str = ""

    @property
    def declaration(self) -> str:
        """Its declaration, without an initialiser."""
        return declaration(self.type, self.name)


@dataclass(frozen=True)
class Signature(Node):
    """What calls know of a function; a `result` of None is void."""

    name: str
    parameters: tuple[Variable, ...]
    result: Type | None


@dataclass(frozen=True)
class Constant(Expression):
    """A number."""

    kind: Int
    value: int

    def _type(self) -> Type:
        return self.kind

    def _c(self) -> str:
        return f"({constant(self.kind, self.value)})"


@dataclass(frozen=True)
class Typed(Expression):
    """What computes in a type of its own, `kind`."""

    kind: Int

    def _type(self) -> Type:
        return self.kind


@dataclass(frozen=True)
class Reference(Expression):
    """A variable by its name."""

    variable: Variable

    def _type(self) -> Type:
        return self.variable.type

    def _c(self) -> str:
        return self.variable.name


@dataclass(frozen=True)
class Target(Expression):
    """What a pointer points to."""

    pointer: Reference

    def _type(self) -> Type:
        assert isinstance(self.pointer.type, Pointer)
        return self.pointer.type.target

    def _c(self) -> str:
        return f"(*{self.pointer.c})"


@dataclass(frozen=True)
class Address(Expression):
    """The address of a place."""

    place: Expression

    def _type(self) -> Type:
        return Pointer(self.place.type)

    def _c(self) -> str:
        return f"&{self.place.c}"


def index_below(index: Expression, length: int) -> str:
    """An index that is in range: as it is where that is certain, else its remainder."""
    kind = index.type
    assert isinstance(kind, Int)
    if isinstance(index, Constant):
        return str(index.value % length)
    if isinstance(index, Reference) and 0 < index.variable.bound <= length:
        return index.c
    if not kind.signed and 1 << kind.bits <= length:
        return f"(unsigned){index.c}" if kind.precise else index.c
    narrow = index.of(UNSIGNED if kind.signed or kind.bits > 32 else kind)
    return (
        f"(unsigned){narrow} & {length - 1}"
        if length & (length - 1) == 0
        else f"(unsigned){narrow} % {length}"
    )


@dataclass(frozen=True)
class Element(Expression):
    """An element of an array."""

    array: Expression
    index: Expression

    def _type(self) -> Type:
        assert isinstance(self.array.type, Array)
        return self.array.type.element

    def _c(self) -> str:
        assert isinstance(self.array.type, Array)
        return f"{self.array.c}[{index_below(self.index, self.array.type.length)}]"


@dataclass(frozen=True)
class Member(Expression):
    """A member of a struct or union."""

    struct: Expression
    name: str

    @property
    def field(self) -> Field:
        """The member as its struct declares it."""
        assert isinstance(self.struct.type, Struct | Union)
        return next(field for field in self.struct.type.fields if field.name == self.name)

    def _type(self) -> Type:
        return self.field.type

    def of(self, kind: Int) -> str:
        """It converted to a type; a bit-field is always, since C makes an int of a narrow one."""
        return f"({kind.name}){self.c}" if self.field.bits else super().of(kind)

    def _c(self) -> str:
        return f"{self.struct.c}.{self.name}"


@dataclass(frozen=True)
class ByteOf(Expression):
    """A byte of what lies in memory, which must fill it: `((uint8_t *)&words)[i]`."""

    place: Expression
    index: Expression

    def _type(self) -> Type:
        return BYTE

    def _c(self) -> str:
        address = "" if isinstance(self.place.type, Array) else "&"
        return f"((uint8_t *){address}{self.place.c})[{index_below(self.index, size_of(self.place.type))}]"


@dataclass(frozen=True)
class Arithmetic(Typed):
    """One of + - * & | ^, wrapping around."""

    operator: str
    left: Expression
    right: Expression

    def _c(self) -> str:
        kind, work = self.kind, self._wide_enough()
        left, right = self.left.of(kind), self.right.of(kind)
        if work != kind:
            left, right = f"({work.name}){left}", f"({work.name}){right}"
        text = f"({left} {self.operator} {right})"
        return text if work == kind and not kind.promoted else f"(({kind.name}){text})"

    def _wide_enough(self) -> Int:
        """A type in which nothing overflows that may not."""
        kind, multiplied = self.kind, self.operator == "*"
        if not kind.signed:
            return UNSIGNED if kind.promoted and multiplied else kind
        if kind.promoted or self.operator in "&|^":
            return kind
        return Int(2 * kind.bits, True) if multiplied else Int(kind.bits + 1, True)


@dataclass(frozen=True)
class Division(Typed):
    """A quotient or remainder by a constant."""

    operator: str
    value: Expression
    divisor: int

    def _c(self) -> str:
        largest = self.kind.mask >> self.kind.signed
        divisor = constant(self.kind, 1 + self.divisor % largest)
        return f"(({self.kind.name})({self.value.of(self.kind)} {self.operator} {divisor}))"


@dataclass(frozen=True)
class Quotient(Typed):
    """A quotient or remainder by a value, by 1 where that is zero; signed numbers are a bit wider,
    so that each has its opposite.
    """

    operator: str
    value: Expression
    divisor: Expression

    def _c(self) -> str:
        kind = self.kind
        work = Int(kind.bits + 1, True) if kind.signed and not kind.promoted else kind
        value, divisor = (
            part.of(kind) if work == kind else f"({work.name}){part.of(kind)}"
            for part in (self.value, self.divisor)
        )
        return f"(({kind.name})({value} {self.operator} ({divisor} ?: ({work.name})1)))"


@dataclass(frozen=True)
class Shift(Typed):
    """A shift; that to the right of a signed number keeps its sign."""

    operator: str
    value: Expression
    amount: Expression

    def _c(self) -> str:
        kind = self.kind
        work = kind if kind.signed and self.operator == ">>" else kind.unsigned
        work = UNSIGNED if work.promoted and not work.signed else work
        value = self.value.of(kind) if work == kind else f"({work.name}){self.value.of(kind)}"
        return f"(({kind.name})({value} {self.operator} {amount_below(self.amount, kind.bits)}))"


def amount_below(amount: Expression, width: int) -> str:
    """An amount by which a number of a width can be shifted."""
    if isinstance(amount, Constant):
        return str(amount.value % width)
    return f"((unsigned){amount.of(Int(16))} % {width})"


@dataclass(frozen=True)
class Rotation(Typed):
    """A rotation to the left; its value is there twice, so it is to be short."""

    value: Expression
    amount: Expression

    def _c(self) -> str:
        kind = self.kind.unsigned
        work = UNSIGNED if kind.promoted else kind
        value = self.value.of(kind) if work == kind else f"({work.name}){self.value.of(kind)}"
        amount = amount_below(self.amount, kind.bits)
        return f"(({self.kind.name})({value} << {amount} | {value} >> ({kind.bits} - {amount}) % {kind.bits}))"


@dataclass(frozen=True)
class Inverse(Typed):
    """~x, or -x of an unsigned number."""

    operator: str
    value: Expression

    def _c(self) -> str:
        kind = self.kind.unsigned if self.operator == "-" else self.kind
        return f"(({self.kind.name}){self.operator}{self.value.of(kind)})"


@dataclass(frozen=True)
class Conversion(Typed):
    """A value converted to a type."""

    value: Expression

    def _c(self) -> str:
        return f"(({self.kind.name}){self.value.c})"


@dataclass(frozen=True)
class Choice(Typed):
    """`condition ? left : right`."""

    condition: Expression
    left: Expression
    right: Expression

    def _c(self) -> str:
        text = f"({self.condition.c} ? {self.left.of(self.kind)} : {self.right.of(self.kind)})"
        return f"(({self.kind.name}){text})" if self.kind.promoted else text


@dataclass(frozen=True)
class Comparison(Expression):
    """A comparison as numbers of type `kind`."""

    operator: str
    kind: Int
    left: Expression
    right: Expression

    def _type(self) -> Type:
        return INT

    def _c(self) -> str:
        return f"({self.left.of(self.kind)} {self.operator} {self.right.of(self.kind)})"


@dataclass(frozen=True)
class Logic(Expression):
    """&& or ||."""

    operator: str
    left: Expression
    right: Expression

    def _type(self) -> Type:
        return INT

    def _c(self) -> str:
        return f"({self.left.c} {self.operator} {self.right.c})"


@dataclass(frozen=True)
class Call(Expression):
    """The result of a function that changes nothing but that; with an `other` one of its type,
    called through a pointer that a condition, `chosen_by`, makes one of them: a choice of the two, or
    an element of a table.
    """

    function: Signature
    arguments: tuple[Expression, ...]
    other: Signature | None = None
    chosen_by: Expression | None = None
    in_table: bool = False

    def _type(self) -> Type:
        assert self.function.result
        return self.function.result

    def _c(self) -> str:
        return call(self.function, self.arguments, self._pointer())

    def _pointer(self) -> str:
        """What is called where that is not just the function."""
        if not (self.other and self.chosen_by):
            return ""
        function, other, condition = self.function.name, self.other.name, self.chosen_by.c
        if not self.in_table:
            return f"({condition} ? {other} : {function})"
        types = ", ".join(declaration(one.type, "") for one in self.function.parameters)
        table = declaration(self.type, f"(*const [2])({types})")
        return f"(({table}){{{function}, {other}}})[(bool){condition}]"


def call(function: Signature, arguments: tuple[Expression, ...], pointer: str = "") -> str:
    """A call in C, of a function or through a pointer to one of its type."""
    given = (
        a.of(p.type) if isinstance(p.type, Int) else a.c
        for p, a in zip(function.parameters, arguments, strict=True)
    )
    return f"{pointer or function.name}({', '.join(given)})"


@dataclass(frozen=True)
class WireRead(Expression):
    """What a wire input has."""

    wire: Variable

    def _type(self) -> Type:
        return self.wire.type

    def _c(self) -> str:
        return f"wire_read({self.wire.name})"
