"""A multiplexer of values whose pieces are sums (XOR), piece by piece: wiring between a sum and the register that it goes to hides nothing.

The state of a cipher of shift registers is put together from slices of sums. Pushed down to what is added, a slice of such a state is a
sum itself, and ways that add different things to the same become one sum (`sums`). Pieces end where the wiring of some way has a seam.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter

Case = tuple[Wire, Wire]
Span = tuple[str, int, int]  # a wire's name, its first bit and the number of bits
MOST_PIECES = 16
SUMS = frozenset(("xor", "not"))
SEAMS = frozenset(("bit_slice", "zero_ext", "concat", "or", "and"))  # wiring, and what is wiring where a side is a constant


class Pieces:
    """Multiplexes values of one writer in pieces."""

    def __init__(self, writer: XlsWriter) -> None:
        self._writer = writer
        self._holding: dict[str, bool] = {}
        self._seams: dict[Span, frozenset[int]] = {}
        self._pushed: dict[Span, Wire] = {}

    def multiplexer(self, cases: Sequence[Case], width: int) -> Wire:
        """The value of the one case whose condition holds; any value when none does. Conditions exclude each other."""
        values = list(dict.fromkeys(value for _, value in cases))
        inside = frozenset[int]().union(*(self._seams_of(value, 0, width) for value in values))
        bounds = list(pairwise(sorted({0, width} | inside)))
        if len(values) < 2 or not inside or len(bounds) > MOST_PIECES or not all(self._is_made_once(value, bounds) for value in values):
            return self._writer.multiplexer(list(cases), width)
        made = [self._piece(cases, low, high - low) for low, high in bounds]
        return made[0] if len(made) == 1 else self._writer.operation("concat", width, *reversed(made))

    def _piece(self, cases: Sequence[Case], low: int, width: int) -> Wire:
        """The bits from `low` on: ways that add something to the same become one sum, and these are chosen from."""
        pushed = [(condition, self._push(value, low, width)) for condition, value in cases]
        groups = self._alike(pushed)
        ways = [
            (self._writer.disjunction([condition for condition, _ in group]), self._writer.multiplexer(group, width, narrowest=1))
            for group in groups
        ]
        return self._writer.multiplexer(ways, width)

    def _alike(self, cases: Sequence[Case]) -> list[list[Case]]:
        """The cases, those together that have something in common."""
        groups: list[tuple[frozenset[Wire], list[Case]]] = []
        for case in cases:
            own, members = frozenset(one for one in self._writer.addends(case[1]) if one.constant is None), [case]
            for group in [one for one in groups if not own.isdisjoint(one[0])]:
                groups.remove(group)
                own, members = own | group[0], [*group[1], *members]
            groups.append((own, members))
        return [members for _, members in groups]

    def _holds_sum(self, wire: Wire) -> bool:
        """Whether there is a sum behind the wiring of a wire."""
        if wire.name not in self._holding:
            operation, operands, _ = self._writer.made.get(wire.name, ("", (), {}))
            behind = operation in SEAMS and (operation != "and" or any(one.constant is not None for one in operands))
            self._holding[wire.name] = operation in SUMS or (behind and any(map(self._holds_sum, operands)))
        return self._holding[wire.name]

    def _is_made_once(self, value: Wire, bounds: Sequence[tuple[int, int]]) -> bool:
        """Whether no bit of a sum would be needed in two of the pieces, as those of a sum that is rotated and added are."""
        waiting = [(value, low, high - low) for low, high in bounds]
        spans: dict[str, set[tuple[int, int]]] = {}
        while waiting:
            wire, low, width = waiting.pop()
            own = spans.setdefault(wire.name, set())
            if not self._holds_sum(wire) or (low, width) in own:
                continue
            operation, operands, _ = self._writer.made[wire.name]
            if operation in SUMS and any(low < start + size and start < low + width for start, size in own):
                return False
            own.add((low, width))
            if operation in SUMS:
                waiting += [(operand, low, width) for operand in operands]
            else:
                waiting += [(one, low - at, width) for one, at in self._behind(wire) if at <= low and low + width <= at + one.width]
        return True

    def _seams_of(self, wire: Wire, low: int, width: int) -> frozenset[int]:
        """The bits of a slice, counted from its first one, at which what is behind the wiring changes."""
        key = (wire.name, low, width)
        if key not in self._seams:
            found = self._find_seams(wire, low, width) if self._holds_sum(wire) else ()
            self._seams[key] = frozenset(seam for seam in found if 0 < seam < width)
        return self._seams[key]

    def _find_seams(self, wire: Wire, low: int, width: int) -> Iterator[int]:
        operation, operands, _ = self._writer.made[wire.name]
        for operand, at in self._behind(wire):
            first, last = max(low, at), min(low + width, at + operand.width)
            if first < last:
                yield from (first - low, last - low)
                yield from (seam + first - low for seam in self._seams_of(operand, first - at, last - first))
        for operand in operands if operation in ("or", "and") else ():
            ones = self._writer.ones_of(operand) >> low
            changes = (ones ^ ones >> 1) & (1 << width - 1) - 1
            yield from (number + 1 for number in range(width) if changes >> number & 1)

    def _behind(self, wire: Wire) -> Iterator[tuple[Wire, int]]:
        """What is behind the wiring of a wire, each with the bit of the wire at which it begins."""
        operation, operands, options = self._writer.made[wire.name]
        at = -options.get("start", 0)
        for operand in reversed(operands):
            yield operand, at
            at += operand.width if operation == "concat" else 0

    def _push(self, wire: Wire, low: int, width: int) -> Wire:
        """A slice of a wire that has no seam, with the wiring behind the sums instead of before them."""
        key = (wire.name, low, width)
        if key not in self._pushed:
            through = self._writer.made.get(wire.name, ("",))[0] in SUMS | SEAMS
            self._pushed[key] = self._find_push(wire, low, width) if through else self._writer.sliced(wire, low, width)
        return self._pushed[key]

    def _find_push(self, wire: Wire, low: int, width: int) -> Wire:
        operation, operands, _ = self._writer.made[wire.name]
        if operation in SUMS:
            addends = [self._push(operand, low, width) for operand in operands]
            return self._sum(addends + [self._writer.literal(width, -1)] * (operation == "not"), width)
        behind = [(one, low - at) for one, at in self._behind(wire) if at <= low and low + width <= at + one.width]
        if not behind:
            is_above = operation == "zero_ext" and low >= operands[0].width
            return self._writer.literal(width, 0) if is_above else self._writer.sliced(wire, low, width)
        seen = [(one, start, self._writer.ones_of(one) >> start & (1 << width) - 1) for one, start in behind]
        if (any if operation == "and" else all)(ones == 0 for *_, ones in seen):
            return self._writer.literal(width, 0)
        full = (1 << width) - 1 if operation == "and" else None
        through = [(one, start) for one, start, ones in seen if ones and (one.constant is None or ones != full)]
        return self._push(*through[0], width) if len(through) == 1 else self._writer.sliced(wire, low, width)

    def _sum(self, addends: Sequence[Wire], width: int) -> Wire:
        """The sum of some wires."""
        constant = 0
        for addend in addends:
            constant ^= addend.constant or 0
        others = [addend for addend in addends if addend.constant is None]
        whole = others + [self._writer.literal(width, constant)] * (constant != 0)
        return whole[0] if len(whole) == 1 else self._writer.operation("xor", width, *whole) if whole else self._writer.literal(width, 0)
