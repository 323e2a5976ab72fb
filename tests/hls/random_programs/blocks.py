"""Copies, fills and comparisons of whole variables, structs and unions among them."""

from dataclasses import dataclass

from random_programs.expressions import Expression, Typed
from random_programs.statements import Statement
from random_programs.types import BYTE, Array, declaration


@dataclass(frozen=True)
class WholeCopy(Statement):
    """`memcpy(&to, &source, size)` of two variables of one type."""

    to: Expression
    source: Expression

    def _lines(self) -> list[str]:
        to, source, size = _address(self.to), _address(self.source), _size(self.to)
        return [f"memcpy({to}, {source}, {size});"]


@dataclass(frozen=True)
class WholeFill(Statement):
    """`memset(&place, byte, size)` of a variable that fills its memory."""

    place: Expression
    value: Expression

    def _lines(self) -> list[str]:
        place, size = _address(self.place), _size(self.place)
        return [f"memset({place}, {self.value.of(BYTE)}, {size});"]


@dataclass(frozen=True)
class ByteOrder(Typed):
    """How two variables of a type that fills its memory compare: `memcmp(&a, &b, size) < 0`."""

    operator: str
    left: Expression
    right: Expression

    def _c(self) -> str:
        left, right, size = _address(self.left), _address(self.right), _size(self.left)
        return f"(memcmp({left}, {right}, {size}) {self.operator} 0)"


def _address(place: Expression) -> str:
    return place.c if isinstance(place.type, Array) else f"&{place.c}"


def _size(place: Expression) -> str:
    """The size by the type's name, since a parameter that is declared as an array is a pointer."""
    return f"sizeof({declaration(place.type, '').strip()})"
