"""The expressions of Tcl's `expr`, `if`, `while` and `for` (Tcl 8.4, expr manual page): numbers,
strings, comparisons, and, or, choice.
"""

import operator
import re
from collections.abc import Callable

Value = int | float | str
OPERATORS = r"eq\b|ne\b|&&|\|\||[<>=!]=|[-+*/<>!?:()]"
TOKEN = re.compile(
    rf"\s*(?:(?P<number>\d+\.?\d*(?:[eE][-+]?\d+)?)|(?P<operator>{OPERATORS})|(?P<operand>[$\[\"{{]))"
)
# From the weakest to the strongest.
LEVELS: tuple[dict[str, Callable], ...] = (
    {"==": operator.eq, "!=": operator.ne, "eq": operator.eq, "ne": operator.ne},
    {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge},
    {"+": operator.add, "-": operator.sub},
    {
        "*": operator.mul,
        "/": lambda a, b: a // b if isinstance(a, int) and isinstance(b, int) else a / b,
    },
)


def number(value: Value) -> Value:
    """The number that a string is; else the string."""
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


class Expression:
    """A recursive descent over the text.

    `operand(text, at)` gives the value of a variable, command or quoted string, and where it ends.
    """

    def __init__(self, text: str, operand: Callable[[str, int], tuple[str, int]]) -> None:
        self.text, self.at, self.operand = text, 0, operand

    def value(self) -> Value:
        found = self._choice(True)
        if self.text[self.at :].strip():
            raise SyntaxError(f'syntax error in expression "{self.text}"')
        return found

    def _next(self, *wanted: str) -> str:
        """The next operator, where it is one of those; it is passed over."""
        match = TOKEN.match(self.text, self.at)
        if not match or match["operator"] not in wanted:
            return ""
        self.at = match.end()
        return match["operator"]

    def _choice(self, needed: bool) -> Value:
        condition = self._both(needed, "||")
        if not self._next("?"):
            return condition
        first = self._choice(needed and bool(condition))
        if not self._next(":"):
            raise SyntaxError(f'missing ":" in expression "{self.text}"')
        second = self._choice(needed and not condition)
        return first if condition else second

    def _both(self, needed: bool, sign: str) -> Value:
        """`||` over `&&` over comparisons; what does not matter any more is passed over without
        being evaluated.
        """
        below = (
            (lambda wanted: self._both(wanted, "&&"))
            if sign == "||"
            else (lambda wanted: self._level(0, wanted))
        )
        left = below(needed)
        while self._next(sign):
            decided = bool(left) == (sign == "||")
            right = below(needed and not decided)
            left = int(bool(left) if decided else bool(right))
        return left

    def _level(self, level: int, needed: bool) -> Value:
        if level == len(LEVELS):
            return self._single(needed)
        left = self._level(level + 1, needed)
        while sign := self._next(*LEVELS[level]):
            right = self._level(level + 1, needed)
            if needed:
                left = _applied(sign, LEVELS[level][sign], left, right)
        return left

    def _single(self, needed: bool) -> Value:
        sign = self._next("-", "!", "(")
        if sign == "(":
            inside = self._choice(needed)
            if not self._next(")"):
                raise SyntaxError(f'missing ")" in expression "{self.text}"')
            return inside
        if sign:
            value = self._single(needed)
            return 0 if not needed else int(not value) if sign == "!" else -value  # type: ignore[operator]
        match = TOKEN.match(self.text, self.at)
        if match and match["number"]:
            self.at = match.end()
            return number(match["number"])
        if not match or not match["operand"]:
            raise SyntaxError(f'syntax error in expression "{self.text}"')
        return self._operand(match.start("operand"), needed)

    def _operand(self, start: int, needed: bool) -> Value:
        if needed:
            found, self.at = self.operand(self.text, start)
            return number(found)
        self.at = end_of_operand(self.text, start)
        return 0


def _applied(sign: str, function: Callable, left: Value, right: Value) -> Value:
    if sign in ("eq", "ne") or isinstance(left, str) or isinstance(right, str):
        if sign in LEVELS[2] or sign in LEVELS[3]:
            raise TypeError(f'can\'t use non-numeric string as operand of "{sign}"')
        left, right = str(left), str(right)
    found = function(left, right)
    return int(found) if isinstance(found, bool) else found


def closing(text: str, at: int) -> int:
    """Where the bracket or brace at `at` is closed.

    Both count, unless a backslash is before them.
    """
    close, depth, opening = {"{": "}", "[": "]"}[text[at]], 0, text[at]
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == opening:
            depth += 1
        elif text[at] == close:
            depth -= 1
            if not depth:
                return at
        at += 1
    raise SyntaxError(f"missing close-{'brace' if close == '}' else 'bracket'}")


def end_of_operand(text: str, at: int) -> int:
    """Where a variable, a command, a quoted string or a braced one ends."""
    if text[at] in "{[":
        return closing(text, at) + 1
    if text[at] == "$":
        match = VARIABLE.match(text, at)
        return match.end() if match else at + 1
    return re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL).match(text, at).end()  # type: ignore[union-attr]


VARIABLE = re.compile(
    r"\$(?:\{(?P<braced>[^}]*)\}|(?P<name>\w+)(?:\((?P<index>(?:[^()\\]|\\.)*)\))?)"
)
