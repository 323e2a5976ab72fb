"""S-boxes that are inversions in GF(2^8) between affine maps, as few gates: towers of fields, as by
Canright (CHES 2005).

With x = a u + b v over GF(2^4), the inverse is (a u^16 + b v^16) / N for the norm N, a quadratic
form of a and b. Each of the three products in GF(2^4) is nine products of bits (Karatsuba twice),
and all that is linear before and behind them is one layer of sums. Bases of the fields are tried,
and that with the fewest gates is taken.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cryptagon.spt.code.inversion import BITS, SIZE, Inversion, as_inversion, power, times
from cryptagon.spt.code.layouts.gates import AND, NOT, XOR, Network, arguments, truth_tables
from cryptagon.spt.code.layouts.minimise import minimised
from cryptagon.spt.code.layouts.sharing import cost, sums
from cryptagon.spt.code.linear_maps import Echelon, image, inverted, transposed
from cryptagon.spt.code.sbox_circuit import HALF, SUBFIELD

TRIED = 40
"""Bases whose layers of sums are counted."""
FORMS = (0b0001, 0b0010, 0b0011, 0b0100, 0b1000, 0b1100, 0b0101, 0b1010, 0b1111)
"""The forms of four coordinates whose products give a product in GF(2^4)."""
SMALLEST = tuple(one for one in SUBFIELD if power(one, 4) == one)
"""The elements of GF(2^2) but 0."""


@dataclass(frozen=True)
class Tower:
    """Bases: `outer` of GF(2^8) over GF(2^4), `inner` of GF(2^4) over GF(2), made of one of
    GF(2^2).
    """

    outer: tuple[int, int]
    inner: tuple[int, ...]

    @property
    def basis(self) -> tuple[int, ...]:
        """Of GF(2^8) over GF(2): the four coordinates of a, then those of b."""
        return tuple(times(one, part) for one in self.outer for part in self.inner)


@dataclass(frozen=True)
class _Layers:
    """The linear layers: forms of the argument for the products and the norm, and of the products
    for the result.
    """

    products: tuple[int, ...]
    norm: tuple[tuple[int, int], ...]
    """For each bit of the norm a form of the argument and one of the nine products of a and b."""
    result: tuple[int, ...]
    inverse: tuple[int, ...]
    offset: int
    constant: int

    @property
    def cost(self) -> int:
        """Gates of the sums."""
        return cost([*self.products, *(one for one, _ in self.norm if one)], BITS) + cost(
            self.result, 2 * len(FORMS)
        )


@lru_cache(maxsize=64)
def inversion_network(values: tuple[int, ...]) -> Network | None:
    """The network of a table of 256 bytes, checked for all arguments; None where it is no such
    inversion.
    """
    found = as_inversion(values)
    if found is None:
        return None
    layers = min((_layers(found, tower) for tower in _towers()), key=lambda one: one.cost)
    network = _network(layers)
    right = network.values(arguments(BITS), (1 << SIZE) - 1) == truth_tables(values, BITS)
    return network if right else None


def _towers() -> Iterator[Tower]:
    """Some bases, the same every time."""
    choose = random.Random(0)
    for _ in range(TRIED):
        outer = (choose.randrange(1, SIZE), choose.randrange(1, SIZE))
        small, large = choose.sample(SMALLEST, 2), choose.sample(SUBFIELD, 2)
        inner = tuple(times(one, other) for other in large for one in small)
        tower = Tower(outer, inner)
        if Echelon(BITS, tower.basis).rank == BITS:
            yield tower


def _layers(found: Inversion, tower: Tower) -> _Layers:
    offset = found.before.index(0)
    linear = [found.before[offset ^ 1 << place] for place in range(BITS)]
    to_basis = inverted(tower.basis)
    coordinates = [image(to_basis, column) for column in linear]
    rows = transposed(coordinates, BITS)
    halves = (rows[:HALF], rows[HALF:])
    products = tuple(image(half, form) for half in halves for form in FORMS)
    weights = _weights(tower.inner)
    u, v = tower.outer
    back = inverted(tower.inner + tuple(times(one, _outside()) for one in tower.inner))

    def coordinates_of(value: int) -> int:
        """Of an element of GF(2^4)."""
        return image(back, value) & (1 << HALF) - 1

    mixed = times(power(u, 16), v) ^ times(u, power(v, 16))
    of_products = [coordinates_of(times(mixed, weight)) for weight in weights]
    # The norm of a sum is not the sum of the norms: the nine products make the difference, so the
    # linear part is found from the units.
    units = [_norm_of_products(one, of_products) for one in coordinates]
    own = [coordinates_of(power(linear[place], 17)) ^ units[place] for place in range(BITS)]
    norm = tuple(zip(transposed(own, HALF), transposed(of_products, HALF)))
    results = [times(power(one, 16), weight) for one in (u, v) for weight in weights]
    after = [found.after[1 << place] ^ found.after[0] for place in range(BITS)]
    result = transposed([image(after, one) for one in results], BITS)
    inverse = [0] * (1 << HALF)
    for value in SUBFIELD:
        inverse[coordinates_of(value)] = coordinates_of(power(value, 14))
    return _Layers(products, norm, result, tuple(inverse), offset, found.after[0])


def _norm_of_products(coordinates: int, of_products: Sequence[int]) -> int:
    """What the products of a and b add to the norm of an element."""
    a, b = coordinates & (1 << HALF) - 1, coordinates >> HALF
    total = 0
    for form, value in zip(FORMS, of_products):
        if (form & a).bit_count() & (form & b).bit_count() & 1:
            total ^= value
    return total


@lru_cache(maxsize=1)
def _outside() -> int:
    """An element that is not in GF(2^4)."""
    return next(one for one in range(1, SIZE) if one not in SUBFIELD)


def _weights(inner: tuple[int, ...]) -> list[int]:
    """The factors of the nine products of forms: by Karatsuba in GF(2^2), of these by Karatsuba in
    GF(2^4).
    """
    large = (inner[0], inner[2])  # inner[1] / inner[0] is the ratio of the basis of GF(2^2)
    ratio = times(inner[1], power(inner[0], SIZE - 2))
    small = (1, ratio)

    def karatsuba(first: int, second: int) -> tuple[int, int, int]:
        both = times(first, second)
        return times(first, first) ^ both, times(second, second) ^ both, both

    smalls, larges = karatsuba(*small), karatsuba(*large)
    return [times(one, other) for other in larges for one in smalls]


def _network(layers: _Layers) -> Network:
    """The gates: constants, sums, products, the norm, its inverse, products, sums, constants."""
    network = Network(BITS)
    given = [
        network.add(NOT, place) if layers.offset >> place & 1 else place for place in range(BITS)
    ]
    linear = [one for one, _ in layers.norm if one]
    signals = sums(network, [*layers.products, *linear], given)
    count = len(FORMS)
    first, second, added = signals[:count], signals[count : 2 * count], iter(signals[2 * count :])
    products = [network.add(AND, one, other) for one, other in zip(first, second)]
    quadratic = sums(network, [one for _, one in layers.norm], products)
    norm = [
        network.add(XOR, one, next(added)) if form else one
        for one, (form, _) in zip(quadratic, layers.norm)
    ]
    inverse = network.include(minimised(layers.inverse, HALF, HALF), norm)
    forms = sums(network, FORMS, inverse)
    final = [
        network.add(AND, one, form) for half in (first, second) for one, form in zip(half, forms)
    ]
    outputs = sums(network, layers.result, final)
    network.outputs = [
        network.add(NOT, one) if layers.constant >> place & 1 else one
        for place, one in enumerate(outputs)
    ]
    return network
