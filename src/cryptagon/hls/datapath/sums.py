"""Merges of values that are sums (XOR) of the same things: each thing is added on the ways that
have it, instead of each sum being chosen.

Ciphers add a block, a key or a constant to the state at one place and not at another. A multiplexer
of `s`, `s ^ key` and `s ^ block` takes two look-up tables of four inputs a bit and more; `s ^ (key
& at_one) ^ (block & at_other)` takes one and a half. Of what is zero in most of its bits, as a
domain separator is, only the others count.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.datapath.wires import Wire

ADDED = 3
"""Inputs that one more look-up table of four inputs adds to a tree."""
NARROWEST = 2
"""Bits below which a merge is no sum."""
DEEPEST = 4
"""Slices of sums in sums that are looked through."""
WITHIN_MASKS = ("and", "or", "not", "concat", "zero_ext", "bit_slice")
"""Operations that make a mask of masks and constants."""
MANY_CONDITIONS = 3
"""Of the leaves of a sum that is one leaf where several things take it: masked again in each of
them, its leaves took 13 look-up tables a bit more in AEZ.
"""
MOST_LEAVES = 16
"""A sum of more is the sum of its operands, as they are."""


Condition = tuple[Wire, ...]
"""Wires that must all be 1: of one bit, or masks, which say it of each bit of what is added."""
Way = dict[Wire, list[Condition]]
"""What is added on one way of a merge, each thing as often as there are conditions; twice the same
is nothing.
"""
Places = tuple[tuple[int, tuple[Condition, ...]], ...]
"""The numbers of the ways on which something is added, and the conditions on each."""
Terms = dict[Places, list[Wire]]
"""What is added in the same places."""


@dataclass
class Sums:
    """What is known of wires, by name: the leaves that they are the sum of, and which bits can be
    1.

    `masks` are wires that are made of a few bits, each many times, as those are that enable bytes.
    `sliced` gives the bits of a wire from one on, so many, and `joined` wires side by side; slices
    of a sum, in whichever order, are the sum of such slices. `first_of` gives one wire of all that
    are the same bits.
    """

    sliced: Callable[[Wire, int, int], Wire]
    joined: Callable[[Sequence[Wire]], Wire]
    first_of: Callable[[Wire], Wire]
    leaves: dict[str, Way] = field(default_factory=dict)
    made: dict[frozenset[Wire], Wire] = field(default_factory=dict)
    ones: dict[str, int] = field(default_factory=dict)
    slices: dict[str, tuple[Wire, int]] = field(default_factory=dict)
    rows: dict[str, Sequence[Wire]] = field(default_factory=dict)
    masks: set[str] = field(default_factory=set)
    masked: dict[str, tuple[Wire, tuple[Wire]]] = field(default_factory=dict)
    _followed: list[str] = field(default_factory=list)

    def leaves_of(self, wire: Wire) -> Way:
        """What a wire is the sum of; itself where it is none."""
        if wire.name in self.slices and wire.name not in self.leaves:
            whole, low = self.slices[wire.name]
            parts = [
                (
                    self.sliced(leaf, low, wire.width),
                    _each(conditions, lambda one: self.sliced(one, low, wire.width)),
                )
                for leaf, conditions in self.leaves_of(whole).items()
            ]
            self.keep(
                wire,
                [
                    self._first_leaves(leaf, conditions)
                    for leaf, conditions in parts
                    if self.ones_of(leaf)
                ],
            )
        if wire.name in self.rows and wire.name not in self.leaves:
            self.keep(
                wire,
                [
                    self._first_leaves(leaf, conditions)
                    for leaf, conditions in self._of_row(self.rows[wire.name])
                ],
            )
        return self.leaves.get(wire.name) or {self.first_of(wire): [()]}

    def _first_leaves(self, wire: Wire, conditions: Sequence[Condition]) -> Way:
        """The leaves of the first wire that has the same bits, under further conditions.

        Sums through wiring may go in circles.
        """
        first = self.first_of(wire)
        known = first.name in self.leaves
        if (
            first == wire
            or not (known or len(self._followed) < DEEPEST)
            or first.name in self._followed
        ):
            found: Way = {first: [()]}
        else:
            self._followed.append(first.name)
            found = self.leaves_of(first)
            self._followed.pop()
        return {
            leaf: [(*one, *more) for one in conditions for more in inner]
            for leaf, inner in found.items()
        }

    def _of_row(self, row: Sequence[Wire]) -> Iterator[tuple[Wire, list[Condition]]]:
        """The leaves of slices of one sum side by side: each leaf in such slices."""
        (whole,) = {self.slices[part.name][0] for part in row}

        def rejoined(wire: Wire) -> Wire:
            return self.joined(
                [self.sliced(wire, self.slices[part.name][1], part.width) for part in row]
            )

        for leaf, conditions in self.leaves_of(whole).items():
            yield rejoined(leaf), _each(conditions, rejoined)

    def note(self, wire: Wire, operation: str, operands: Sequence[Wire], start: int = 0) -> None:
        """Notes what an operation makes; `start` is where a slice begins."""
        if operation == "xor" or (operation == "or" and self._exclude_each_other(operands)):
            self.keep(wire, [self.leaves_of(operand) for operand in operands])
            if wire.name not in self.leaves:
                self.keep(wire, [self._as_it_is(operand) for operand in operands])
        if self._is_mask(operation, operands):
            self.masks.add(wire.name)
        if operation == "bit_slice" and operands[0].name in self.leaves:
            self.slices[wire.name] = (operands[0], start)
        if (
            operation == "concat"
            and len({self.slices.get(part.name, (part,))[0] for part in operands}) == 1
        ):
            self.rows[self.first_of(wire).name] = operands
        known = OPERATIONS.get(operation)
        if known:
            self.ones[wire.name] = (
                known([(self.ones_of(one), one.width) for one in operands], start)
                & (1 << wire.width) - 1
            )

    def _as_it_is(self, wire: Wire) -> Way:
        """A wire as one leaf, or what it masks as one."""
        value, masks = self.masked.get(wire.name, (wire, ()))
        return {self.first_of(value): [masks]}

    def note_masked(self, wire: Wire, value: Wire, mask: Wire) -> None:
        """Notes that a wire has the bits of a value that a mask lets through."""
        self.masked[wire.name] = value, (mask,)
        found = self.leaves_of(value)
        self.keep(wire, [{leaf: [(*one, mask) for one in found[leaf]] for leaf in found}])

    def _is_mask(self, operation: str, operands: Sequence[Wire]) -> bool:
        if operation == "sign_ext":
            return operands[0].width == 1
        return (
            operation in WITHIN_MASKS
            and any(one.name in self.masks for one in operands)
            and all(one.name in self.masks or one.constant is not None for one in operands)
        )

    def note_merge(self, wire: Wire, ways: Sequence[tuple[Wire, Wire]]) -> None:
        """Notes that a wire is made by a merge of these ways, each a condition and a value; the
        conditions exclude each other.
        """
        found = [self.leaves_of(value) for _, value in ways]
        always = [leaf for leaf in found[0] if all(way.get(leaf) == [()] for way in found)]
        rest = [
            {
                leaf: [(condition, *more) for more in conditions]
                for leaf, conditions in way.items()
                if leaf not in always
            }
            for way, (condition, _) in zip(found, ways)
        ]
        self.keep(wire, [{leaf: [()] for leaf in always}, *rest])

    def keep(self, wire: Wire, parts: Sequence[Way]) -> None:
        """Notes the sum of `parts`, unless it has too many leaves."""
        found: Way = {}
        for part in parts:
            for leaf, conditions in part.items():
                for condition in conditions if leaf.constant != 0 else ():
                    _toggle(found.setdefault(leaf, []), condition)
        found = {leaf: conditions for leaf, conditions in found.items() if conditions}
        if sum(map(len, found.values())) <= MOST_LEAVES and wire not in found:
            self.leaves[wire.name] = found
            if all(conditions == [()] for conditions in found.values()):
                self.made.setdefault(frozenset(found), wire)

    def keep_long_one_whole(self, wire: Wire) -> None:
        """Makes a leaf of a sum of many things with conditions."""
        conditions = [one for found in self.leaves.get(wire.name, {}).values() for one in found]
        if sum(map(bool, conditions)) >= MANY_CONDITIONS:
            del self.leaves[wire.name]

    def known(self, leaves: Sequence[Wire]) -> Wire | None:
        """A wire that is the sum of these leaves."""
        return leaves[0] if len(leaves) == 1 else self.made.get(frozenset(leaves))

    def _exclude_each_other(self, operands: Sequence[Wire]) -> bool:
        """Whether no bit can be 1 in two of some wires: then OR is a sum."""
        ones = [self.ones_of(operand) for operand in operands]
        return (
            sum(found.bit_count() for found in ones)
            == _union([(found, 0) for found in ones], 0).bit_count()
        )

    def ones_of(self, wire: Wire) -> int:
        """The bits of a wire that can be 1."""
        return (
            wire.constant
            if wire.constant is not None
            else self.ones.get(wire.name, (1 << wire.width) - 1)
        )


def _each(conditions: Sequence[Condition], cut: Callable[[Wire], Wire]) -> list[Condition]:
    """Conditions whose masks are cut as what they mask."""
    return [tuple(one if one.width == 1 else cut(one) for one in found) for found in conditions]


def _toggle(conditions: list[Condition], condition: Condition) -> None:
    """Adds once more: twice is nothing."""
    if condition in conditions:
        conditions.remove(condition)
    else:
        conditions.append(condition)


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
    """What is added on which ways of a merge of `values`, all different; None where to choose among
    them costs less.
    """
    terms = _terms(values, sums)
    common = any(
        len(places) > 1 and any(leaf.constant is None for leaf in leaves)
        for places, leaves in terms.items()
    )
    return (
        terms
        if common and _cost_of_sum(terms, values, sums) < _cost_of_choice(terms, values, sums)
        else None
    )


def cost_of_merge(values: Sequence[Wire], sums: Sums, made: Collection[Wire]) -> float:
    """Look-up tables a bit of a merge of `values`, all different, in the form that takes fewer;
    those that are `made` anyway cost only to be chosen.
    """
    if len(values) < 2:
        return 0.0
    terms = _terms(values, sums)
    return min(_cost_of_sum(terms, values, sums), _cost_of_choice(terms, values, sums, made))


def _terms(values: Sequence[Wire], sums: Sums) -> Terms:
    """What is added on which ways. A value that is a leaf of another one is one there and here."""
    found_leaves = [sums.leaves_of(value) for value in values]
    for number, value in enumerate(map(sums.first_of, values)):
        if any(value in leaves for leaves in found_leaves):
            found_leaves[number] = {value: [()]}
    places: dict[Wire, list[tuple[int, tuple[Condition, ...]]]] = {}
    for number, leaves in enumerate(found_leaves):
        for leaf, conditions in leaves.items():
            places.setdefault(leaf, []).append((number, tuple(conditions)))
    terms: Terms = {}
    for leaf, found in places.items():
        terms.setdefault(tuple(found), []).append(leaf)
    return terms


def is_always(places: Places, ways: int) -> bool:
    """Whether something is added on every way."""
    return len(places) == ways and all(conditions == ((),) for _, conditions in places)


def _share(leaves: Sequence[Wire], sums: Sums) -> float:
    """The part of its bits that can be 1."""
    ones = _union([(sums.ones_of(leaf), 0) for leaf in leaves], 0)
    return ones.bit_count() / leaves[0].width


def _cost_of_sum(terms: Terms, values: Sequence[Wire], sums: Sums) -> float:
    """Look-up tables a bit: each term is an input, and the condition on which it is added
    another.
    """
    inputs = 0.0
    for places, leaves in terms.items():
        given = any(leaf.constant is None for leaf in leaves)
        inputs += _share(leaves, sums) * (given + (not is_always(places, len(values))))
    return (inputs - 1) / ADDED


def _cost_of_choice(
    terms: Terms, values: Sequence[Wire], sums: Sums, made_anyway: Collection[Wire] = ()
) -> float:
    """Look-up tables a bit: each choice takes one, less where a value is zero, and so do sums of
    three more.
    """
    choices = sum(1 - 1 / ADDED * (value.constant is not None) for value in values) - 1
    made = 0.0
    for number in [n for n, value in enumerate(values) if value not in made_anyway]:
        made += max(
            0.0,
            sum(_share(leaves, sums) for places, leaves in terms.items() if number in dict(places))
            - 1,
        )
    return choices + made / ADDED
