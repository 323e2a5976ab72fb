"""Between which numbers the values of a function are, as far as LLVM's arithmetic tells."""

import re
from collections.abc import Callable, Iterable

from cryptagon.hls.ir.statements import ChoiceLine, MergeLine, Statement, statements
from cryptagon.hls.ir.text import integer_width

NUMBER = re.compile(
    r"= (\w+) (?:(?:nuw|nsw|nneg|exact|disjoint) )*(i\d+) (\S+?)(?:, | to )(\S+?)(?:,|$)"
)
Interval = tuple[int, int]
MOST_SHIFT = 64
MOST_STEPS = 100
"""How far an operand is followed back."""


class Ranges:
    """The ranges of the values in a function's text; those that something else gives, such as an
    item, have all numbers of their width.
    """

    def __init__(self, body: str) -> None:
        self.body = {one.result: one for one in statements(body.splitlines()) if one.result}
        self.known: dict[tuple[str, int], Interval] = {}

    def of(self, value: str, width: int, steps: int = 0) -> Interval:
        """The smallest and the largest number, without sign, that a value of some bits can be."""
        low, high = self._sum(value, width, steps)
        return (low, high) if low >= 0 and high >> width == 0 else (0, (1 << width) - 1)

    def _sum(self, value: str, width: int, steps: int) -> Interval:
        """Two numbers between which one is that a value has the lowest bits of: a difference may be
        below 0 before something is added to it. A value that depends on itself may be each.
        """
        every = 0, (1 << width) - 1
        if not value.startswith("%"):
            known = value.lstrip("-").isdigit()
            return (int(value), int(value)) if known else every
        one = self.body.get(value[1:])
        if one is None or steps > MOST_STEPS:
            return every
        if (value, width) not in self.known:
            self.known[value, width] = every
            self.known[value, width] = self._made(one, width, steps + 1)
        return self.known[value, width]

    def _made(self, one: Statement, width: int, steps: int) -> Interval:
        if isinstance(one, ChoiceLine):
            return _union(self._sum(arm, width, steps) for arm in one.arms)
        if isinstance(one, MergeLine):
            return _union(self._sum(value, width, steps) for value, _ in one.edges)
        every, found = (0, (1 << width) - 1), NUMBER.search(one.text)
        return self._computed(found, every, steps) if found else every

    def _computed(self, found: re.Match[str], every: Interval, steps: int) -> Interval:
        opcode, kind, left, right = found.groups()
        compute, own = OPERATIONS.get(opcode), integer_width(kind)
        if compute is None or own is None:
            return every
        first = (self._sum if opcode in SUMS else self.of)(left, own, steps)
        of = self._sum if opcode in SUMS and opcode != "shl" else self.of
        second = (0, 0) if right.startswith("i") else of(right, own, steps)
        if opcode in SIGNED and max(first[1], second[1]) >> (own - 1):
            return every
        low, high = compute(first, second)
        return (low, high) if high - low <= every[1] else every


def _union(ranges: Iterable[Interval]) -> Interval:
    found = list(ranges)
    return min(low for low, _ in found), max(high for _, high in found)


def _ends(numbers: Iterable[int]) -> Interval:
    found = list(numbers)
    return min(found), max(found)


def _quotient(first: Interval, second: Interval) -> Interval:
    return first[0] // max(second[1], 1), first[1] // max(second[0], 1)


def _remainder(first: Interval, second: Interval) -> Interval:
    return 0, min(first[1], max(second[1] - 1, 0))


def _shifted_down(first: Interval, second: Interval) -> Interval:
    return first[0] >> second[1], first[1] >> second[0]


OPERATIONS: dict[str, Callable[[Interval, Interval], Interval]] = {
    "zext": lambda first, _: first,
    "sext": lambda first, _: first,
    "trunc": lambda first, _: first,
    "add": lambda first, second: (first[0] + second[0], first[1] + second[1]),
    "sub": lambda first, second: (first[0] - second[1], first[1] - second[0]),
    "mul": lambda first, second: _ends(a * b for a in first for b in second),
    "shl": lambda first, second: _ends(a << min(b, MOST_SHIFT) for a in first for b in second),
    "or": lambda first, second: (
        max(first[0], second[0]),
        (1 << max(first[1].bit_length(), second[1].bit_length())) - 1,
    ),
    "and": lambda first, second: (0, min(first[1], second[1])),
    "udiv": _quotient,
    "sdiv": _quotient,
    "urem": _remainder,
    "srem": _remainder,
    "lshr": _shifted_down,
    "ashr": _shifted_down,
}
SUMS = frozenset(("add", "sub", "mul", "shl", "trunc"))
"""Those whose lowest bits depend on the lowest bits of their operands alone; of a shift the first."""
SIGNED = frozenset(("sext", "sdiv", "srem", "ashr"))
"""Those that are what they are of numbers without sign where no operand is below 0."""
