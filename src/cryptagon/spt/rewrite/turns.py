"""How one of many windows of few values is selected with little logic: the value, which is turned
in two steps or three, each by one of few distances.

Camellia's keys are windows of two values, turned by fourteen distances modulo 128. These are the sums
of 0 or 64, of 17, 47 or 51, and of 0, 2 or 17: eight places to choose for each bit, and not fourteen.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

MOST_DISTANCES = 3
"""Of one step; a fourth would take more than a step of its own."""
Steps = tuple[tuple[int, ...], ...]
"""The distances of each step, turns to the right."""


@dataclass(frozen=True)
class Turns:
    """A value of `width` bits whose lowest `taken` bits are wanted, turned by the sums of
    distances: one of each step.
    """

    width: int
    taken: int
    steps: Steps

    def way(self, distance: int) -> tuple[int, ...] | None:
        """The distances of all steps that make a whole one; None where none do."""
        return self._way(distance % self.width, self.steps)

    def _way(self, left: int, steps: Steps) -> tuple[int, ...] | None:
        if not steps:
            return None if left else ()
        for one in steps[0]:
            rest = self._way((left - one) % self.width, steps[1:])
            if rest is not None:
                return (one, *rest)
        return None

    @property
    def cost(self) -> int:
        """Look-up tables of four inputs, about."""
        bits, total = set(range(self.taken)), 0
        for distances in reversed(self.steps):
            total += len(bits) * chosen_cost(len(distances))
            bits = {(bit + one) % self.width for bit in bits for one in distances}
        return total


def chosen_cost(count: int) -> int:
    """Look-up tables that choose a bit of so many: one after the other, or by a sum of masked bits."""
    return max(count - 1, 0) if count < 5 else -(-(2 * count - 1) // 3)


def turns_for(width: int, taken: int, distances: Collection[int]) -> Turns:
    """The cheapest steps found for these distances."""
    wanted = frozenset(one % width for one in distances)
    plain = Turns(width, taken, (tuple(sorted(wanted)),))
    return min((plain, *_in_steps(width, taken, wanted)), key=lambda one: one.cost)


def _in_steps(width: int, taken: int, wanted: frozenset[int]) -> Iterator[Turns]:
    """By half a turn or not first, where that makes fewer of them, then by two steps."""
    half = width // 2
    folded = {one % half for one in wanted} if width % 2 == 0 else wanted
    for modulus, first in ((width, ()), (half, ((0, half),))):
        left = sorted(wanted if modulus == width else folded)
        if first and len(left) == len(wanted):
            continue
        for second in _second_steps(left, modulus):
            if coarse := _cover(left, second, modulus, MOST_DISTANCES):
                yield Turns(width, taken, (*first, tuple(sorted(coarse)), second))


def _second_steps(distances: Sequence[int], modulus: int) -> Iterator[tuple[int, ...]]:
    """Sets of two or three differences, 0 among them."""
    differences = sorted({(one - other) % modulus for one in distances for other in distances})
    for count in (1, 2):
        yield from ((0, *some) for some in combinations(differences[1:], count))


def _cover(
    distances: Sequence[int], second: Sequence[int], modulus: int, most: int
) -> frozenset[int] | None:
    """At most so many distances that give all wanted ones together with those of the second step;
    None where there are none.
    """
    if not distances:
        return frozenset()
    if most == 0:
        return None
    for one in second:
        first = (distances[0] - one) % modulus
        reached = {(first + other) % modulus for other in second}
        rest = _cover([d for d in distances if d not in reached], second, modulus, most - 1)
        if rest is not None:
            return rest | {first}
    return None
