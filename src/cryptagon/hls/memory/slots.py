"""An array or struct as the slots that become its registers, and where in them an access can fall.

A slot is an element of the C type where accesses care about its borders, cut further where
something narrower is written. So every write covers whole slots, which then have clock enables of
their own; a read takes the bits it wants out of whichever slots hold them.
"""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, members, type_size
from cryptagon.hls.ir.text import integer_width
from cryptagon.hls.memory.addresses import Access, Term, Variable, VariablePlace

Interval = tuple[int, int]


@dataclass(frozen=True)
class Slot:
    """`size` bytes of a variable from `offset` on; `name` is that of its local variable."""

    name: str
    offset: int
    size: int

    @property
    def bits(self) -> int:
        """Width of the slot."""
        return 8 * self.size


@dataclass(frozen=True)
class Spots:
    """Where an access can fall: `count` offsets in bytes, `step` apart, from `first` on.

    Its number among them is the sum of the `terms` (their strides now count parts of spots) and
    `constant`, divided by 2**`shift`, the parts of a spot.
    """

    first: int
    step: int
    count: int
    terms: tuple[Term, ...] = ()
    constant: int = 0
    shift: int = 0

    @property
    def offsets(self) -> range:
        """The offsets in bytes, by number."""
        return range(self.first, self.first + self.step * self.count, self.step)


def spots_of(
    place: VariablePlace,
    size: int,
    extent: int,
    interval_of: Callable[[Term], Interval],
    aligned: int = 1,
) -> Spots:
    """Where `size` bytes at `place` can fall in a variable of `extent` bytes; `interval_of` tells
    what is known of an index. The offset is a multiple of `aligned`, a power of two.

    An index out of range is undefined behaviour in C, so places outside do not count; an access
    that is always outside has no spots.
    """
    if not place.terms:
        return Spots(place.offset, 1, int(0 <= place.offset <= extent - size))
    part = math.gcd(*(term.stride for term in place.terms))
    step = aligned if aligned % part == place.offset % part == 0 else part
    residue = place.offset % part
    limits = [[term.stride * bound for bound in interval_of(term)] for term in place.terms]
    low, high = (place.offset + sum(bound[end] for bound in limits) for end in (0, 1))
    first, last = max(residue, low + (residue - low) % step), min(high, extent - size)
    terms = tuple(Term(term.stride // part, term.index, term.width) for term in place.terms)
    count, constant = max(0, (last - first) // step + 1), (place.offset - first) // part
    return Spots(first, step, count, terms, constant, (step // part).bit_length() - 1)


class Slots:
    """The slots of one variable, in order.

    `accesses` are all accesses that touch it, `spots` tells where each can fall.
    """

    def __init__(
        self,
        variable: Variable,
        accesses: Iterable[Access],
        spots: Callable[[Access], Spots],
        named: NamedTypes,
    ) -> None:
        self.variable, self.named = variable, named
        elements = _elements(variable.kind, named)
        wanted: set[int] = {0, variable.size}
        read: set[int] = set()
        for access in accesses:
            borders = {
                border
                for offset in spots(access).offsets
                for border in (offset, offset + access.size)
            }
            (wanted if access.writes else read).update(borders)
        self._borders = sorted(wanted | (read & set(elements)))
        self._elements = elements

    @cached_property
    def slots(self) -> list[Slot]:
        """All of them; the name of one is the variable's with the element's indices."""
        pairs = list(zip(self._borders, self._borders[1:]))
        return [Slot(self._name(start, end), start, end - start) for start, end in pairs]

    def touching(self, start: int, end: int) -> list[Slot]:
        """The slots that have bytes in [start, end)."""
        return self.slots[bisect_right(self._borders, start) - 1 : bisect_left(self._borders, end)]

    def _name(self, start: int, end: int) -> str:
        if (start, end) == (0, self.variable.size):
            return _suffixed(self.variable.name, "")
        starts = list(self._elements)
        at = starts[bisect_right(starts, start) - 1]
        suffix = "".join(f"_{index}" for index in self._elements[at][1])
        inside = f"_byte_{start - at}" if start > at or end < at + self._elements[at][0] else ""
        return _suffixed(self.variable.name, suffix + inside)


def _suffixed(name: str, suffix: str) -> str:
    """`cg.register.unit.a` gives `cg.register.unit.a_3.0`, `a.i` gives `a_3.cell.i`: registers are
    named after the part with the suffix.
    """
    if name.startswith("cg.register."):
        return re.sub(r"((?:\.\d+)*)$", rf"{suffix}\1", name, count=1) + ".0"
    variable, dot, inlined = name.partition(".")
    return f"{variable}{suffix}.cell{dot}{inlined}"


def _elements(kind: str, named: NamedTypes) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The integers that a type is made of: by offset their size in bytes and the indices that lead
    to them; the ends of arrays too.
    """
    found: dict[int, tuple[int, tuple[int, ...]]] = {}

    def visit(part: str, offset: int, path: tuple[int, ...]) -> None:
        if integer_width(part) is not None or part == "ptr":
            found[offset] = (type_size(part, named), path)
            return
        for number, member in enumerate(members(part, named)):
            visit(member.kind, offset + member.offset, (*path, number))

    only = members(kind, named)
    visit(only[0].kind if len(only) == 1 and not ARRAY_TYPE.match(kind) else kind, 0, ())
    return found
