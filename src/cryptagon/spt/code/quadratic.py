"""Quadratic functions of eight bits as the sum of two functions of four linear forms each, for
look-up tables.

A linear form is a mask: its value is the sum of the bits that the mask selects. The polar form of a
quadratic function, where it is regular, splits the forms into pairs of spaces of dimension four
that are orthogonal to each other: each pair is such a sum (Dickson's theorem).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cryptagon.spt.code.few_gates import EXCLUSIVE, Gates, few_gates
from cryptagon.spt.code.linear_maps import Echelon, image, inverted, parity, transposed, values_of

BITS = 8
HALF = BITS // 2
MOST_TRIED = 100
Cost = tuple[int, int]


@dataclass(frozen=True)
class Half:
    """A function of four forms: `gates` has their places as bits."""

    forms: tuple[int, ...]
    gates: Gates

    def value(self, argument: int) -> int:
        """What it gives for eight bits."""
        return self.gates.value(values_of(self.forms, argument))


@dataclass(frozen=True)
class Split:
    """A quadratic function as the sum of two halves.

    `added` are its forms beside those that there were.
    """

    halves: tuple[Half, Half]
    added: frozenset[int]

    @property
    def cost(self) -> Cost:
        """How many of its forms are slow, then its gates: those of new forms, and of the halves."""
        used = [form for half in self.halves for form in half.forms]
        new = sum(EXCLUSIVE * (weight(one) - 1) for one in self.added)
        return _slow(used), new + sum(half.gates.count for half in self.halves)

    def value(self, argument: int) -> int:
        """What it gives for eight bits."""
        first, second = self.halves
        return first.value(argument) ^ second.value(argument)


def weight(form: int) -> int:
    """How many bits a form sums."""
    return form.bit_count()


def split(values: Sequence[int], forms: Sequence[int]) -> Split:
    """The quadratic function with these 256 values, by the given forms as far as they go.

    Raises ValueError where its polar form is not regular.
    """
    polar = tuple(
        sum(
            (values[1 << i ^ 1 << j] ^ values[1 << i] ^ values[1 << j] ^ values[0]) << j
            for j in range(BITS)
        )
        for i in range(BITS)
    )
    dual = inverted(polar)
    candidates = [(first, _completed(first, forms, dual)) for first in _quadruples(forms, dual)]
    if not candidates:
        raise ValueError("no four of the forms are a regular space")
    fewest = min(_new_forms(one, forms) for one in candidates)
    splits = (
        Split(_halves(values, *one), frozenset(one[1]) - frozenset(forms))
        for one in candidates
        if _new_forms(one, forms) == fewest
    )
    return min(splits, key=lambda one: one.cost)


def _new_forms(halves: tuple[Sequence[int], Sequence[int]], forms: Sequence[int]) -> Cost:
    used = [*halves[0], *halves[1]]
    return _slow(used), sum(weight(one) for one in used if one not in forms)


def _slow(forms: Iterable[int]) -> int:
    """How many of the forms one look-up table of four inputs does not make."""
    return sum(weight(one) > HALF for one in forms)


def _quadruples(forms: Sequence[int], dual: Sequence[int]) -> Iterator[list[int]]:
    """Four forms on whose space the dual of the polar form is regular; those with most forms
    orthogonal first.
    """
    pairs = [[parity(image(dual, one) & other) for other in forms] for one in forms]
    orthogonal = [sum((not value) << place for place, value in enumerate(row)) for row in pairs]
    found: list[tuple[int, tuple[int, ...]]] = []
    for a, b in combinations(range(len(forms)), 2):
        with_a, with_b, both = pairs[a], pairs[b], orthogonal[a] & orthogonal[b]
        if both.bit_count() < HALF:
            continue
        for c, d in combinations(range(b + 1, len(forms)), 2):
            # The Pfaffian of the four.
            regular = with_a[b] & pairs[c][d] ^ with_a[c] & with_b[d] ^ with_a[d] & with_b[c]
            if regular:
                found.append(((both & orthogonal[c] & orthogonal[d]).bit_count(), (a, b, c, d)))
    found.sort(key=lambda one: -one[0])
    return ([forms[place] for place in places] for _, places in found[:MOST_TRIED])


def _completed(first: Sequence[int], forms: Sequence[int], dual: Sequence[int]) -> list[int]:
    """A basis of the space orthogonal to the first four: of the given forms as far as they go, then
    of the shortest.
    """
    partners = [image(dual, one) for one in first]
    inside = [
        one for one in range(1, 1 << BITS) if not any(parity(one & partner) for partner in partners)
    ]
    inside.sort(key=lambda one: (one not in forms, weight(one), one))
    echelon = Echelon(BITS)
    return [one for one in inside if echelon.add(one)]


def _halves(
    values: Sequence[int], first: Sequence[int], second: Sequence[int]
) -> tuple[Half, Half]:
    """The two functions; the constant belongs to the second."""
    points = inverted(transposed((*first, *second), BITS))
    one, other = (
        [values[image(points[start : start + HALF], choice)] for choice in range(1 << HALF)]
        for start in (0, HALF)
    )
    return (
        Half(tuple(first), few_gates([value ^ values[0] for value in one])),
        Half(tuple(second), few_gates(other)),
    )
