"""S-boxes of eight bits that are an inversion in GF(2^8) between two affine maps: the maps are
found.

Such an S-box S has an argument o for which T(x) = S(x + o) + S(o) is an inversion between two
linear maps L and M. Then L(x) M'(T(x)) = 1 for all x but 0, so that T fulfils eight independent
bilinear equations; their matrices, divided by one of them, are the field itself, as it acts on the
arguments. (Quadratic equations of the S-box of AES: Courtois and Pieprzyk, ASIACRYPT 2002.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat

from cryptagon.spt.code.linear_maps import (
    Echelon,
    Map,
    composed,
    image,
    inverted,
    is_affine,
    transposed,
)
from cryptagon.spt.operations import product

BITS, POLYNOMIAL = 8, 0x11B
SIZE = 1 << BITS
EQUATIONS = 8


def times(left: int, right: int) -> int:
    """The product in GF(2^8) modulo 0x11b."""
    return product(left, right, BITS, POLYNOMIAL)


def power(value: int, exponent: int) -> int:
    """In GF(2^8)."""
    result = 1
    for bit in f"{exponent:b}":
        result = times(result, result)
        if bit == "1":
            result = times(result, value)
    return result


INVERSE = tuple(power(value, SIZE - 2) for value in range(SIZE))
"""Of each element; 0 for 0."""


@dataclass(frozen=True)
class Inversion:
    """S(x) = after(inverse(before(x))): affine maps on bytes, by all their values, and an inversion
    modulo 0x11b.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]


def as_inversion(values: Sequence[int]) -> Inversion | None:
    """The maps of an S-box of eight bits by all its values; None where it is no inversion between
    affine maps.
    """
    if sorted(values) != list(range(SIZE)):
        return None
    for offset in range(SIZE):
        moved = [values[argument ^ offset] ^ values[offset] for argument in range(SIZE)]
        if equations := _bilinear(moved):
            return _found(values, offset, moved, equations)
    return None


def _bilinear(moved: Sequence[int]) -> list[Map]:
    """The matrices Q for which x Q T(x) is the same for all x but 0; none where an inversion has
    more of them.
    """
    unknowns = BITS * BITS + 1
    echelon = Echelon(unknowns)
    for argument in range(1, SIZE):
        row = sum(moved[argument] << BITS * place for place in range(BITS) if argument >> place & 1)
        echelon.add(row | 1 << BITS * BITS)
        if echelon.rank > unknowns - EQUATIONS:
            return []
    solutions = echelon.null_space(unknowns)
    return [
        transposed([one >> BITS * place & SIZE - 1 for place in range(BITS)], BITS)
        for one in solutions
    ]


def _found(
    values: Sequence[int], offset: int, moved: Sequence[int], equations: Sequence[Map]
) -> Inversion | None:
    """The maps, checked for all arguments."""
    try:
        generator = _generator(equations)
    except ValueError:
        return None
    powers = list(
        accumulate(repeat(generator, BITS - 1), lambda value, by: image(by, value), initial=1)
    )
    before_linear = inverted(powers)
    after = tuple(moved[image(powers, INVERSE[value])] ^ values[offset] for value in range(SIZE))
    before = tuple(image(before_linear, argument ^ offset) for argument in range(SIZE))
    right = all(after[INVERSE[before[argument]]] == value for argument, value in enumerate(values))
    return Inversion(before, after) if right and is_affine(after) else None


def _generator(equations: Sequence[Map]) -> Map:
    """A map on arguments that multiplies them by a root of the polynomial.

    Raises ValueError where there is none.
    """
    divisor = inverted(equations[0])
    field = [transposed(composed(one, divisor), BITS) for one in equations]
    for choice in range(1, SIZE):
        chosen = tuple(image([one[place] for one in field], choice) for place in range(BITS))
        if _fulfils(chosen):
            return chosen
    raise ValueError("the matrices are no field")


def _fulfils(one: Map) -> bool:
    """Whether the polynomial of the field makes nothing of the map."""
    unit = tuple(1 << place for place in range(BITS))
    powers = list(accumulate(repeat(one, BITS), composed, initial=unit))
    total = [0] * BITS
    for exponent, value in enumerate(powers):
        if POLYNOMIAL >> exponent & 1:
            total = [left ^ right for left, right in zip(total, value)]
    return not any(total)


def between(first: Inversion, second: Inversion) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Affine maps by all their values, by which the second S-box is: the one, then the first S-box,
    then the other.

    An inversion commutes with powers of two and with factors, which become their inverses, so there
    are 2,040 such pairs; this is one with the fewest summands.
    """
    before_first, after_first = _undone(first.before), _undone(first.after)
    best: tuple[int, tuple[int, ...], tuple[int, ...]] | None = None
    for squares in range(BITS):
        for factor in range(1, SIZE):
            inside = [times(factor, POWERS[squares][value]) for value in UNITS]
            outside = [POWERS[-squares % BITS][times(factor, value)] for value in UNITS]
            pre = _through(second.before, inside, before_first)
            post = _through(after_first, outside, second.after)
            cost = sum(one.bit_count() for one in (*_columns(pre), *_columns(post)))
            if best is None or cost < best[0]:
                best = (cost, pre, post)
    assert best is not None  # the field has elements
    return best[1:]


def _undone(values: Sequence[int]) -> tuple[int, ...]:
    found = [0] * SIZE
    for argument, value in enumerate(values):
        found[value] = argument
    return tuple(found)


def _columns(values: Sequence[int]) -> list[int]:
    return [values[unit] ^ values[0] for unit in UNITS]


def _through(first: Sequence[int], linear: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """The values of three maps one after the other, at 0 and at the units alone: they are
    affine.
    """
    found = {argument: last[image(linear, first[argument])] for argument in (0, *UNITS)}
    columns = [found[unit] ^ found[0] for unit in UNITS]
    return tuple(found[0] ^ image(columns, argument) for argument in range(SIZE))


UNITS = tuple(1 << place for place in range(BITS))
POWERS = tuple(
    tuple(power(value, 1 << squares) for value in range(SIZE)) for squares in range(BITS)
)
"""Of each element, by how often it is squared."""
