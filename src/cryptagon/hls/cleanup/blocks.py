"""memcpy, memmove and memset of a size that varies, memcmp and strlen, as the steps of a clocked
loop, or as logic.

A copy or fill of constant size stays what it is: it is wiring (`memory.arrays`); a fill of one word
is a write, which a memory can do, too. The others take a word an iteration: as many bytes as an
element of one of the arrays has, where places and size are multiples of it, else one. They are logic
in a loop that says by cycles(k) how many cycles an iteration takes, and in a shared function; and a
comparison of constant size is logic.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.block_loops import BlockLoop
from cryptagon.hls.cleanup.llvm import run_passes
from cryptagon.hls.cleanup.loop_statements import blocks_with_cycles
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, members, named_types, type_size
from cryptagon.hls.ir.metadata import BLOCK, Metadata, free_node
from cryptagon.hls.ir.multiples import Multiples
from cryptagon.hls.ir.statements import BlockMove, Label, Record, Statement, statements, texts
from cryptagon.hls.ir.text import integer_width, operand_of, split_top
from cryptagon.hls.ir.text_blocks import BODY
from cryptagon.hls.ir.writer import LlvmWriter
from cryptagon.hls.memory.addresses import Places, VariablePlace
from cryptagon.hls.memory.index_ranges import IndexRanges
from cryptagon.hls.memory.rams import Ram

CALL = re.compile(r"^call (?:i32|i64) @cg_(compare|length)\((.*)\)(?: #\d+)?(?:, |$)")
TEST = re.compile(r"= icmp (?:eq|ne) i32 %([-\w.]+), 0(?:, |$)")
WORDS = (1, 2, 4, 8)
"""Bytes whose fill is one write, which a memory can do."""
MOST_LOGIC = 1 << 10
"""Words that are moved or compared at once."""


def calls_of_block_loops(module: Module) -> Module:
    """The module with the blocks that are no wiring as calls of functions to be inlined; one that
    has none stays as it is.

    Raises CryptagonError, with the C file and line, for a block of logic whose most bytes are not
    known, or too many.
    """
    if not re.search(r"@llvm\.mem(?:cpy|move|set)\.|@cg_(?:compare|length)\(", module.text):
        return module
    timed = blocks_with_cycles(module.text, module.statements) if module.takes_cycles else None
    named, metadata, made = named_types(module.text), Metadata(module.text), dict[str, str]()
    free = free_node(module.text)

    def body(match: re.Match[str]) -> str:
        body = statements(match[2].splitlines())
        blocks = _Blocks(body, named, metadata, timed, module.rams_moving_blocks)
        lines = blocks.made()
        made.update({one.name: one.function(f", !llvm.loop !{free}") for one in blocks.loops})
        return match[1] + "".join(f"{line}\n" for line in lines) + match[3]

    text = BODY.sub(body, module.text)
    if not made:
        return module if text == module.text else module.having(text)
    notes = f'!{free} = distinct !{{!{free}, !{free + 1}}}\n!{free + 1} = !{{!"{BLOCK}"}}\n'
    return module.having(text + "".join(made.values()) + notes)


def inlined_block_loops(text: str) -> str:
    """The module with these functions where they are called."""
    return (
        run_passes(text, ["always_inliner"])
        if re.search(r"@cg\.(?:copy|fill|compare|differ|length)\.", text)
        else text
    )


@dataclass(frozen=True)
class _Block:
    """A statement that moves or compares: `work` as that of a BlockLoop, the operands, and the
    `size` in bytes, "" for a length.
    """

    work: str
    operands: tuple[str, ...]
    size: str

    @property
    def addresses(self) -> tuple[str, ...]:
        """The operands that are addresses."""
        return self.operands[:1] if self.work == "fill" else self.operands


@dataclass
class _Blocks:
    """Makes calls of the blocks in one function.

    `timed` are the labels of the blocks whose cycles the source tells, None for all; `rams` are
    arrays that move an element a cycle.
    """

    body: list[Statement]
    named: NamedTypes
    metadata: Metadata
    timed: Collection[str] | None
    rams: Mapping[str, Ram]
    loops: list[BlockLoop] = field(default_factory=list)

    def made(self) -> list[str]:
        """The function's lines."""
        self.places, self.ranges = Places(self.body, self.named), IndexRanges(self.body)
        self.multiples = Multiples(self.body)
        made, label = list[str](), ""
        for one in self.body:
            label = one.name if isinstance(one, Label) else label
            block = _block_of(one, self._moves_elements(one))
            if block and block.work == "compare" and self._is_only_tested(one.result):
                block = replace(block, work="differ")
            if isinstance(one, BlockMove) and (written := _written(one, len(made))):
                made += written
            else:
                made += self._call(one, block, label) if block else texts([one])
        return made

    def _is_only_tested(self, comparison: str) -> bool:
        """Whether all that counts of a comparison is whether it is 0."""
        uses = (one for one in self.body if comparison in one.names and not isinstance(one, Record))
        return all((found := TEST.search(one.text)) and found[1] == comparison for one in uses)

    def _moves_elements(self, one: Statement) -> bool:
        """Whether a statement moves several elements of a RAM."""
        if not isinstance(one, BlockMove):
            return False
        *ends, size, _ = map(operand_of, one.arguments)
        places = [self.places.place(end) for end in ends]
        rams = [
            self.rams[place.variable] for place in places if place and place.variable in self.rams
        ]
        return not size.startswith("%") and any(int(size) > ram.stride for ram in rams)

    def _call(self, one: Statement, block: _Block, label: str) -> list[str]:
        places = [self.places.place(operand) for operand in block.addresses]
        extents = [extent for place in places if (extent := self._extent(place)) is not None]
        word = self._word(block, places)
        largest = self.ranges.largest(block.size, 64) if block.size else (1 << 64) - 1
        most = min([largest, *extents]) // word
        in_rams = any(place.variable in self.rams for place in places if place)
        in_one_cycle = (
            self.timed is None
            or label in self.timed
            or (bool(block.size) and not block.size.startswith("%") and not in_rams)
        )
        if in_one_cycle and most > MOST_LOGIC:
            raise self._too_much_logic(one)
        loop = BlockLoop(
            block.work, word, max(1, most.bit_length()), most if in_one_cycle else None
        )
        self.loops.append(loop)
        return self._lines(one, block, loop, places)

    def _lines(
        self, one: Statement, block: _Block, loop: BlockLoop, places: Sequence[VariablePlace | None]
    ) -> list[str]:
        unique, bits = f"%cg.block.{len(self.loops)}", loop.bits
        lines, count = (
            list[str](),
            str(int(block.size) // loop.word) if block.size.isdigit() else "0",
        )
        if block.size.startswith("%"):
            lines.append(
                f"  {unique}.words = lshr i64 {block.size}, {loop.word.bit_length() - 1}{one.place}"
            )
            count = f"{unique}.words"
            if bits < 64:
                lines.append(f"  {unique}.count = trunc i64 {count} to i{bits}{one.place}")
                count = f"{unique}.count"
        kinds = ("ptr", "i8" if block.work == "fill" else "ptr")
        given = [f"{kind} {operand}" for kind, operand in zip(kinds, block.operands)] + [
            f"i{bits} {count}"
        ]
        if block.work == "copy":
            order, before = self._order(places, f"{unique}.order", block)
            lines += [f"{line}{one.place}" for line in before]
            given.append(f"i1 {order}")
        result = f"%{one.result} = " if one.result else ""
        return [*lines, f"  {result}call {loop.result} @{loop.name}({', '.join(given)}){one.place}"]

    def _order(
        self, places: Sequence[VariablePlace | None], name: str, block: _Block
    ) -> tuple[str, list[str]]:
        """Whether the last word goes first, and the lines that find it out where only the addresses
        tell.
        """
        target, source = places
        if "@" in "".join(map(self.places.root, block.operands)) or (
            target and source and target.variable != source.variable
        ):
            return "false", []
        if not (target and source):
            return name, [f"  {name} = icmp ugt ptr {block.operands[0]}, {block.operands[1]}"]
        if target.terms == source.terms:
            return ("true" if target.offset > source.offset else "false"), []
        new = LlvmWriter(name[1:])
        offsets = [_offset(place, new) for place in (target, source)]
        return new.emit(f"icmp sgt i64 {offsets[0]}, {offsets[1]}", name), new.lines

    def _extent(self, place: VariablePlace | None) -> int | None:
        """The most bytes that there are from a place on."""
        if place is None:
            return None
        size = type_size(self.places.kinds[place.variable], self.named)
        return size if place.terms else max(0, size - place.offset)

    def _word(self, block: _Block, places: Sequence[VariablePlace | None]) -> int:
        """The bytes of a word."""
        if block.work in ("compare", "length") or not all(places):
            return 1
        known = [place for place in places if place]
        multiple = gcd(
            self.multiples.of(block.size), *(number for place in known for number in _steps(place))
        )
        sizes = {_element(self.places.kinds[place.variable], self.named) for place in known}
        fits = [size for size in sizes if size & size - 1 == 0 and multiple % size == 0]
        return max(fits, default=1)

    def _too_much_logic(self, one: Statement) -> CryptagonError:
        where = str(self.metadata.location(one.debug)) if one.debug else ""
        return CryptagonError(
            "a block of memory whose size varies is too large for logic",
            where=where,
            why="in a loop with cycles(k), and in a SHARED function, all of it is moved or compared at once; "
            f"{MOST_LOGIC:,} words are the most",
            fix="leave cycles(k) or SHARED out, so that a clocked loop does it; or take a smaller array",
        )


def _written(one: BlockMove, number: int) -> list[str]:
    """The lines that fill one word by a write; none for what fills or copies anything else."""
    target, byte, size, _ = map(operand_of, one.arguments)
    is_fill = one.function == "memset" and (byte.startswith("%") or byte.isdigit())
    if not is_fill or size.startswith("%") or int(size) not in WORDS:
        return []
    new = LlvmWriter(f"cg.filled.{number}", one.place)
    new.do(f"store i{8 * int(size)} {new.repeated(byte, int(size))}, ptr {target}, align 1")
    return new.lines


def _block_of(one: Statement, in_elements: bool) -> _Block | None:
    """What a statement moves or compares, as far as it is no wiring; one of constant size is that
    but where it is `in_elements`.
    """
    if isinstance(one, BlockMove):
        target, source, size, _ = map(operand_of, one.arguments)
        if not size.startswith("%") and not in_elements:
            return None
        return _Block("fill" if one.function == "memset" else "copy", (target, source), size)
    right = one.text[2:].partition(" = ")[2]
    found = CALL.match(right)
    if not found:
        return None
    operands = list(map(operand_of, split_top(found[2])))
    return (
        _Block("compare", (operands[0], operands[1]), operands[2])
        if found[1] == "compare"
        else _Block("length", (operands[0],), "")
    )


def _steps(place: VariablePlace) -> list[int]:
    return [place.offset, *(term.stride for term in place.terms)]


def _offset(place: VariablePlace, new: LlvmWriter) -> str:
    """How many bytes a place is behind the start of its variable."""
    total = str(place.offset)
    for term in place.terms:
        index = (
            term.index if term.width == 64 else new.emit(f"sext i{term.width} {term.index} to i64")
        )
        total = new.emit(f"add i64 {total}, {new.emit(f'mul i64 {index}, {term.stride}')}")
    return total


def _element(kind: str, named: NamedTypes) -> int:
    """The bytes of an array's element; what divides all of a struct."""
    array = ARRAY_TYPE.match(kind)
    if array:
        return _element(array[2], named)
    if integer_width(kind) is not None or kind == "ptr":
        return type_size(kind, named)
    return (
        gcd(
            *(
                part
                for member in members(kind, named)
                for part in (member.offset, _element(member.kind, named))
            )
        )
        or 1
    )
