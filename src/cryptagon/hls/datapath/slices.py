"""A register that is loaded in slices: those bits together that differ on the same ways.

Of a state of 128 bits most ways change a word or a few bits, and move the others in one of two
manners. As one multiplexer each way would cost all of its bits. In slices, ways that agree on a
slice are one way there, and ways that leave it as it is are none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cryptagon.hls.datapath.bits import Bits
from cryptagon.hls.registers.area import multiplexer_luts

KEPT = -1
CONDITIONS = 4.0  # tables of the conditions of one more slice
MOST_RUNS = 96
ROUNDING = 1e-6

Pattern = tuple[int, ...]  # for each way the first way that gives the same, or KEPT


@dataclass(frozen=True)
class Slice:
    """The bits from `low` on, `width` of them, with the ways that agree there."""

    low: int
    width: int
    pattern: Pattern

    @property
    def luts(self) -> float:
        """What its multiplexer and the conditions of it cost."""
        values = len(set(self.pattern) - {KEPT})
        return multiplexer_luts(self.width, values, 0) + (CONDITIONS if values else 0)


def slices(ways: Sequence[Bits], kept: Bits) -> list[Slice]:
    """The slices in which `ways` are best loaded into a register that now holds `kept`, from the
    least significant bit on.
    """
    patterns = [_pattern([way[i] for way in ways], kept[i]) for i in range(len(kept))]
    runs = [list(run) for _, run in groupby(range(len(kept)), key=lambda i: patterns[i])]
    if len(runs) > MOST_RUNS or len(ways) < 2:
        return [Slice(0, len(kept), tuple(range(len(ways))))]
    return _merged([Slice(run[0], len(run), patterns[run[0]]) for run in runs])


def _pattern(bits: Sequence[object], kept: object) -> Pattern:
    first: dict[object, int] = {}
    return tuple(
        KEPT if bit == kept else first.setdefault(bit, way) for way, bit in enumerate(bits)
    )


def _merged(found: list[Slice]) -> list[Slice]:
    """Joins neighbours as long as that costs less than conditions of their own."""
    while len(found) > 1:
        pairs = [(_joined(one, two), number) for number, (one, two) in enumerate(pairwise(found))]
        both, at = min(
            pairs,
            key=lambda pair: (
                pair[0].luts - found[pair[1]].luts - found[pair[1] + 1].luts,
                pair[1],
            ),
        )
        if both.luts > found[at].luts + found[at + 1].luts + ROUNDING:
            break
        found[at : at + 2] = [both]
    return found


def _joined(one: Slice, two: Slice) -> Slice:
    first: dict[tuple[int, int], int] = {}
    pairs = enumerate(zip(one.pattern, two.pattern))
    pattern = tuple(
        KEPT if pair == (KEPT, KEPT) else first.setdefault(pair, way) for way, pair in pairs
    )
    return Slice(one.low, one.width + two.width, pattern)
