"""How far the indices of a function go, by the accesses through them: C has no access outside of an
object, and an access happens whenever its block does.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from cryptagon.hls.ir.block_ends import blocks_of_lines
from cryptagon.hls.ir.layout import NamedTypes
from cryptagon.hls.ir.statements import Statement
from cryptagon.hls.memory.addresses import Access, Term, variables_of
from cryptagon.hls.memory.index_ranges import IndexRanges, Interval
from cryptagon.hls.memory.index_webs import NOTHING, WIDTH, Carrier, Web, Webs, is_number

ANYTHING = (-(1 << WIDTH - 1), (1 << WIDTH - 1) - 1)
EXACT_ROUNDS = 4
"""How often a loop is followed before a bound that moves goes to the next of the stops."""
NARROWING_ROUNDS = 3
MOST_STOPS = 32
"""Beyond which only the outermost are taken: a bound may come to each, one after the other."""


class IndexBounds:
    """Between what bounds the values of webs are; `walked` are the carriers that index arrays."""

    def __init__(self, body: Sequence[Statement], webs: Webs, named: NamedTypes) -> None:
        self.webs, self.ranges = webs, IndexRanges(body)
        self.walked = set[str]()
        self._inside: dict[tuple[str, str], Interval] = {}  # by carrier and block
        blocks = blocks_of_lines(body)
        for variable in variables_of(body, named).values() if webs.webs else ():
            for access in variable.accesses:
                self._note(access, variable.size, blocks[access.line])

    def of(self, web: Web) -> Interval | None:
        """The bounds of all values of a web; None where it is not known how far they go."""
        found = self._intervals(web)
        low = min(low for low, _ in found.values())
        high = max(high for _, high in found.values())
        return (low, high) if ANYTHING[0] < low and high < ANYTHING[1] else None

    def _note(self, access: Access, size: int, block: str) -> None:
        """What an access in a variable of `size` bytes tells of the index through which it is."""
        terms = access.place.terms
        for term in terms:
            if not (carried := self.webs.carried(term.index)):
                continue
            name, more = carried
            self.walked.add(name)
            if len(terms) == 1 and term.stride:
                last = size - access.size - access.place.offset
                inside = (
                    -(access.place.offset // term.stride) - more,
                    last // term.stride - more,
                )
                self._inside[name, block] = _both(self._known(name, block), inside)

    def _known(self, name: str, block: str) -> Interval:
        return self._inside.get((name, block), ANYTHING)

    def _intervals(self, web: Web) -> dict[str, Interval]:
        """The bounds of each carrier's value."""
        found: dict[str, Interval] = {}
        stops = self._stops(web)
        rounds, moved = 0, True
        while moved:
            rounds, moved = rounds + 1, False
            for name, one in web.carriers.items():
                if new := self._interval(one, web, found):
                    old = found.get(name, new)
                    new = _hull(old, new)
                    if rounds > EXACT_ROUNDS:
                        new = _moved_to_stops(old, new, stops)
                    moved |= new != found.get(name)
                    found[name] = new
        for _ in range(NARROWING_ROUNDS):
            for name, one in web.carriers.items():
                if new := self._interval(one, web, found):
                    found[name] = _both(found[name], new)
        return {name: found.get(name, ANYTHING) for name in web.carriers}

    def _stops(self, web: Web) -> list[int]:
        """Where bounds may come to rest: at those of an access, and one step behind it."""
        steps = {0, *(one.step for one in web.carriers.values())}
        ends = {
            end
            for (name, _), inside in self._inside.items()
            for end in inside
            if name in web.carriers
        }
        stops = sorted({end + step for end in ends for step in steps})
        if len(stops) > MOST_STOPS:
            stops = [stops[0], stops[-1]]
        return sorted({*ANYTHING, *stops})

    def _interval(self, one: Carrier, web: Web, found: Mapping[str, Interval]) -> Interval | None:
        """The bounds of a carrier by those of its inputs; None where no input has any yet."""
        inputs = list[Interval]()
        for value, block in one.inputs:
            name = value[1:]
            if name not in web.carriers:
                inputs += [] if value in NOTHING else [self._outside(value)]
            elif name in found:
                inputs.append(_both(found[name], self._known(name, block)))
        if not inputs:
            return None
        low = max(ANYTHING[0], min(low for low, _ in inputs) + one.step)
        high = min(ANYTHING[1], max(high for _, high in inputs) + one.step)
        return _both((low, high), self._known(one.name, one.block))

    def _outside(self, value: str) -> Interval:
        """The bounds of an input from outside of a web."""
        return (
            (int(value), int(value)) if is_number(value) else self.ranges.of(Term(1, value, WIDTH))
        )


def _both(one: Interval, other: Interval) -> Interval:
    return max(one[0], other[0]), min(one[1], other[1])


def _hull(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


def _moved_to_stops(old: Interval, new: Interval, stops: Sequence[int]) -> Interval:
    """`new`, with a bound that moved as far as the next of the stops, or where it ends at all."""
    low, high = new
    if low != old[0]:
        low = stops[max(0, bisect_right(stops, low) - 1)]
    if high != old[1]:
        high = stops[min(len(stops) - 1, bisect_left(stops, high))]
    return low, high
