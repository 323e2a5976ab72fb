"""Quadratic functions of four bits with few gates.

Such a function is the sum of at most two products of affine forms and of an affine form (Dickson's
theorem), in many ways. All of them are tried. Logic synthesis keeps much of the shape that it is
given, and the fewest gates are its best start.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from cryptagon.spt.code.linear_maps import parity

BITS = 4
POINTS = range(1 << BITS)
Form = tuple[int, int]
"""The bits that an affine form sums, as a mask, and a constant that is added."""
Product = tuple[Form, Form]
EXCLUSIVE = 3
"""Gates of two inputs that an exclusive or takes, where an inverter is free."""


@dataclass(frozen=True)
class Gates:
    """The sum of products of two affine forms each, and of the affine form `rest`."""

    products: tuple[Product, ...]
    rest: Form

    @property
    def count(self) -> int:
        """How many gates of two inputs it takes."""
        forms = [*(form for pair in self.products for form in pair), self.rest]
        sums = sum(max(0, mask.bit_count() - 1) for mask, _ in forms)
        joined = len(self.products) + (self.rest[0] != 0) - 1
        return EXCLUSIVE * (sums + max(0, joined)) + len(self.products)

    def value(self, point: int) -> int:
        """What it gives for four bits."""
        sums = [_at(one, point) & _at(other, point) for one, other in self.products]
        return (sum(sums) + _at(self.rest, point)) & 1


def few_gates(values: Sequence[int]) -> Gates:
    """The function with these 16 values, with the fewest gates.

    Raises ValueError where it is not quadratic.
    """
    return _fewest(_packed(values))


@lru_cache(maxsize=1 << 11)
def _fewest(table: int) -> Gates:
    found = min(_ways(table), key=lambda one: (one.count, one.products, one.rest), default=None)
    if found is None:
        raise ValueError("the function is not quadratic")
    return found


def _ways(table: int) -> Iterator[Gates]:
    affine, by_polar = _affine(), _products()
    if table in affine:
        yield Gates((), affine[table])
        return
    polar = _polar(table)
    for first, one in by_polar.get(polar, ()):
        if table ^ first in affine:
            yield Gates((one,), affine[table ^ first])
    for kind, some in by_polar.items():
        for (first, one), (second, other) in product(some, by_polar.get(kind ^ polar, ())):
            if one < other and table ^ first ^ second in affine:
                yield Gates((one, other), affine[table ^ first ^ second])


def _at(form: Form, point: int) -> int:
    mask, constant = form
    return parity(mask & point) ^ constant


def _packed(values: Sequence[int]) -> int:
    return sum(value << point for point, value in enumerate(values))


@lru_cache(maxsize=1)
def _affine() -> dict[int, Form]:
    """All affine forms, by their values."""
    forms = product(POINTS, (0, 1))
    return {_packed([_at(form, point) for point in POINTS]): form for form in forms}


@lru_cache(maxsize=1)
def _products() -> dict[int, list[tuple[int, Product]]]:
    """All products of two affine forms that are no constants, with their values, by their polar
    form.
    """
    found = defaultdict[int, list[tuple[int, Product]]](list)
    forms = {form: table for table, form in _affine().items() if form[0]}
    for (one, first), (other, second) in combinations(forms.items(), 2):
        if one[0] != other[0]:
            found[_polar(first & second)].append((first & second, (one, other)))
    return dict(found)


def _polar(table: int) -> int:
    """A bit for each pair of bits: whether their product is in the function."""

    def at(point: int) -> int:
        return table >> point & 1

    pairs = combinations((1 << place for place in range(BITS)), 2)
    return sum((at(a | b) ^ at(a) ^ at(b) ^ at(0)) << place for place, (a, b) in enumerate(pairs))
