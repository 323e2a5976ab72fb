"""Arrays and structs that SSA construction could not take apart, as registers with multiplexers.

Such a variable is cut into slots, each a local variable of its own. A read by a variable index
becomes one call `@cg.mux.N.W(index, slot 0, ...)`, of N values of W bits, which the lowering makes
a tree of two-way multiplexers; a write by a variable index becomes for each slot a choice between
the value written and the old one, so that the slot keeps a clock enable of its own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.intrinsics import MUX, MUX_EFFECTS
from cryptagon.hls.ir.layout import NamedTypes, named_types
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.statements import LifeLine, Statement, StepLine, statements, texts
from cryptagon.hls.ir.text import integer_width
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.ir.writer import LlvmWriter
from cryptagon.hls.memory.addresses import Access, Variable, VariablePlace, variables_of
from cryptagon.hls.memory.index_ranges import IndexRanges
from cryptagon.hls.memory.large_arrays import (
    MOST_CHOICES,
    elements_of,
    place_of_variable,
    refuse_many_choices,
    variable_name,
)
from cryptagon.hls.memory.pointer_choices import without_pointer_choices
from cryptagon.hls.memory.pointer_merges import without_pointer_merges
from cryptagon.hls.memory.slots import Slot, Slots, Spots, spots_of

DECLARED_MUX = re.compile(rf"^declare [^@\n]*@{re.escape(MUX)}(\d+\.\d+)\(", re.MULTILINE)
NONE: Mapping[str, str] = MappingProxyType({})
Piece = Callable[[int, int], str]


def arrays_to_registers(
    text: str, function: str, *, only_integers: bool = False, no_rams: Mapping[str, str] = NONE
) -> str:
    """The module with the variables of `function` in slots of one integer each; with
    `only_integers` just integers read in parts. `no_rams` tells why a large one is no RAM.

    Raises CryptagonError, with the C file and line, where an address is used for something else
    than reading and writing.
    """
    head, body, tail = function_text(text, function)
    made, named = (
        without_pointer_choices(without_pointer_merges(statements(body.splitlines()))),
        named_types(text),
    )
    variables = {
        name: v
        for name, v in variables_of(made, named).items()
        if not only_integers or _is_read_in_parts(v)
    }
    if not variables:
        return "".join([head, "\n".join(texts(made)), tail])
    metadata, ranges = Metadata(text), IndexRanges(made)
    for variable in variables.values():
        _check(variable, made, metadata)
        choices = _choices(variable, ranges)
        where = place_of_variable(variable.name, body, metadata) if choices > MOST_CHOICES else ""
        refuse_many_choices(
            variable_name(variable.name),
            elements_of(variable.kind, named),
            choices,
            where,
            no_rams.get(variable.name, ""),
        )
    writer = _Rewriter(made, variables, named, metadata)
    return "".join([head, "\n".join(writer.run()), tail, *writer.declarations(text)])


def _choices(variable: Variable, ranges: IndexRanges) -> int:
    """Elements that the accesses of a variable by variable index choose among, in sum."""
    counts = (
        spots_of(access.place, access.size, variable.size, ranges.of, access.aligned).count
        for access in variable.accesses
    )
    return sum(count for count in counts if count > 1)


def _is_read_in_parts(variable: Variable) -> bool:
    """Whether a variable is an integer that is written as a whole, and of which something reads a
    part.
    """
    parts = [access for access in variable.accesses if access.size < variable.size]
    return (
        bool(parts)
        and integer_width(variable.kind) is not None
        and not variable.other_uses
        and not any(part.writes for part in parts)
    )


def _check(variable: Variable, body: Sequence[Statement], metadata: Metadata) -> None:
    if not variable.other_uses:
        return
    use = body[variable.other_uses[0]]
    notes = [body[number].debug for number in variable.other_uses if body[number].debug]
    debug = [*notes, *(access.debug for access in variable.accesses if access.debug), ""][0]
    construct, fix = next(
        (what, fix) for pattern, what, fix in MISUSES if re.search(pattern, use.text)
    )
    raise CryptagonError(
        construct.format(variable_name(variable.name)),
        where=str(metadata.location(debug)) if debug else "",
        fix=fix,
    )


MISUSES = (
    (
        r"@llvm\.var\.annotation",
        "variable '{}' is marked as a function",
        "write HARDWARE and SHARED before functions alone",
    ),
    (
        r"= ptrtoint ",
        "an integer made from a pointer to '{}' cannot become hardware",
        "index the array instead",
    ),
    (
        r"",
        "the address of '{}' is used for something that cannot become hardware",
        "read and write the variable, by its name or through a pointer, and do nothing else with its address",
    ),
)


class _Rewriter:
    def __init__(
        self,
        body: list[Statement],
        variables: dict[str, Variable],
        named: NamedTypes,
        metadata: Metadata,
    ) -> None:
        self.body, self.variables, self.metadata = body, variables, metadata
        self.ranges = IndexRanges(body)
        self.slots = {v.name: Slots(v, v.accesses, self._spots, named) for v in variables.values()}
        accesses = [access for variable in variables.values() for access in variable.accesses]
        self.copied = {access.line: access.place for access in accesses if access.kind == "copied"}
        self.steps = {f"%{one.result}": one for one in body if isinstance(one, StepLine)}
        self.muxes: set[tuple[int, int, int]] = set()
        self.new: dict[int, list[str]] = {}

    def run(self) -> list[str]:
        """The new lines of the function."""
        copies = {
            access.line
            for variable in self.variables.values()
            for access in variable.accesses
            if access.kind == "copy"
        }
        for variable in self.variables.values():
            self.new |= {number: [] for number in (*variable.steps, *variable.markers)}
            self.new[variable.line] = [
                f"  %{slot.name} = alloca i{slot.bits}, align 1"
                for slot in self.slots[variable.name].slots
            ]
            self.new |= {
                number: self._born(variable)
                for number in variable.markers
                if self._is_birth(number)
            }
        for variable in self.variables.values():
            for access in variable.accesses:
                if access.kind != "copied":
                    self.new[access.line] = self._replacement(access)
                elif access.line not in copies:
                    raise self._foreign_copy(access)
        return [
            line
            for number, old in enumerate(self.body)
            for line in self.new.get(number, [old.text])
        ]

    def _is_birth(self, number: int) -> bool:
        marker = self.body[number]
        return isinstance(marker, LifeLine) and marker.begins

    def declarations(self, text: str) -> list[str]:
        """The multiplexers that were used and are not declared in the text yet."""
        found = []
        declared = set(DECLARED_MUX.findall(text))
        for count, width, index in sorted(self.muxes):
            if f"{count}.{width}" in declared:
                continue
            arguments = ", ".join([f"i{index}", *[f"i{width}"] * count])
            found.append(f"\ndeclare i{width} @{MUX}{count}.{width}({arguments}) {MUX_EFFECTS}\n")
        return found

    def _born(self, variable: Variable) -> list[str]:
        """What a variable held before does not matter where its life begins: undefined bits, which
        spoil none beside them.
        """
        return [
            f"  store i{slot.bits} undef, ptr %{slot.name}, align 1"
            for slot in self.slots[variable.name].slots
        ]

    def _spots(self, access: Access) -> Spots:
        return self._spots_of(access.place, access.size, access.aligned)

    def _spots_of(self, place: VariablePlace, size: int, aligned: int) -> Spots:
        extent = self.variables[place.variable].size
        return spots_of(place, size, extent, self.ranges.of, aligned)

    def _replacement(self, access: Access) -> list[str]:
        new = LlvmWriter(
            f"cg.array.{access.line}", f", !dbg !{access.debug}" if access.debug else ""
        )
        if access.kind == "load":
            self._load(new, access)
        elif access.kind == "store":
            self._store(new, access, self._stored(new, access))
        elif access.kind == "fill":
            self._store(new, access, self._filled(new, access))
        else:
            self._store(new, access, self._copied(new, access))
        return new.lines

    # Reading

    def _load(self, new: LlvmWriter, access: Access) -> None:
        whole = self._read(new, access.place, access.size, access.aligned)
        # A cast that changes nothing gives the value the name that the rest of the function uses.
        narrow = f"trunc i{8 * access.size} {whole} to i{access.bits}"
        new.emit(
            narrow if access.bits != 8 * access.size else f"or i{access.bits} {whole}, 0",
            access.value,
        )

    def _read(self, new: LlvmWriter, place: VariablePlace, size: int, aligned: int = 1) -> str:
        """`size` bytes at a place, as an operand of as many bits."""
        spots, bits = self._spots_of(place, size, aligned), 8 * size
        if spots.count == 0:
            return "poison"
        values = [self._bytes(new, place.variable, offset, size) for offset in spots.offsets]
        if len(values) == 1:
            return values[0]
        number, width = self._number(new, spots)
        self.muxes.add((spots.count, bits, width))
        arguments = ", ".join(f"i{bits} {value}" for value in values)
        return new.emit(f"call i{bits} @{MUX}{spots.count}.{bits}(i{width} {number}, {arguments})")

    def _bytes(self, new: LlvmWriter, variable: str, offset: int, size: int) -> str:
        """`size` bytes at a constant offset, put together from the slots that hold them."""
        end, bits, parts = offset + size, 8 * size, []
        for slot in self.slots[variable].touching(offset, end):
            value = new.emit(f"load i{slot.bits}, ptr %{slot.name}, align 1")
            first, last = max(offset, slot.offset), min(end, slot.offset + slot.size)
            part = new.slice(value, slot.bits, 8 * (first - slot.offset), 8 * (last - first))
            parts.append(new.placed(part, 8 * (last - first), 8 * (first - offset), bits))
        whole = parts[0]
        for part in parts[1:]:
            whole = new.emit(f"or i{bits} {whole}, {part}")
        return whole

    def _number(self, new: LlvmWriter, spots: Spots) -> tuple[str, int]:
        """Which of its spots an access falls on, and in how many bits that is told."""
        width, total = (spots.count - 1).bit_length(), ""
        for term in spots.terms:
            index = (
                term.index
                if term.width == 64
                else new.emit(
                    f"{'sext' if term.width < 64 else 'trunc'} i{term.width} {term.index} to i64"
                )
            )
            index = index if term.stride == 1 else new.emit(f"mul i64 {index}, {term.stride}")
            total = new.emit(f"add i64 {total}, {index}") if total else index
        total = new.emit(f"add i64 {total}, {spots.constant}") if spots.constant else total
        total = new.emit(f"lshr i64 {total}, {spots.shift}") if spots.shift else total
        return new.emit(f"trunc i64 {total} to i{width}"), width

    # Writing

    def _store(self, new: LlvmWriter, access: Access, piece: Piece) -> None:
        """Writes `access.size` bytes; `piece(offset, size)` gives those at an offset of what is
        written, as an operand.

        All pieces are read before anything is written, for the two sides of a copy may overlap.
        """
        spots = self._spots(access)
        number, width = self._number(new, spots) if spots.count > 1 else ("", 0)
        updates: dict[Slot, list[tuple[int, str]]] = {}
        for which, offset in enumerate(spots.offsets):
            for slot in self.slots[access.place.variable].touching(offset, offset + access.size):
                updates.setdefault(slot, []).append((which, piece(slot.offset - offset, slot.size)))
        for slot, ways in updates.items():
            value = (
                ways[0][1] if not number else self._chosen(new, access, slot, (number, width), ways)
            )
            new.do(f"store i{slot.bits} {value}, ptr %{slot.name}, align 1")

    def _chosen(
        self,
        new: LlvmWriter,
        access: Access,
        slot: Slot,
        number: tuple[str, int],
        ways: list[tuple[int, str]],
    ) -> str:
        """What a slot holds after a write that may fall on it: one of the values, or what it
        held.
        """
        value = new.emit(f"load i{slot.bits}, ptr %{slot.name}, align 1")
        for which, written in ways:
            hit = new.emit(f"icmp eq i{number[1]} {number[0]}, {which}")
            name = f"%{new.unique(f'{slot.name}.{access.line}')}"
            value = new.emit(f"select i1 {hit}, i{slot.bits} {written}, i{slot.bits} {value}", name)
        return value

    def _stored(self, new: LlvmWriter, access: Access) -> Piece:
        bits, whole = 8 * access.size, access.value
        if access.bits != bits:
            whole = new.emit(f"zext i{access.bits} {access.value} to i{bits}")
        return cache(lambda offset, size: new.slice(whole, bits, 8 * offset, 8 * size))

    def _filled(self, new: LlvmWriter, access: Access) -> Piece:
        return cache(lambda _offset, size: new.repeated(access.value, size))

    def _copied(self, new: LlvmWriter, access: Access) -> Piece:
        place = self.copied.get(access.line)
        if place is None:
            return self._from_table(new, access)
        return cache(lambda offset, size: self._read(new, place.moved(offset), size))

    def _from_table(self, new: LlvmWriter, access: Access) -> Piece:
        if not self._is_in_table(access.value):
            raise self._foreign_copy(access)

        def piece(offset: int, size: int) -> str:
            address = new.emit(f"getelementptr i8, ptr {access.value}, i64 {offset}")
            return new.emit(f"load i{8 * size}, ptr {address}, align 1")

        return cache(piece)

    def _is_in_table(self, pointer: str) -> bool:
        """Whether an address is computed from that of a constant table; every other variable is
        local by now.
        """
        while pointer in self.steps:
            pointer = self.steps[pointer].pointer
        return "@" in pointer

    def _foreign_copy(self, access: Access) -> CryptagonError:
        """A copy whose other side is neither registers nor a constant table."""
        return CryptagonError(
            f"a copy between '{variable_name(access.place.variable)}' and other memory cannot become hardware",
            where=str(self.metadata.location(access.debug)),
            fix="copy from and to variables, or from constant tables",
        )
