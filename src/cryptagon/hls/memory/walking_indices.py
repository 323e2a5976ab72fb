"""Indices that walk through an array: as narrow as the array is long, and in units of a step.

LLVM compares pointers into one object as 64-bit offsets in bytes, so that `p++` over words would be
a 64-bit register, and the words an array of bytes.
"""

from dataclasses import dataclass

from cryptagon.hls.ir.block_ends import blocks_of_lines, with_block_ends, with_block_starts
from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, named_types
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
from cryptagon.hls.memory.index_bounds import IndexBounds
from cryptagon.hls.memory.index_webs import NOTHING, WIDTH, Scaled, Web, Webs, is_number


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

    @property
    def extension(self) -> str:
        """The instruction that makes it wider."""
        return "sext" if self.signed else "zext"


class _Narrowed:
    """A function's new lines, where its indices are narrow."""

    def __init__(self, body: list[Statement], named: NamedTypes) -> None:
        self.body, self.webs = body, Webs(body)
        bounds = IndexBounds(body, self.webs, named)
        self.narrow = {
            name: how
            for web in self.webs.webs
            if not bounds.walked.isdisjoint(web.carriers) and (how := _narrow(web, bounds))
            for name in web.carriers
        }
        self.renamed = {name: f"%cg.offset.{name}" for name in self.narrow if name.isdigit()}
        self.starts: dict[str, list[str]] = {}
        self.ends: dict[str, list[str]] = {}
        # addresses that are stepped to by one index: the type of the elements, the index
        self.steps = {
            one.result: found
            for one in body
            if isinstance(one, StepLine) and (found := _element_and_index(one))
        }

    def run(self) -> list[Statement]:
        if not self.narrow:
            return self.body
        made = list[Statement]()
        for number, (one, block) in enumerate(zip(self.body, blocks_of_lines(self.body))):
            how = self.narrow.get(one.result)
            if not how:
                made += statements(self._using(one, number))
            elif isinstance(one, MergeLine):
                made += statements([self._merge(one, number, how)])
                self.starts.setdefault(block, []).extend(self._value(one, how))
            else:
                lines = self._step_or_choice(one, number, how)
                made += statements([*lines, *self._value(one, how)])
        return with_block_ends(with_block_starts(made, self.starts), self.ends)

    def _merge(self, one: MergeLine, number: int, how: _Narrow) -> str:
        held: dict[tuple[str, str], str] = {}  # a block may lead here twice, with one value
        for way, (value, block) in enumerate(one.edges):
            if (value, block) not in held:
                new = LlvmWriter(f"cg.index.{number}.{way}", one.place)
                held[value, block] = self._held(value, how, new)
                self.ends.setdefault(block, []).extend(new.lines)
        edges = [f"[ {held[edge]}, %{edge[1]} ]" for edge in one.edges]
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
        if is_number(value):
            return str((int(value) - how.web.rest) // how.web.unit)
        if value[1:] in how.web.carriers:
            return _name(value[1:])
        product = self.webs.products.get(value[1:], Scaled(value, 1))
        kind = f"i{how.bits}"
        source = self._named(product.value)
        narrow = new.emit(f"trunc i{WIDTH} {source} to {kind}")
        factor = product.factor // how.web.unit % (1 << how.bits)
        return narrow if factor == 1 else new.emit(f"mul {kind} {narrow}, {factor}")

    def _value(self, one: Statement, how: _Narrow) -> list[str]:
        """The lines that give a carrier's value as it was before, from what is held."""
        new, unit, rest = LlvmWriter("", one.place), how.web.unit, how.web.rest
        kind, sure = f"i{WIDTH}", "nsw" if how.signed else "nuw nsw"
        value = self._named(f"%{one.result}")
        wide = value if unit == 1 and not rest else f"{_name(one.result)}.wide"
        new.emit(f"{how.extension} i{how.bits} {_name(one.result)} to {kind}", wide)
        if wide != value:
            scaled = f"{_name(one.result)}.scaled" if rest else value
            new.emit(f"mul {sure} {kind} {wide}, {unit}", scaled)
            if rest:
                new.emit(f"add {sure} {kind} {scaled}, {rest}", value)
        return new.lines

    def _named(self, value: str) -> str:
        """An operand of before: LLVM wants numbers in their order, so that carriers have names."""
        return self.renamed.get(value[1:], value)

    def _using(self, one: Statement, number: int) -> list[str]:
        """A line that is no carrier: a debug record tells what is held, an address is stepped to by
        it.
        """
        if isinstance(one, Record):
            return [self._record(one)]
        if isinstance(one, StepLine) and (found := self._walk(one.result)):
            element, name, more = found
            how, new = self.narrow[name], LlvmWriter(f"cg.index.{number}", one.place)
            wide = new.emit(f"{how.extension} i{how.bits} {_name(name)} to i{WIDTH}")
            step = f"[{how.web.unit} x {element}], ptr {one.pointer}, i64 {wide}"
            if how.web.rest + more:
                inner = new.emit(f"getelementptr {step}")
                step = f"{element}, ptr {inner}, i64 {how.web.rest + more}"
            new.emit(f"getelementptr {step}", f"%{one.result}")
            return new.lines
        return [one.having(self.renamed).text]

    def _walk(self, step: str) -> tuple[str, str, int] | None:
        """The type of the elements through which an address is stepped to by a narrow index, the
        index, and what is added to it.
        """
        element, index = self.steps.get(step, ("", ""))
        carried = self.webs.carried(index) if index else None
        return (element, *carried) if carried and carried[0] in self.narrow else None

    def _record(self, one: Record) -> str:
        """What a debugger is told: a C variable that is an index, or a pointer by one, is what is
        held of it.
        """
        text = one.having(self.renamed).text
        for name in one.names:
            _, carrier, more = self._walk(name) or ("", name, 0)
            if carrier in self.narrow and not more:
                how = self.narrow[carrier]
                value = self._named(f"%{name}")
                for kind in (f"i{WIDTH}", "ptr"):
                    text = text.replace(f"({kind} {value},", f"(i{how.bits} {_name(carrier)},")
        return text


def _narrow(web: Web, bounds: IndexBounds) -> _Narrow | None:
    """How a web can be held in fewer bits; None where it is not known how far it goes."""
    found = bounds.of(web)
    if not found:
        return None
    low, high = ((bound - web.rest) // web.unit for bound in found)
    signed = low < 0
    bits = max(1, high.bit_length(), (-low - 1).bit_length() if signed else 0) + signed
    return _Narrow(web, bits, signed) if bits < WIDTH else None


def _element_and_index(step: StepLine) -> tuple[str, str] | None:
    """The type of the elements that an address is stepped through by one index, and the index."""
    kind, _, *indices = step.parts
    if len(indices) == 2 and indices[0] == "i64 0" and (array := ARRAY_TYPE.match(kind)):
        kind, indices = array[2], indices[1:]
    if len(indices) != 1 or not indices[0].startswith("i64 %"):
        return None
    return kind, indices[0].removeprefix("i64 ")


def _name(carrier: str) -> str:
    """The operand of a carrier as it is held."""
    return f"%cg.index.{carrier}"
