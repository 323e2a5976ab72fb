"""A writer of XLS IR text that folds trivial cases and never writes the same expression twice."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce

from cryptagon.hls.datapath.bits import BitSources
from cryptagon.hls.datapath.sums import (
    NARROWEST,
    Condition,
    Places,
    Sums,
    Terms,
    added,
    cost_of_merge,
    is_always,
)
from cryptagon.hls.datapath.ways import Case, Cases, Ways
from cryptagon.hls.datapath.wires import Wire

MOST_CHAINED = 16  # ways of a multiplexer that is a chain
# ways of a multiplexer that is one OR; the time of XLS's optimiser grows with the square of an OR's
# masked values
MOST_MASKED = 256
SELECTED_AT_ONCE = 16  # ways of a selection by one-hot bits, which the optimiser leaves as it is


class XlsWriter:
    """Collects the nodes of one function. Every method returns the wire of its result.

    `decoded` are inputs of the function that tell whether the machine is in one of some states.
    `made` gives for each node of an operation what it is made by: operation, operands, options.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.decoded: dict[str, tuple[int, ...]] = {}
        self._decoders: dict[tuple[int, ...], str] = {}
        self.made: dict[str, tuple[str, tuple[Wire, ...], dict[str, int]]] = {}
        self._known: dict[str, str] = {}
        self.sources = BitSources(self.made)
        self._sums = Sums(self.sliced, self.side_by_side, self.sources.first_of)
        self._pending_position = ""
        self.true = self.literal(1, 1)
        self.false = self.literal(1, 0)

    def at(self, file_number: int, line: int) -> None:
        """Sets the C source line that the nodes to come are marked with; line 0 for none."""
        self._pending_position = f", pos=[({file_number},{line},0)]" if line else ""

    @contextmanager
    def nowhere(self) -> Iterator[None]:
        """Marks the nodes written within with no line: they control the machine, whichever line
        asked for them first.
        """
        position, self._pending_position = self._pending_position, ""
        yield
        self._pending_position = position

    def node(self, kind: str, expression: str) -> str:
        """Writes `name: kind = expression` unless it is there already; returns the name."""
        key = f"{kind} {expression}"
        if key not in self._known:
            name = f"n{len(self._known) + 1}"
            self._known[key] = name
            place = (
                self._pending_position
                if expression.endswith(")") and not expression.startswith("literal")
                else ""
            )
            self.lines.append(
                f"  {name}: {kind} = {expression[:-1]}{place})"
                if place
                else f"  {name}: {kind} = {expression}"
            )
        return self._known[key]

    def literal(self, width: int, value: int) -> Wire:
        """A constant of `width` bits; higher bits of the value are dropped."""
        value &= (1 << width) - 1
        return Wire(self.node(f"bits[{width}]", f"literal(value={value})"), width, value)

    def operation(self, name: str, width: int, /, *operands: Wire, **options: int) -> Wire:
        """Any XLS operation on bits."""
        words = [operand.name for operand in operands] + [
            f"{key}={value}" for key, value in options.items()
        ]
        wire = Wire(self.node(f"bits[{width}]", f"{name}({', '.join(words)})"), width)
        self.made.setdefault(wire.name, (name, operands, options))
        self._sums.note(wire, name, operands, options.get("start", 0))
        return wire

    def sliced(self, wire: Wire, low: int, width: int) -> Wire:
        """The `width` bits of a wire from bit `low` on."""
        if wire.constant is not None:
            return self.literal(width, wire.constant >> low)
        return (
            wire
            if width == wire.width
            else self.operation("bit_slice", width, wire, start=low, width=width)
        )

    def side_by_side(self, wires: Sequence[Wire]) -> Wire:
        """Wires as one, the first in the highest bits."""
        if all(wire.constant is not None for wire in wires):
            value = 0
            for wire in wires:
                value = value << wire.width | (wire.constant or 0)
            return self.literal(sum(wire.width for wire in wires), value)
        return self.operation("concat", sum(wire.width for wire in wires), *wires)

    def resized(self, wire: Wire, width: int) -> Wire:
        """The low bits of a wire, or the wire with zeros above it."""
        if width <= wire.width or wire.constant is not None:
            return self.sliced(wire, 0, width)
        return self.operation("zero_ext", width, wire, new_bit_count=width)

    def bit(self, wire: Wire, number: int) -> Wire:
        """One bit of a wire, 0 being the least significant."""
        if wire.constant is not None:
            return self.literal(1, wire.constant >> number)
        return (
            wire if wire.width == 1 else self.operation("bit_slice", 1, wire, start=number, width=1)
        )

    def conjunction(self, a: Wire, b: Wire) -> Wire:
        """One-bit AND."""
        if a.constant == 0 or b.constant == 1 or a == b:
            return a
        if b.constant == 0 or a.constant == 1:
            return b
        return self.operation("and", 1, a, b)

    def disjunction(self, wires: list[Wire]) -> Wire:
        """One-bit OR of any number."""
        open_wires = list(dict.fromkeys(w for w in wires if w.constant != 0))
        if any(w.constant == 1 for w in open_wires):
            return self.true
        if not open_wires:
            return self.false
        open_wires = self._states_joined(open_wires)
        return open_wires[0] if len(open_wires) == 1 else self.operation("or", 1, *open_wires)

    def in_one_of(self, states: tuple[int, ...]) -> Wire:
        """One bit that is decoded outside the datapath: the machine is in one of these states."""
        if states not in self._decoders:
            one = len(states) == 1
            name = f"in_state_{states[0]}" if one else f"in_states_{len(self.decoded)}"
            self.decoded[name], self._decoders[states] = states, name
        return Wire(self._decoders[states], 1)

    def _states_joined(self, wires: list[Wire]) -> list[Wire]:
        """The wires of a disjunction with those that are decoded outside as one, when they are
        many.
        """
        states = [number for wire in wires for number in self.decoded.get(wire.name, ())]
        if len(states) <= MOST_CHAINED:
            return wires
        joined = self.in_one_of(tuple(sorted(set(states))))
        return [joined, *(wire for wire in wires if wire.name not in self.decoded)]

    def inverse(self, a: Wire) -> Wire:
        """One-bit NOT."""
        if a.constant is not None:
            return self.false if a.constant else self.true
        return self.operation("not", 1, a)

    def choice(self, condition: Wire, when_true: Wire, when_false: Wire) -> Wire:
        """`when_true` where the one-bit condition holds, else `when_false`."""
        if condition.constant is not None:
            return when_true if condition.constant else when_false
        if when_true == when_false:
            return when_true
        return Wire(
            self.node(
                f"bits[{when_true.width}]",
                f"sel({condition.name}, cases=[{when_false.name}, {when_true.name}])",
            ),
            when_true.width,
        )

    def multiplexer(self, ways: Ways | list[Case], width: int) -> Wire:
        """The value of the one way that is taken; any value when none is.

        With a zero among the values it is an OR of masked values, else a chain in which the last
        value needs no condition. Of very many values it is an OR of selections, the same gates in
        another form. Where ways add different things to the same value, it is a sum.
        """
        ways = Cases(ways, self.disjunction, self.inverse) if isinstance(ways, list) else ways
        if not 1 < len(ways.values) <= MOST_CHAINED or width < NARROWEST:
            return self._choice_of(ways, width)
        terms = added(ways.values, self._sums)
        if terms:
            return self._sum(terms, ways, width)
        result = self._choice_of(ways, width)
        self._sums.note_merge(result, [(ways.when([value]), value) for value in ways.values])
        return result

    def cost_of_merge(self, cases: Sequence[Case], made: Collection[Wire]) -> float:
        """Look-up tables a bit of a choice among values, of which those that are `made` anyway cost
        only to be chosen.
        """
        return cost_of_merge(list(dict.fromkeys(value for _, value in cases)), self._sums, made)

    def always_added(self, wire: Wire) -> frozenset[Wire]:
        """What is always added in a sum that adds something else under a condition; nothing where
        the wire is no such sum.
        """
        leaves = self._sums.leaves_of(wire)
        always = frozenset(leaf for leaf, conditions in leaves.items() if conditions == [()])
        return always if len(always) < len(leaves) else frozenset()

    def masked(self, value: Wire, mask: Wire) -> Wire:
        """The bits of a value that a mask lets through; in sums each bit is added under that."""
        result = self.operation("and", value.width, value, mask)
        self._sums.note_masked(result, value, mask)
        return result

    def keep_long_sum_whole(self, wire: Wire) -> None:
        """Lets a wire be one value in sums, where it is the sum of many things with conditions."""
        self._sums.keep_long_one_whole(wire)

    def is_mask(self, wire: Wire) -> bool:
        """Whether a wire is made of a few bits, each many times."""
        return wire.name in self._sums.masks

    def leaves_of(self, wire: Wire) -> Collection[Wire]:
        """What a wire is the sum of, whatever the conditions."""
        return self._sums.leaves_of(wire).keys()

    def _choice_of(self, ways: Ways, width: int) -> Wire:
        """One of the values."""
        cases = [(ways.when([value]), value) for value in ways.values if value.constant != 0]
        if not cases:
            return self.literal(width, 0)
        if len(cases) > MOST_CHAINED and all(value.constant is not None for _, value in cases):
            return self._bit_by_bit(cases, width)
        if len(cases) > MOST_MASKED:
            return self._or_of_selections(cases, width)
        if len(cases) < len(ways.values) or len(cases) > MOST_CHAINED:
            return self._masked_or(cases, width)
        result = cases[-1][1]
        for condition, value in reversed(cases[:-1]):
            result = self.choice(condition, value, result)
        return result

    def _sum(self, terms: Terms, ways: Ways, width: int) -> Wire:
        """The sum of what is added on the ways of these numbers."""
        addends, parts = [], []
        for places, leaves in terms.items():
            term = self._sum_of(leaves)
            wanted = (
                self.true
                if is_always(places, len(ways.values))
                else self._wanted(places, ways, width)
            )
            addends.append(
                term
                if wanted.constant == 1
                else self.operation("and", width, self._spread(wanted, width), term)
            )
            parts += [{leaf: [(wanted,) if wanted.constant is None else ()]} for leaf in leaves]
        result = addends[0] if len(addends) == 1 else self.operation("xor", width, *addends)
        self._sums.keep(result, parts)
        return result

    def _sum_of(self, leaves: Sequence[Wire]) -> Wire:
        """The sum of some wires; one that is there already, if there is."""
        known = self._sums.known(leaves)
        return known or self.operation("xor", leaves[0].width, *leaves)

    def _wanted(self, places: Places, ways: Ways, width: int) -> Wire:
        """Something is added, on these of the ways: one bit, or a mask of `width` bits."""
        conditions: dict[tuple[Condition, ...], list[Wire]] = {}
        for number, found in places:
            conditions.setdefault(found, []).append(ways.values[number])
        if list(conditions) == [((),)]:
            return ways.best_when(conditions[((),)])
        found = [
            self._all_of([ways.when(values), self._odd(odd, width)], width)
            for odd, values in conditions.items()
        ]
        if all(one.width == 1 for one in found):
            return self.disjunction(found)
        return self.operation("or", width, *(self._spread(one, width) for one in found))

    def _odd(self, conditions: Sequence[Condition], width: int) -> Wire:
        """An odd number of the conditions hold: one bit, or a mask."""
        wires = [self._all_of(condition, width) for condition in conditions]
        if len(wires) == 1:
            return wires[0]
        if all(one.width == 1 for one in wires):
            return self.operation("xor", 1, *wires)
        rest = [self._spread(one, width) for one in wires if one.constant != 1]
        found = rest[0] if len(rest) == 1 else self.operation("xor", width, *rest)
        return self.operation("not", width, found) if len(rest) < len(wires) else found

    def _all_of(self, condition: Sequence[Wire], width: int) -> Wire:
        """All wires of a condition: one bit, or a mask of `width` bits where one of them is one."""
        masks = [one for one in condition if one.width > 1]
        bit = reduce(self.conjunction, (one for one in condition if one.width == 1), self.true)
        if not masks or bit.constant == 0:
            return bit
        if bit.constant is None:
            masks.append(self._spread(bit, width))
        return masks[0] if len(masks) == 1 else self.operation("and", width, *masks)

    def _spread(self, wire: Wire, width: int) -> Wire:
        """A bit in all places, or a mask as it is."""
        return (
            wire
            if wire.width == width
            else self.operation("sign_ext", width, wire, new_bit_count=width)
        )

    def _masked_or(self, ways: list[tuple[Wire, Wire]], width: int) -> Wire:
        masks = [
            c if width == 1 else self.operation("sign_ext", width, c, new_bit_count=width)
            for c, _ in ways
        ]
        terms = [self.operation("and", width, mask, value) for mask, (_, value) in zip(masks, ways)]
        return terms[0] if len(terms) == 1 else self.operation("or", width, *terms)

    def _or_of_selections(self, ways: list[tuple[Wire, Wire]], width: int) -> Wire:
        groups = [
            ways[start : start + SELECTED_AT_ONCE]
            for start in range(0, len(ways), SELECTED_AT_ONCE)
        ]
        return self.operation("or", width, *(self._selection(group, width) for group in groups))

    def _selection(self, ways: list[tuple[Wire, Wire]], width: int) -> Wire:
        chosen = self.operation(
            "concat", len(ways), *(condition for condition, _ in reversed(ways))
        )
        values = ", ".join(value.name for _, value in ways)
        return Wire(
            self.node(f"bits[{width}]", f"one_hot_sel({chosen.name}, cases=[{values}])"), width
        )

    def _bit_by_bit(self, ways: list[tuple[Wire, Wire]], width: int) -> Wire:
        """A choice among constants: each bit is 1 under the conditions whose constants have it."""
        ones = [
            [condition for condition, value in ways if (value.constant or 0) >> bit & 1]
            for bit in range(width)
        ]
        return self.operation(
            "concat", width, *(self.disjunction(conditions) for conditions in reversed(ones))
        )
