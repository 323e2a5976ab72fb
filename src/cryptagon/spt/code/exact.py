"""C for hardware: `uint_t(N)` has exactly the bits of a value, however many, and the operators of C
work on all of them.
"""

from collections.abc import Sequence

from cryptagon.spt.code.circuits import circuit_function, related_function
from cryptagon.spt.code.dialect import Dialect, grouped
from cryptagon.spt.code.inversion import Inversion, as_inversion, between
from cryptagon.spt.code.linear_maps import is_wiring
from cryptagon.spt.code.sbox_circuit import circuit_of
from cryptagon.spt.model import Figure, Table, Type
from cryptagon.spt.rewrite.selection import is_selection

LITERAL = 64
"""Bits of the widest constant that C has a suffix for everywhere; wider ones have the one of
`uint_t`.
"""


class Exact(Dialect):
    """C for the project's HLS compiler."""

    table = "ROM"
    straight = "UNROLL "

    def __init__(self, *, exclusive: bool = False, unit: str = "") -> None:
        """`exclusive`: tables that differ are looked up at different times. `unit` is a figure that
        is one unit in hardware, in which nothing else is one.
        """
        super().__init__()
        self.exclusive, self.unit = exclusive, unit
        self.inversions: dict[str, Inversion] = {}

    def native(self, width: int) -> bool:
        """All are."""
        del width
        return True

    def word(self, width: int) -> str:
        """An integer of exactly so many bits."""
        return f"uint_t({width})"

    def initial(self, value: int, width: int) -> str:
        """Hexadecimal."""
        return f"0x{value:0{-(-width // 4)}x}{'uwb' if width > LITERAL else ''}" if value else "0"

    def widened(self, value: str, of: int, width: int) -> str:
        """A shift loses what it shifts out of a type: the operand has the type of the result."""
        return value if of == width else f"(uint_t({width})){value}"

    def fitted(self, expression: str, width: int) -> str:
        """An assignment cuts it."""
        del width
        return expression

    def take(self, value: str, of: int, low: str, width: int) -> str:
        """By a shift; the type cuts it."""
        shifted = value if low == "0" else f"({value} >> {grouped(low)})"
        return value if of == width else f"(uint_t({width})){shifted}"

    def place(self, target: str, of: int, low: str, value: str, width: int) -> str:
        """By shift and or."""
        return f"{target} |= {self.widened(grouped(value), width, of)} << {grouped(low)};"

    def selected(self, array: str, index: str, type_: Type) -> str:
        """Of two elements by a choice: no address is needed."""
        return (
            f"{index} ? {array}.at[1] : {array}.at[0]"
            if type_.count == 2
            else super().selected(array, index, type_)
        )

    def before(self, figure: Figure) -> str:
        """What selects is one unit, which takes its values as they are kept: otherwise each part of
        them would have a register.
        """
        return "SHARED " if figure.name == self.unit or is_selection(figure) else ""

    def looked_up(self, name: str, one: Table) -> str:
        """A circuit where one is known, and else a table in logic."""
        circuit, inversion = circuit_of(one.values), as_inversion(one.values)
        if circuit is None or inversion is None:
            return super().looked_up(name, one)
        if name not in self.helpers:
            self.helpers[name] = self._related(name, inversion) or circuit_function(
                name, circuit, unit=not self.unit
            )
            self.inversions.setdefault(name, inversion)
        return f"{name}({{}})"

    def _related(self, name: str, inversion: Inversion) -> str:
        """A table that differs from one before it by wires alone, or is never looked up together
        with it, is made of that one.
        """
        for other, before in self.inversions.items():
            maps = between(before, inversion)
            if self.exclusive or all(is_wiring(one) for one in maps):
                return related_function(name, other, *maps)
        return ""

    def wide(
        self, operation: str, operands: Sequence[str], width: int, result: int, number: int
    ) -> str:
        """No width is too wide."""
        raise AssertionError(operation, operands, width, result, number)
