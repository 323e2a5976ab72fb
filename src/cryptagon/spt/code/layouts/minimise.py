"""Small tables as few gates, by search: a gate that is there, then one more, then two more, then a
choice by an input bit (Kwan, 2000).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from cryptagon.spt.code.layouts.gates import (
    AND,
    AND_NOT,
    NOT,
    OR,
    XOR,
    Network,
    arguments,
    truth_tables,
)

MOST_FOR_TWO = 24
"""Signals up to which two more gates are tried."""
MOST_FOR_ONE = 120


@lru_cache(maxsize=64)
def minimised(values: tuple[int, ...], width: int, results: int) -> Network:
    """A network for a table from `width` to `results` bits.

    It is the best of the orders in which the outputs are made.
    """
    targets = truth_tables(values, results)
    orders = (
        list(permutations(range(results)))
        if results <= 4 and width <= 4
        else [tuple(range(results))]
    )
    best: Network | None = None
    for order in orders:
        found = _Search(width).all(targets, order)
        if best is None or len(found.gates) < len(best.gates):
            best = found
    assert best is not None  # there is an order
    return best


class _Search:
    """Signals of a network with their truth tables."""

    def __init__(self, width: int) -> None:
        self.network = Network(width)
        self.tables = arguments(width)
        self.ones = (1 << (1 << width)) - 1
        self.width = width

    def all(self, targets: Sequence[int], order: Sequence[int]) -> Network:
        found = {place: self._signal(targets[place], self.ones, frozenset()) for place in order}
        self.network.outputs = [found[place] for place in range(len(targets))]
        return self.network

    def _add(self, operation: str, left: int, right: int = 0) -> int:
        signal = self.network.add(operation, left, right)
        if signal == len(self.tables):
            a, b = self.tables[left], self.tables[right]
            self.tables.append(
                {XOR: a ^ b, AND: a & b, OR: a | b, AND_NOT: a & ~b, NOT: a ^ self.ones}[operation]
            )
        return signal

    def _signal(self, target: int, care: int, used: frozenset[int]) -> int:
        """A signal that is the target where `care` has ones."""
        for finder in (self._there, self._one_more, self._two_more):
            if (found := finder(target & care, care)) is not None:
                return found
        return self._chosen(target, care, used)

    def _there(self, target: int, care: int) -> int | None:
        inverted = None
        for signal, table in enumerate(self.tables):
            if table & care == target:
                return signal
            if inverted is None and ~table & care == target:
                inverted = signal
        return None if inverted is None else self._add(NOT, inverted)

    def _one_more(self, target: int, care: int) -> int | None:
        if len(self.tables) > MOST_FOR_ONE:
            return None
        first = next(_pairs(self.tables, target, care), None)
        return self._add(*first) if first else None

    def _two_more(self, target: int, care: int) -> int | None:
        """One gate of two signals, then one of it and a third."""
        count = len(self.tables)
        if count > MOST_FOR_TWO:
            return None
        for operation, i, j in [
            (op, i, j)
            for i in range(count)
            for j in range(count)
            for op in (XOR, AND, OR, AND_NOT)
            if i != j
        ]:
            a, b = self.tables[i], self.tables[j]
            if i > j and operation != AND_NOT:
                continue
            middle = {XOR: a ^ b, AND: a & b, OR: a | b, AND_NOT: a & ~b}[operation]
            for k, c in enumerate(self.tables):
                last = _joining(middle, c, target, care)
                if last:
                    signal = self._add(operation, i, j)
                    return (
                        self._add(AND_NOT, k, signal)
                        if last == "turned"
                        else self._add(last, signal, k)
                    )
        return None

    def _chosen(self, target: int, care: int, used: frozenset[int]) -> int:
        """The target where an input bit is zero; where it is one, what is to be added to it."""
        best: tuple[int, list[tuple[str, int, int]], list[int], int] | None = None
        start = len(self.network.gates)
        gates, tables, known = (
            list(self.network.gates),
            list(self.tables),
            dict(self.network._known),
        )
        for bit in range(self.width):
            if bit in used:
                continue
            low = self._signal(target, care & ~self.tables[bit], used | {bit})
            rest = self._signal(target ^ self.tables[low], care & self.tables[bit], used | {bit})
            signal = self._add(XOR, low, self._add(AND, rest, bit))
            if best is None or len(self.network.gates) < len(best[1]):
                best = (signal, list(self.network.gates), list(self.tables), bit)
            self.network.gates, self.tables = list(gates), list(tables)
            self.network._known = dict(known)
            if self.width > 5:
                break
        assert best is not None and start <= len(best[1])  # a function of no bits is there
        self.network.gates, self.tables = best[1], best[2]
        self.network._known = {gate: self.width + place for place, gate in enumerate(best[1])}
        return best[0]


def _pairs(tables: Sequence[int], target: int, care: int) -> Iterator[tuple[str, int, int]]:
    """Gates of two signals that are the target."""
    for j, b in enumerate(tables):
        for i in range(j):
            a = tables[i]
            if (a ^ b) & care == target:
                yield XOR, i, j
            elif a & b & care == target:
                yield AND, i, j
            elif (a | b) & care == target:
                yield OR, i, j
            elif a & ~b & care == target:
                yield AND_NOT, i, j
            elif b & ~a & care == target:
                yield AND_NOT, j, i


def _joining(middle: int, other: int, target: int, care: int) -> str:
    """The gate of two tables that is the target; "" for none."""
    if (middle ^ other) & care == target:
        return XOR
    if middle & other & care == target:
        return AND
    if (middle | other) & care == target:
        return OR
    if middle & ~other & care == target:
        return AND_NOT
    return "turned" if other & ~middle & care == target else ""
