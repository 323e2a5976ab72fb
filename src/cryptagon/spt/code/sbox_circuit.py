"""S-boxes that are inversions in GF(2^8) between affine maps, as logic: they go through the
subfield GF(2^4).

z^17 lies in GF(2^4) for every z in GF(2^8), so that z^-1 = z^16 (z^17)^-1 needs an inversion of
four bits only (the tower field of Canright, CHES 2005; circuits by linear forms around a small
inversion: Boyar and Peralta, SEA 2010):

* the norm z^17 has four bits, each a quadratic function of the argument x;
* a table of sixteen entries gives its inverse, as coordinates v on a basis of GF(2^4);
* squaring is linear, so each bit of the result is the sum of four products: a bit of v by a linear
  form of x.

The basis of the coordinates is the one for which the fewest linear forms are needed, and the bits
of the norm are those, of all that determine it, which take the fewest gates beside these.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cryptagon.spt.code.inversion import BITS, SIZE, Inversion, as_inversion, power, times
from cryptagon.spt.code.linear_maps import Echelon, parity, rank, values_of
from cryptagon.spt.code.quadratic import Split, split, weight

HALF = BITS // 2
SUBFIELD = tuple(sorted(value for value in range(1, SIZE) if power(value, 1 << HALF) == value))
"""The elements of GF(2^4) but 0."""
Affine = tuple[int, int]
"""A linear form and a constant that is added."""


@dataclass(frozen=True)
class Circuit:
    """`norm` has the functions of x that address the table `inverse`, bit 0 first.

    Bit j of the result is the sum of the products of bit i of its entry by `outputs[j][i]`, and of
    `constants[j]`.
    """

    norm: tuple[Split, ...]
    inverse: tuple[int, ...]
    outputs: tuple[tuple[Affine, ...], ...]
    constants: tuple[int, ...]

    @property
    def forms(self) -> list[int]:
        """All linear forms of more than a bit, the shortest first."""
        used = {form for row in self.outputs for form, _ in row} | {
            form for one in self.norm for half in one.halves for form in half.forms
        }
        return sorted((one for one in used if weight(one) > 1), key=lambda one: (weight(one), one))

    def value(self, argument: int) -> int:
        """What the circuit gives."""
        address = sum(one.value(argument) << place for place, one in enumerate(self.norm))
        inverse, result = self.inverse[address], 0
        for place, (row, constant) in enumerate(zip(self.outputs, self.constants)):
            products = [
                (inverse >> number & 1) & (parity(form & argument) ^ added)
                for number, (form, added) in enumerate(row)
            ]
            result |= (sum(products) + constant & 1) << place
        return result


@lru_cache(maxsize=64)
def circuit_of(values: tuple[int, ...]) -> Circuit | None:
    """The circuit of a table of 256 bytes, checked for all arguments; None where it is no such
    inversion.
    """
    inversion = as_inversion(values)
    if inversion is None:
        return None
    try:
        found = _circuit(inversion)
    except ValueError:
        return None
    return (
        found
        if all(found.value(argument) == value for argument, value in enumerate(values))
        else None
    )


def _circuit(inversion: Inversion) -> Circuit:
    basis = _best_basis(inversion)
    rows = [_products(inversion, element) for element in basis]
    forms = {form for row in rows for form, _ in row} | {1 << place for place in range(BITS)}
    norm = [power(value, 17) for value in inversion.before]
    functionals, splits = _norm_bits(norm, sorted(forms, key=lambda one: (weight(one), one)))
    inverse = [0] * (1 << HALF)
    for value in SUBFIELD:
        inverse[values_of(functionals, value)] = _coordinates(power(value, 14), basis)
    constants = tuple(inversion.after[0] >> place & 1 for place in range(BITS))
    return Circuit(splits, tuple(inverse), tuple(zip(*rows)), constants)


def _products(inversion: Inversion, element: int) -> list[Affine]:
    """Each bit of after(z^16 element), without the constant of `after`, as a form of the argument
    and a constant.
    """
    values = [
        inversion.after[times(power16(value), element)] ^ inversion.after[0]
        for value in inversion.before
    ]
    forms = [
        sum((values[1 << bit] ^ values[0]) >> place << bit & 1 << bit for bit in range(BITS))
        for place in range(BITS)
    ]
    return [(form, values[0] >> place & 1) for place, form in enumerate(forms)]


@lru_cache(maxsize=SIZE)
def power16(value: int) -> int:
    """In GF(2^8)."""
    return power(value, 16)


def _best_basis(inversion: Inversion) -> tuple[int, ...]:
    """Of GF(2^4): the one whose products have the fewest forms, and of these the shortest."""
    forms = {
        element: frozenset(form for form, _ in _products(inversion, element))
        for element in SUBFIELD
    }

    def cost(basis: tuple[int, ...]) -> tuple[int, int]:
        used = frozenset.union(*(forms[element] for element in basis))
        return len([one for one in used if weight(one) > 1]), sum(map(weight, used))

    return min((one for one in combinations(SUBFIELD, HALF) if rank(one, BITS) == HALF), key=cost)


def _norm_bits(
    norm: Sequence[int], forms: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Split, ...]]:
    """Four functionals that determine an element of GF(2^4), and the norm's bits by them, with few
    gates.
    """
    echelon = Echelon(len(SUBFIELD))
    candidates = [
        (mask, split([parity(mask & value) for value in norm], forms)) for mask in _functionals()
    ]
    candidates.sort(key=lambda one: (one[1].cost, one[0]))
    chosen = [(mask, found) for mask, found in candidates if echelon.add(_restricted(mask))]
    return tuple(mask for mask, _ in chosen), tuple(found for _, found in chosen)


def _functionals() -> Iterator[int]:
    """A mask for each linear function on GF(2^4) but 0."""
    seen = {0}
    for mask in range(1, SIZE):
        restricted = _restricted(mask)
        if restricted not in seen:
            seen.add(restricted)
            yield mask


def _restricted(mask: int) -> int:
    return values_of(SUBFIELD, mask)


def _coordinates(value: int, basis: Sequence[int]) -> int:
    """On a basis of GF(2^4)."""
    for choice in range(1 << HALF):
        total = 0
        for place, element in enumerate(basis):
            total ^= element * (choice >> place & 1)
        if total == value:
            return choice
    raise ValueError(f"{value:#x} is not in GF(2^4)")
