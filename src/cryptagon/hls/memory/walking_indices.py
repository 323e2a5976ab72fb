"""Indices that walk through an array: as narrow as the array is long, and in units of a step.

LLVM compares pointers into one object as 64-bit offsets in bytes, so that `p++` over words would be
a 64-bit register, and the words an array of bytes. How far a value goes is known from the accesses
through it, as C has none outside of an object: an access happens whenever its block does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.block_ends import blocks_of_lines, with_block_ends
from cryptagon.hls.ir.layout import NamedTypes, named_types
from cryptagon.hls.ir.statements import (
    ChoiceLine,
    MergeLine,
    Record,
    Statement,
    StepLine,
    statements,
    texts,
)
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.ir.writer import LlvmWriter
from cryptagon.hls.memory.addresses import Term, variables_of
from cryptagon.hls.memory.index_ranges import IndexRanges, Interval
from cryptagon.hls.memory.index_webs import NOTHING, WIDTH, Carrier, Scaled, Web, webs_of

ANYTHING = (-(1 << WIDTH - 1), (1 << WIDTH - 1) - 1)
EXACT_ROUNDS = 4
"""How often a loop is followed before a bound that moves is taken for none."""
NARROWING_ROUNDS = 3


def with_walking_indices(text: str, function: str) -> str:
    """The module with the indices of `function` that walk through arrays in as few bits as these
    need.
    """
    head, body, tail = function_text(text, function)
    made = _Narrowed(statements(body.splitlines()), named_types(text)).run()
    return "".join([head, "\n".join(texts(made)), tail])


@dataclass(frozen=True)
class _Narrow:
    """How the carriers of a web are held: the value is `rest + unit * held`, in `bits` bits."""

    web: Web
    bits: int
    signed: bool


class _Narrowed:
    """A function's new lines, where its indices are narrow."""

    def __init__(self, body: list[Statement], named: NamedTypes) -> None:
        self.body = body
        self.webs, self.products = webs_of(body)
        self.blocks = blocks_of_lines(body)
        self.walked = set[str]()
        self.facts = self._facts(named) if self.webs else {}
        self.ranges = IndexRanges(body)
        self.ends: dict[str, list[str]] = {}
        # addresses that are stepped to by an index of bytes, and the index
        self.steps = {
            one.result: one.parts[2].removeprefix("i64 %")
            for one in body
            if isinstance(one, StepLine) and one.parts[0] == "i8" and len(one.parts) == 3
        }

    def run(self) -> list[Statement]:
        narrow = {
            name: found
            for web in self.webs
            if not self.walked.isdisjoint(web.carriers) and (found := self._narrow(web))
            for name in web.carriers
        }
        return self._rewritten(narrow) if narrow else self.body

    # How far values go

    def _facts(self, named: NamedTypes) -> dict[tuple[str, str], Interval]:
        """Between what bounds a value is where a block runs, by the accesses there."""
        facts: dict[tuple[str, str], Interval] = {}
        for variable in variables_of(self.body, named).values():
            for access in variable.accesses:
                terms = access.place.terms
                self.walked |= {term.index[1:] for term in terms}
                if len(terms) == 1 and terms[0].width == WIDTH and terms[0].stride:
                    key = (terms[0].index[1:], self.blocks[access.line])
                    last = variable.size - access.size - access.place.offset
                    inside = (
                        -(access.place.offset // terms[0].stride),
                        last // terms[0].stride,
                    )
                    facts[key] = _both(facts.get(key, ANYTHING), inside)
        return facts

    def _narrow(self, web: Web) -> _Narrow | None:
        """How a web can be held in fewer bits; None where how far it goes is not known."""
        found = self._intervals(web)
        low = min(low for low, _ in found.values())
        high = max(high for _, high in found.values())
        if low <= ANYTHING[0] or high >= ANYTHING[1]:
            return None
        low, high = (low - web.rest) // web.unit, (high - web.rest) // web.unit
        signed = low < 0
        bits = max(1, high.bit_length(), (-low - 1).bit_length() if signed else 0) + signed
        return _Narrow(web, bits, signed) if bits < WIDTH else None

    def _intervals(self, web: Web) -> dict[str, Interval]:
        """Between what bounds each carrier's value is."""
        found: dict[str, Interval] = {}
        rounds, moved = 0, True
        while moved:
            rounds, moved = rounds + 1, False
            for name, one in web.carriers.items():
                new = self._interval(one, web, found)
                old = found.get(name, new)
                if new and old and new != found.get(name):
                    new = _hull(old, new)
                    if rounds > EXACT_ROUNDS:
                        new = _without_moving_bounds(old, new)
                    moved |= new != found.get(name)
                    found[name] = new
        for _ in range(NARROWING_ROUNDS):
            for name, one in web.carriers.items():
                if new := self._interval(one, web, found):
                    found[name] = _both(found[name], new)
        return {name: found.get(name, ANYTHING) for name in web.carriers}

    def _interval(self, one: Carrier, web: Web, found: Mapping[str, Interval]) -> Interval | None:
        """The bounds of a carrier by those of its inputs; None where no input has any yet."""
        inputs = list[Interval]()
        for value, block in one.inputs:
            name = value[1:]
            known = found.get(name) if name in web.carriers else self._outside(value)
            if known:
                inputs.append(_both(known, self.facts.get((name, block), ANYTHING)))
        if not inputs:
            return None
        low = max(ANYTHING[0], min(low for low, _ in inputs) + one.step)
        high = min(ANYTHING[1], max(high for _, high in inputs) + one.step)
        return _both((low, high), self.facts.get((one.name, one.block), ANYTHING))

    def _outside(self, value: str) -> Interval | None:
        """The bounds of an input from outside of a web."""
        if value in NOTHING:
            return None
        if not value.startswith("%"):
            return int(value), int(value)
        return self.ranges.of(Term(1, value, WIDTH))

    # The new lines

    def _rewritten(self, narrow: Mapping[str, _Narrow]) -> list[Statement]:
        self.renamed = {name: f"%cg.offset.{name}" for name in narrow if name.isdigit()}
        made: list[Statement] = []
        values: list[str] = []  # of merges: they come behind all merges of their block
        for number, one in enumerate(self.body):
            if isinstance(one, MergeLine) and one.result in narrow:
                made += statements([self._merge(one, number, narrow[one.result])])
                values += self._value(one, narrow[one.result])
                continue
            if not isinstance(one, MergeLine):
                made += statements(values)
                values = []
            if one.result in narrow:
                lines = self._step_or_choice(one, number, narrow[one.result])
                made += statements([*lines, *self._value(one, narrow[one.result])])
            else:
                made += statements(self._using(one, number, narrow))
        return with_block_ends(made, self.ends)

    def _merge(self, one: MergeLine, number: int, how: _Narrow) -> str:
        edges = list[str]()
        for way, (value, block) in enumerate(one.edges):
            new = LlvmWriter(f"cg.index.{number}.{way}", one.place)
            edges.append(f"[ {self._held(value, how, new)}, %{block} ]")
            self.ends.setdefault(block, []).extend(new.lines)
        return f"  {_name(one.result)} = phi i{how.bits} {', '.join(edges)}{one.place}"

    def _step_or_choice(self, one: Statement, number: int, how: _Narrow) -> list[str]:
        new, carrier = LlvmWriter(f"cg.index.{number}", one.place), how.web.carriers[one.result]
        held = [self._held(value, how, new) for value, _ in carrier.inputs]
        kind = f"i{how.bits}"
        if isinstance(one, ChoiceLine):
            made = f"select i1 {one.condition}, {kind} {held[0]}, {kind} {held[1]}"
        else:
            made = f"add {kind} {held[0]}, {carrier.step // how.web.unit}"
        new.emit(made, _name(one.result))
        return new.lines

    def _held(self, value: str, how: _Narrow, new: LlvmWriter) -> str:
        """An input of a carrier as it is held."""
        if value in NOTHING:
            return value
        if not value.startswith("%"):
            return str((int(value) - how.web.rest) // how.web.unit)
        if value[1:] in how.web.carriers:
            return _name(value[1:])
        product = self.products.get(value[1:], Scaled(value, 1))
        kind = f"i{how.bits}"
        narrow = new.emit(f"trunc i{WIDTH} {product.value} to {kind}")
        factor = product.factor // how.web.unit % (1 << how.bits)
        return narrow if factor == 1 else new.emit(f"mul {kind} {narrow}, {factor}")

    def _value(self, one: Statement, how: _Narrow) -> list[str]:
        """The lines that give a carrier's value as it was before, from what is held."""
        new, (unit, rest) = LlvmWriter("", one.place), (how.web.unit, how.web.rest)
        extended, sure = ("sext", "nsw") if how.signed else ("zext", "nuw nsw")
        wide, value = _wide(one.result), self.renamed.get(one.result, f"%{one.result}")
        new.emit(f"{extended} i{how.bits} {_name(one.result)} to i{WIDTH}", wide)
        scaled = f"{value}.scaled" if rest else value
        new.emit(f"mul {sure} i{WIDTH} {wide}, {unit}", scaled)
        if rest:
            new.emit(f"add {sure} i{WIDTH} {scaled}, {rest}", value)
        return new.lines

    def _using(self, one: Statement, number: int, narrow: Mapping[str, _Narrow]) -> list[str]:
        """A line that is no carrier: a debug record tells what is held, an address is stepped to by
        it.
        """
        if isinstance(one, Record):
            return [self._record(one, narrow)]
        name = self.steps.get(one.result, "")
        if isinstance(one, StepLine) and name in narrow:
            how, new = narrow[name].web, LlvmWriter("", one.place)
            step = f"[{how.unit} x i8], ptr {one.pointer}, i64 {_wide(name)}"
            if how.rest:
                inner = new.emit(f"getelementptr {step}", f"%cg.index.{number}.inner")
                step = f"i8, ptr {inner}, i64 {how.rest}"
            new.emit(f"getelementptr {step}", f"%{one.result}")
            return new.lines
        return [one.having(self.renamed).text]

    def _record(self, one: Record, narrow: Mapping[str, _Narrow]) -> str:
        """What a debugger is told: a C variable that is an index, or a pointer by one, is what is
        held of it.
        """
        text = one.text
        for name in one.names:
            carrier = self.steps.get(name, name)
            if carrier in narrow:
                held = f"i{narrow[carrier].bits} {_name(carrier)}"
                text = text.replace(f"(i64 %{name},", f"({held},").replace(
                    f"(ptr %{name},", f"({held},"
                )
        return text


def _name(carrier: str) -> str:
    """The operand of a carrier as it is held."""
    return f"%cg.index.{carrier}"


def _wide(carrier: str) -> str:
    """The operand of the same in 64 bits."""
    return f"%cg.index.{carrier}.wide"


def _both(one: Interval, other: Interval) -> Interval:
    return max(one[0], other[0]), min(one[1], other[1])


def _hull(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


def _without_moving_bounds(old: Interval, new: Interval) -> Interval:
    return (
        new[0] if new[0] == old[0] else ANYTHING[0],
        new[1] if new[1] == old[1] else ANYTHING[1],
    )
