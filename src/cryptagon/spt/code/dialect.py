"""How values are written in one kind of C. What the kinds have in common is written once, in terms
of these few methods.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from cryptagon.spt.model import Figure, Table, Type

PER_LINE = 16
INFIX = {"xor": "^", "and": "&", "or": "|", "add": "+", "sub": "-", "mul": "*"}


def indented(lines: Sequence[str]) -> list[str]:
    """The lines as the body of something."""
    return [f"    {line}" for line in lines]


def function(head: str, body: Sequence[str]) -> str:
    """A function of these lines."""
    return "\n".join([f"{head} {{", *indented(body), "}"])


class Dialect(ABC):
    """One kind of C. It collects the types and the helpers that a source turns out to need, each
    once, in an order that C takes.
    """

    table = "static const"
    """Before a table of constants."""
    straight = ""
    """Before a loop that is no round: hardware has all of its iterations at once."""

    def __init__(self) -> None:
        self.types: dict[str, str] = {}
        self.helpers: dict[str, str] = {}

    @abstractmethod
    def native(self, width: int) -> bool:
        """Whether the operators of C work on values of this width."""

    @abstractmethod
    def word(self, width: int) -> str:
        """The type of a single value."""

    @abstractmethod
    def initial(self, value: int, width: int) -> str:
        """A constant, as the initialiser of a variable."""

    @abstractmethod
    def widened(self, value: str, of: int, width: int) -> str:
        """A native value of `of` bits as an operand that can be shifted within `width` bits."""

    @abstractmethod
    def fitted(self, expression: str, width: int) -> str:
        """A native result that may have bits above its width, as a variable of that width
        takes it.
        """

    @abstractmethod
    def take(self, value: str, of: int, low: str, width: int) -> str:
        """`width` bits of a value of `of` bits, the lowest of them bit `low`."""

    @abstractmethod
    def place(self, target: str, of: int, low: str, value: str, width: int) -> str:
        """A statement: `width` bits into a value of `of` bits that has zeros there."""

    @abstractmethod
    def wide(
        self, operation: str, operands: Sequence[str], width: int, result: int, number: int
    ) -> str:
        """An operation from one width that is not native to another or the same, as an
        expression.
        """

    def type(self, type_: Type) -> str:
        """The type of a value or an array."""
        if type_.count is None:
            return self.word(type_.width)
        name = f"array{type_.width}x{type_.count}"
        self.types.setdefault(
            name, f"typedef struct {{\n    {self.word(type_.width)} at[{type_.count}];\n}} {name};"
        )
        return name

    def before(self, figure: Figure) -> str:
        """What is before the function of a figure."""
        del figure
        return ""

    def looked_up(self, name: str, one: Table) -> str:
        """What looks up a value in a table that C knows as `name`: a format with a place for the
        value.
        """
        if name not in self.helpers:
            values = [f"0x{entry:0{-(-one.result // 4)}x}" for entry in one.values]
            self.helpers[name] = self.listed(f"{self.word(one.result)} {name}", values)
        return f"{name}[{{}}]"

    def selected(self, array: str, index: str, type_: Type) -> str:
        """The element that an index counts, of an array of this type, as an expression."""
        del type_
        return f"{array}.at[{index}]"

    def structure(self, type_: str, members: Sequence[tuple[str, str]]) -> str:
        """A structure of this type that a function returns: members and values, in the order in
        which they were declared.
        """
        return f"({type_}){{{', '.join(f'.{name} = {value}' for name, value in members)}}}"

    def listed(self, declared: str, values: Sequence[str]) -> str:
        """An array of constants."""
        lines = [
            f"    {', '.join(values[start : start + PER_LINE])},"
            for start in range(0, len(values), PER_LINE)
        ]
        return "\n".join([f"{self.table} {declared}[{len(values)}] = {{", *lines, "};"])

    def zero(self, name: str, width: int) -> str:
        """A statement: a variable that begins with zeros."""
        return f"{self.word(width)} {name} = {self.initial(0, width)};"

    def loop(self, counter: str, count: int) -> str:
        """The head of a loop over the parts of a value."""
        return f"{self.straight}for (int {counter} = 0; {counter} < {count}; {counter}++)"


def scaled(factor: int, counter: str, plus: int = 0) -> str:
    """`factor * counter + plus`, as short as it can be."""
    product = counter if factor == 1 else f"{factor} * {counter}"
    return f"{product} + {plus}" if plus else product


def grouped(expression: str) -> str:
    """An operand of a shift or a cast; a product needs no brackets there, nor does what has some
    already.
    """
    outside, before = expression, ""
    while outside != before:
        outside, before = re.sub(r"\([^()]*\)|\[[^][]*\]", "", outside), outside
    return f"({expression})" if set(outside) & set("+-&^>") else expression
