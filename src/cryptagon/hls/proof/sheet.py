"""Verilog of the reference as it is written down: one wire a value, and beside it one for the bits
that are open.
"""

from dataclasses import dataclass

from cryptagon.hls.source.verilog_names import vector


@dataclass(frozen=True)
class Value:
    """A value of `width` bits as a Verilog operand. `open` has a 1 for each bit that may be
    anything, "" where there is none.

    A bit is open when it hangs on an undefined or poison value of LLVM, and no defined bit settles
    it.
    """

    text: str
    width: int
    open: str = ""


class Sheet:
    """The body of a Verilog module, line by line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._number = 0

    def wire(self, width: int, expression: str) -> str:
        """A new wire of that width for an expression; returns its name."""
        self._number += 1
        name = f"v{self._number}"
        self.lines.append(f"  wire {vector(width)}{name} = {expression};")
        return name

    def note(self, text: str) -> None:
        """A comment line."""
        self.lines.append(f"  // {text}")

    def named(self, value: Value) -> Value:
        """The value as a name of which bits can be taken."""
        return (
            Value(self.wire(value.width, value.text), value.width, value.open)
            if "'" in value.text
            else value
        )

    def widened(self, value: Value, width: int) -> Value:
        """The value as the low bits of a wider register, of which nobody reads the others."""
        more = width - value.width
        if not more:
            return value
        text = self.wire(width, f"{{{zeros(more)}, {value.text}}}")
        return Value(
            text, width, self.wire(width, f"{{{ones(more)}, {value.open or zeros(value.width)}}}")
        )

    def any_of(self, conditions: list[str]) -> str:
        """One bit: OR."""
        if not conditions:
            return "1'b0"
        return conditions[0] if len(conditions) == 1 else self.wire(1, " | ".join(conditions))

    def chosen(self, ways: list[tuple[str, Value]], otherwise: Value) -> Value:
        """The value of the first way whose one-bit condition holds."""
        if not ways:
            return otherwise
        values = [value for _, value in ways]
        text = self.wire(
            otherwise.width, self._chain([(c, v.text) for c, v in ways], otherwise.text)
        )
        if not any(value.open for value in (*values, otherwise)):
            return Value(text, otherwise.width)
        closed = zeros(otherwise.width)
        masks = [(c, v.open or closed) for c, v in ways]
        return Value(
            text,
            otherwise.width,
            self.wire(otherwise.width, self._chain(masks, otherwise.open or closed)),
        )

    def _chain(self, ways: list[tuple[str, str]], otherwise: str) -> str:
        return " : ".join([*(f"{condition} ? {value}" for condition, value in ways), otherwise])


def literal(width: int, value: int) -> str:
    """A constant."""
    return f"{width}'h{value & (1 << width) - 1:x}"


def zeros(width: int) -> str:
    """No bit."""
    return literal(width, 0)


def ones(width: int) -> str:
    """Every bit."""
    return literal(width, -1)


def anything(width: int) -> Value:
    """A value of which every bit is open."""
    return Value(zeros(width), width, ones(width))
