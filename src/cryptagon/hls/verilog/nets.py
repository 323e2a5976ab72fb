"""The nets of a datapath in Verilog: how many gates deep each is, and which bit of which net a bit
of a concatenation is.
"""

import re
from collections.abc import Iterator

Bit = tuple[str, int]
"""A net and the number of a bit of it."""
_DECLARED = re.compile(r"^\s*(?:input |output )?wire (?:\[(\d+):0\] )?(\w+)[,;]?$", re.MULTILINE)
_NAME = re.compile(r"(?<![\w'])[A-Za-z_]\w*")
_SLICE = re.compile(r"(\w+)\[(\d+)(?::(\d+))?\]")
_PARTS = re.compile(r"\{(\w+(?:, \w+)+)\}")
_PRODUCT = re.compile(r"(\w+) & (\w+)")
_WIRES = re.compile(r"~?\w+(?:\[[\d:]+\])?|\{[\w, {}]*\}|\d+'h\w+")
_CARRIES = re.compile(r" (?:==|!=|[-+*<>]=?) ")
GATE, WITH_CARRIES = 1, 4
"""Levels of an operator of two inputs, and of one whose result hangs on many bits."""


class Nets:
    """The nets as their assignments are read, operands before results. What no assignment gives, an
    input or a unit's result, is at level 0.
    """

    def __init__(self, verilog: str) -> None:
        self._widths = {found[2]: int(found[1] or 0) + 1 for found in _DECLARED.finditer(verilog)}
        self._expressions: dict[str, str] = {}
        self._levels: dict[str, int] = {}

    def assign(self, name: str, expression: str) -> None:
        """The assignment of a net."""
        self._expressions[name] = expression
        deepest = max(map(self.level, _NAME.findall(expression)), default=0)
        self._levels[name] = deepest + _levels_of(expression)

    def set_level(self, name: str, level: int) -> None:
        """The level of a net whose assignment was given another shape."""
        self._levels[name] = level

    def level(self, name: str) -> int:
        """Gates of two inputs, roughly, between a net and the inputs."""
        return self._levels.get(name, 0)

    def width(self, name: str) -> int:
        """Bits of a net; 1 of one that is declared nowhere."""
        return self._widths.get(name, 1)

    def bits(self, name: str) -> Iterator[Bit]:
        """What each bit is, the lowest first."""
        return (self.bit(name, number) for number in range(self.width(name)))

    def bit(self, name: str, number: int) -> Bit:
        """What a bit is behind slices, concatenations and other names."""
        while True:
            expression = self._expressions.get(name, "")
            if found := _SLICE.fullmatch(expression):
                name, number = found[1], number + int(found[3] or found[2])
            elif found := _PARTS.fullmatch(expression):
                name, number = self._part(found[1].split(", "), number)
            elif _NAME.fullmatch(expression):
                name = expression
            else:
                return name, number

    def factors(self, name: str, number: int) -> tuple[Bit, Bit] | None:
        """The two bits whose product a bit is; None where it is something else."""
        net, place = self.bit(name, number)
        product = _PRODUCT.fullmatch(self._expressions.get(net, ""))
        return product and (self.bit(product[1], place), self.bit(product[2], place))

    def _part(self, parts: list[str], number: int) -> Bit:
        while number >= (width := self.width(parts[-1])):
            number -= width
            parts.pop()
        return parts[-1], number


def _levels_of(expression: str) -> int:
    if _WIRES.fullmatch(expression):
        return 0
    return WITH_CARRIES if _CARRIES.search(expression) else GATE
