"""Sums with a carry: `x ^ y ^ (x & y) << 1`.

Logic synthesis makes `x ^ y` of `x & y`, which is there. Of `(x ^ carry) ^ y` it finds neither:
NORX32-4-1's core has up to a fifth more look-up tables then (docs/compiler.md).
"""

from collections import defaultdict
from collections.abc import Sequence

from cryptagon.hls.verilog.nets import Bit, Nets


def half_adder(names: Sequence[str], nets: Nets) -> tuple[int, int] | None:
    """The places of the first two operands of a sum whose product, moved or not, is another
    operand; None where there are none.
    """
    products = [found for name in names if (found := _factors(name, nets))]
    if not products:
        return None
    operands_with: defaultdict[tuple[Bit, int], list[int]] = defaultdict(list)
    numbers_of: defaultdict[Bit, set[int]] = defaultdict(set)
    for place, name in enumerate(names):
        for number, bit in enumerate(nets.bits(name)):
            operands_with[bit, number].append(place)
            numbers_of[bit].add(number)
    pairs = (
        (min(one, other), max(one, other))
        for x, y in products
        for number in numbers_of[x] & numbers_of[y]
        for one in operands_with[x, number]
        for other in operands_with[y, number]
        if one != other
    )
    return min(pairs, default=None)


def _factors(name: str, nets: Nets) -> tuple[Bit, Bit] | None:
    """Of the bit in the middle: at the ends a moved product has zeros."""
    return nets.factors(name, nets.width(name) // 2)
