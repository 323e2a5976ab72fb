"""Merges of values that are sums (XOR) of the same things: each thing is added on the ways that have it, instead of each sum being chosen.

Ciphers add a block, a key or a constant to the state at one place and not at another. A multiplexer of `s`, `s ^ key` and `s ^ block` takes
two look-up tables of four inputs a bit and more; `s ^ (key & at_one) ^ (block & at_other)` takes one and a half. Of what is zero in most of
its bits, as a domain separator is, only the others count.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.datapath.wires import Wire

DEEPEST = 4
"""How often sums of sums are taken apart."""
ADDED = 3
"""Inputs that one more look-up table of four inputs adds to a tree."""
NARROWEST = 8
"""Bits below which a merge is left as it is."""


Condition = tuple[Wire, ...]
"""Wires of one bit that must all be 1."""
Part = tuple[Condition, Wire]
"""What is added under a condition."""
Way = dict[Wire, list[Condition]]
"""What is added on one way of a merge, each thing as often as there are conditions; twice the same is nothing."""
Terms = dict[Wire, list[tuple[int, list[Condition]]]]
"""What is added, with the numbers of the ways, and the conditions on each."""


@dataclass
class Sums:
    """What is known of wires, by name: the parts that they are the sum of, and which bits can be 1.

    A merge is the sum of its values, each under its condition, as its conditions exclude each other. `sliced` gives the bits of a wire from
    one on, so many; a slice of a sum is the sum of slices.
    """

    sliced: Callable[[Wire, int, int], Wire]
    parts: dict[str, tuple[Part, ...]] = field(default_factory=dict)
    ones: dict[str, int] = field(default_factory=dict)
    slices: dict[str, tuple[Wire, int]] = field(default_factory=dict)

    def parts_of(self, wire: Wire) -> tuple[Part, ...]:
        """What a wire is the sum of; nothing where it is none."""
        if wire.name in self.slices and wire.name not in self.parts:
            whole, low = self.slices[wire.name]
            self.parts[wire.name] = tuple((condition, self.sliced(part, low, wire.width)) for condition, part in self.parts_of(whole))
        return self.parts.get(wire.name, ())

    def note(self, wire: Wire, operation: str, operands: Sequence[Wire], start: int = 0) -> None:
        """Notes what an operation makes; `start` is where a slice begins."""
        if operation == "xor":
            self.parts[wire.name] = tuple(((), operand) for operand in operands)
        if operation == "bit_slice" and operands[0].name in self.parts:
            self.slices[wire.name] = (operands[0], start)
        known = OPERATIONS.get(operation)
        if known:
            self.ones[wire.name] = known([(self.ones_of(one), one.width) for one in operands], start) & (1 << wire.width) - 1

    def note_merge(self, wire: Wire, ways: Sequence[tuple[Wire, Wire]]) -> None:
        """Notes that a wire is made by a merge of these ways, each a condition and a value."""
        self.parts[wire.name] = tuple(((condition,), value) for condition, value in ways if value.constant != 0 and value != wire)

    def ones_of(self, wire: Wire) -> int:
        """The bits of a wire that can be 1."""
        return wire.constant if wire.constant is not None else self.ones.get(wire.name, (1 << wire.width) - 1)


Known = list[tuple[int, int]]


def _union(operands: Known, _start: int) -> int:
    found = 0
    for ones, _ in operands:
        found |= ones
    return found


def _both(operands: Known, _start: int) -> int:
    found = -1
    for ones, _ in operands:
        found &= ones
    return found


def _concatenated(operands: Known, _start: int) -> int:
    found = 0
    for ones, width in operands:
        found = found << width | ones
    return found


OPERATIONS: dict[str, Callable[[Known, int], int]] = {
    "xor": _union,
    "or": _union,
    "and": _both,
    "concat": _concatenated,
    "zero_ext": _union,
    "bit_slice": lambda operands, start: operands[0][0] >> start,
}


def added(values: Sequence[Wire], sums: Sums) -> Terms | None:
    """What is added on which ways of a merge of `values`, all different; None where to choose among them costs less."""
    ways: list[Way] = [{value: [()]} for value in values]
    for _ in range(DEEPEST):
        ways = _taken_apart(ways, sums)
    terms: Terms = {}
    for number, way in enumerate(ways):
        for term, conditions in way.items():
            terms.setdefault(term, []).append((number, conditions))
    common = any(len(numbers) > 1 and term.constant is None for term, numbers in terms.items())
    return terms if common and _cost_of_sum(terms, len(values), sums) < _cost_of_choice(ways, values, sums) else None


def is_always(places: Sequence[tuple[int, list[Condition]]], ways: int) -> bool:
    """Whether something is added on every way."""
    return len(places) == ways and all(conditions == [()] for _, conditions in places)


def _taken_apart(ways: Sequence[Way], sums: Sums) -> list[Way]:
    """The ways with every sum in its parts of which something is on more ways than the sum itself."""
    on = [frozenset[Wire]().union(*(_below(term, sums, DEEPEST) for term in way)) for way in ways]
    seen = Counter(wire for found in on for wire in found)
    return [_way_taken_apart(way, seen, sums) for way in ways]


def _below(term: Wire, sums: Sums, depth: int) -> frozenset[Wire]:
    """A wire, and what it is the sum of."""
    parts = sums.parts_of(term) if depth else ()
    return frozenset((term,)).union(*(_below(part, sums, depth - 1) for _, part in parts))


def _way_taken_apart(way: Way, seen: Mapping[Wire, int], sums: Sums) -> Way:
    found: Way = {}
    for term, conditions in way.items():
        apart = any(seen[one] > seen[term] and one.constant is None for one in _below(term, sums, DEEPEST))
        for more, part in sums.parts_of(term) if apart else (((), term),):
            found.setdefault(part, []).extend(condition + more for condition in conditions)
    return found


def _share(wire: Wire, sums: Sums) -> float:
    """The part of its bits that can be 1."""
    return sums.ones_of(wire).bit_count() / wire.width


def _cost_of_sum(terms: Terms, ways: int, sums: Sums) -> float:
    """Look-up tables a bit: each term is an input, and the condition on which it is added another."""
    inputs = sum(_share(term, sums) * ((term.constant is None) + (not is_always(places, ways))) for term, places in terms.items())
    return (inputs - 1) / ADDED


def _cost_of_choice(ways: Sequence[Way], values: Sequence[Wire], sums: Sums) -> float:
    """Look-up tables a bit: each choice takes one, less where a value is zero, and so do sums of three more."""
    choices = sum(1 - 1 / ADDED * (value.constant is not None) for value in values) - 1
    made = sum(max(0.0, sum(_share(term, sums) for term in way) - 1) for way in ways)
    return choices + made / ADDED
