"""Intervals of unsigned values: what an operation makes of them, and what is left of one when a
comparison holds.
"""

from collections.abc import Callable, Iterable

from cryptagon.hls.ir.instructions import Instruction

Interval = tuple[int, int]
Limits = dict[str, Interval]
"""The intervals of values, by name, where something is told about them."""
INVERSE = {"eq": "ne", "ne": "eq", "ult": "uge", "uge": "ult", "ugt": "ule", "ule": "ugt"}
MIRRORED = {"eq": "eq", "ne": "ne"} | {
    f"{sign}{one}": f"{sign}{other}"
    for sign in "us"
    for one, other in (("lt", "gt"), ("gt", "lt"), ("le", "ge"), ("ge", "le"))
}
NEVER = (1, 0)


def union(intervals: Iterable[Interval | None]) -> Interval | None:
    """The smallest interval that holds all of them; None when there is none."""
    found = [one for one in intervals if one is not None]
    return (min(low for low, _ in found), max(high for _, high in found)) if found else None


def is_possible(limits: Limits) -> bool:
    """Whether there are values within all of them."""
    return all(low <= high for low, high in limits.values())


def common(one: Interval, two: Interval) -> Interval:
    """What both hold; empty, with its ends the wrong way round, where that is nothing."""
    return max(one[0], two[0]), min(one[1], two[1])


def bounded(now: Interval, predicate: str, other: Interval) -> Interval:
    """What is left of a value's interval when an unsigned comparison of it with another value
    holds.
    """
    (low, high), (least, most) = now, other
    if predicate == "eq":
        return common(now, other)
    if predicate == "ne":
        return (low + (low == least), high - (high == least)) if least == most else now
    if predicate in ("ult", "ule"):
        return (low, min(high, most - (predicate == "ult")))
    return (max(low, least + (predicate == "ugt")), high)


def result(instruction: Instruction, operands: list[Interval]) -> Interval | None:
    """The interval of a result; None is any value."""
    kind = (
        getattr(instruction, "callee", instruction.opcode).removeprefix("llvm.").partition(".i")[0]
    )
    transfer = TRANSFERS.get(kind)
    return transfer(instruction.width, *operands) if transfer else None


def _add(width: int, a: Interval, b: Interval) -> Interval | None:
    """A constant with its top bit set takes something off."""
    size = 1 << width
    if b[0] == b[1] and b[0] >= size // 2:
        return (a[0] + b[0] - size, a[1] + b[0] - size) if a[0] + b[0] >= size else None
    return (a[0] + b[0], a[1] + b[1])


def _or(_width: int, a: Interval, b: Interval) -> Interval:
    return (0, (1 << max(a[1].bit_length(), b[1].bit_length())) - 1)


def _shift(width: int, a: Interval, b: Interval, *, left: bool) -> Interval | None:
    if b[0] != b[1] or b[0] >= width:
        return None
    return (a[0] << b[0], a[1] << b[0]) if left else (a[0] >> b[0], a[1] >> b[0])


def _quotient(_width: int, a: Interval, b: Interval) -> Interval | None:
    return (a[0] // b[1], a[1] // b[0]) if b[0] else None


def _remainder(_width: int, a: Interval, b: Interval) -> Interval | None:
    if not b[0]:
        return None
    return a if a[1] < b[0] else (0, min(a[1], b[1] - 1))


def _least(_width: int, a: Interval, b: Interval) -> Interval:
    return (min(a[0], b[0]), min(a[1], b[1]))


def _most(_width: int, a: Interval, b: Interval) -> Interval:
    return (max(a[0], b[0]), max(a[1], b[1]))


def _without_sign(transfer: Callable[..., Interval | None]) -> Callable[..., Interval | None]:
    """The same of signed values, where none is negative."""
    return lambda width, a, b: transfer(width, a, b) if max(a[1], b[1]) < 1 << width - 1 else None


TRANSFERS: dict[str, Callable[..., Interval | None]] = {
    "add": _add,
    "sub": lambda _width, a, b: (a[0] - b[1], a[1] - b[0]),
    "mul": lambda _width, a, b: (a[0] * b[0], a[1] * b[1]),
    "and": lambda _width, a, b: (0, min(a[1], b[1])),
    "or": _or,
    "xor": _or,
    "zext": lambda _width, a: a,
    "sext": lambda width, a: None if a[1] else a,
    "freeze": lambda _width, a: a,
    "trunc": lambda width, a: a if a[1] < 1 << width else None,
    "shl": lambda width, a, b: _shift(width, a, b, left=True),
    "lshr": lambda width, a, b: _shift(width, a, b, left=False),
    "udiv": _quotient,
    "urem": _remainder,
    "sdiv": _without_sign(_quotient),
    "srem": _without_sign(_remainder),
    "umin": _least,
    "umax": _most,
    "smin": _without_sign(_least),
    "smax": _without_sign(_most),
    "usub.sat": lambda _width, a, b: (max(0, a[0] - b[1]), max(0, a[1] - b[0])),
}
