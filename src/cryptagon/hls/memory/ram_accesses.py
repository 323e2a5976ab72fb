"""Loads and stores of arrays that are RAMs become calls of the RAMs' ports, one word each."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.intrinsics import READS, WRITES
from cryptagon.hls.ir.layout import named_types
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.statements import Statement, StepLine, statements, texts
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.memory.addresses import Access, variables_of
from cryptagon.hls.memory.pointer_choices import without_pointer_choices
from cryptagon.hls.memory.pointer_merges import without_pointer_merges
from cryptagon.hls.memory.rams import PORT, STATIC_PREFIX, Ram

KEEP = "cg.keep"
KEPT = re.compile(
    r"^  call void @(?:cg\.keep|llvm\.var\.annotation[.\w]*)\(ptr (?:nonnull )?%([-\w.]+)"
)
WHOLE = ("-1", "true")  # a mask of all lanes


def named_calls(
    text: str, rams: Mapping[str, Ram], candidates: Collection[str], *, told: Mapping[str, Ram]
) -> str:
    """The module with the accesses of RAMs that the source asks for as calls of their ports, where
    they are accessed by name; LLVM is kept from all of `rams`, and from the `candidates`.
    """
    return RamAccesses(_kept_in_memory(text, rams, candidates), told).calls("named")


def _kept_in_memory(text: str, rams: Mapping[str, Ram], candidates: Collection[str]) -> str:
    """Makes LLVM leave the arrays of RAMs, and those that may become RAMs, whole: their addresses
    go to a function it does not know.

    A static one loses its initialising store.
    """
    for variable in (*rams, *candidates):
        if not variable.startswith(STATIC_PREFIX):
            continue
        initial = re.compile(rf"^  store .*, ptr %{re.escape(variable)}$", re.MULTILINE)
        assert initial.search(text), variable
        text = initial.sub(f"  call void @{KEEP}(ptr %{variable})", text, count=1)
        text = re.sub(
            rf"^(  %{re.escape(variable)} = alloca .*)$",
            r"\1, align 16",
            text,
            count=1,
            flags=re.MULTILINE,
        )
    return f"{text}\ndeclare void @{KEEP}(ptr)\n{_port_declarations(rams)}"


def late_calls(text: str, function: str, rams: Mapping[str, Ram]) -> str:
    """The module with all that is left of the RAMs as calls of their ports, when kept pointers are
    indices; choices of pointers become choices of what they point to.

    Raises CryptagonError for an access that no RAM can do.
    """
    head, body, tail = function_text(text, function)
    made = without_pointer_choices(without_pointer_merges(statements(body.splitlines())))
    accesses = RamAccesses("".join([head, "\n".join(texts(made)), tail]), rams)
    return RamAccesses(accesses.calls("late"), rams).finished()


def _port_declarations(rams: Mapping[str, Ram]) -> str:
    """What the calls look like to LLVM: reads may go when nobody needs them, writes may not."""
    lines = []
    for ram in rams.values():
        address, data = f"i{ram.address_width}", f"i{ram.width}"
        lines.append(f"declare {data} @cg.read_ram.{ram.name}({address}) {READS}")
        lines.append(
            f"declare void @cg.write_ram.{ram.name}({address}, {data}, i{len(ram.lanes)}) {WRITES}"
        )
    return "\n".join(["", *lines, ""])


def settled_masks(text: str, rams: Mapping[str, Ram]) -> tuple[str, dict[str, Ram]]:
    """The module in which only the RAMs that are written in parts have masks, and the RAMs."""
    settled = {}
    for variable, ram in rams.items():
        lanes = len(ram.lanes)
        write = rf"(@cg\.write_ram\.{re.escape(ram.name)}\([^()\n]*), i{lanes}"
        masks = re.findall(rf"{write} ([^,()\n]+)\)", text)
        masked = any(mask not in WHOLE for _, mask in masks)
        if not masked:
            text = re.sub(rf"{write}(?: [^,()\n]+)?\)", r"\1)", text)
        settled[variable] = replace(ram, masked=masked)
    return text, settled


class RamAccesses:
    """Rewrites the accesses in the one function of a module's text."""

    def __init__(self, text: str, rams: Mapping[str, Ram]) -> None:
        self.rams, self.metadata = rams, Metadata(text)
        begin = re.search(r"^define [^\n]*\{\n", text, re.MULTILINE)
        assert begin, text[:200]
        self.head, rest = text[: begin.end()], text[begin.end() :]
        end = rest.index("\n}\n") + 1
        self.body, self.tail = statements(rest[:end].splitlines()), rest[end:]
        self.variables = variables_of(self.body, named_types(text))

    def calls(self, step: str) -> str:
        """The text with every access of a known place as a call; `step` keeps the names apart from
        those of another step.

        Raises CryptagonError for an access that is not of one element or a part of one.
        """
        found: dict[int, list[tuple[Access, Ram]]] = {}
        for variable, ram in self.rams.items():
            for access in self.variables[variable].accesses if variable in self.variables else ():
                found.setdefault(access.line, []).append((access, ram))
        replaced = {
            line: self._calls_of(accesses, f"{step}.{line}") for line, accesses in found.items()
        }
        body = [
            one
            for i, old in enumerate(self.body)
            for one in (statements(replaced[i]) if i in replaced else [old])
        ]
        return self.head + "\n".join([*texts(_without_unused_steps(body)), self.tail])

    def finished(self, *, leave_pointers: bool = False) -> str:
        """The text without the arrays; with `leave_pointers` one that a pointer is kept to stays.

        Raises CryptagonError where the address of one is used for anything but its elements.
        """
        dropped: set[int] = set()
        for variable, ram in self.rams.items():
            if variable not in self.variables:
                continue
            found = self.variables[variable]
            kept = {i for i in found.other_uses if KEPT.match(self.body[i].text)}
            rest = [i for i in found.other_uses if i not in kept]
            if rest and leave_pointers:
                continue
            if rest:
                # What has no place of its own has that of the first one behind it that has.
                first = next(
                    (one for one in self.body[rest[0] :] if self._where(one).line),
                    self.body[rest[0]],
                )
                raise self._refusal(
                    ram,
                    "has its address used for something else than its elements",
                    first,
                    "read and write its elements, and do nothing else with the address",
                )
            dropped |= {*kept, *found.steps, *found.markers, found.line}
        left = [one.text for i, one in enumerate(self.body) if i not in dropped]
        return self.head + "\n".join([*left, self.tail])

    def _where(self, one: Statement) -> Location:
        return self.metadata.location(one.debug) if one.debug else Location()

    def _refusal(self, ram: Ram, what: str, use: Statement, fix: str) -> CryptagonError:
        where = self._where(use)
        where = where if where.line else ram.location
        return CryptagonError(
            f"{ram.called} {what}",
            where=str(where),
            why="its ports move one element at a time",
            fix=fix,
        )

    def _part_of_field(self, ram: Ram, use: Statement) -> CryptagonError:
        fix = "write a whole field, or read the element, change the part, write it back"
        return self._refusal(ram, "has a part of a field written", use, fix)

    def _calls_of(self, accesses: list[tuple[Access, Ram]], unique: str) -> list[str]:
        """The accesses of one line: one, or the two of a copy from element to element, which hands
        over the bytes read.
        """
        if len(accesses) == 1:
            return self._call(*accesses[0], unique)
        (read, source), (write, target) = sorted(accesses, key=lambda found: found[0].writes)
        handed = replace(
            write, kind="store", bits=8 * write.size, value=f"%cg.ram.{unique}.read.image.read"
        )
        return [
            *self._call(replace(read, value=""), source, f"{unique}.read"),
            *self._call(handed, target, f"{unique}.write"),
        ]

    def _call(self, access: Access, ram: Ram, unique: str) -> list[str]:
        name, image = f"%cg.ram.{unique}", f"i{ram.element_size * 8}"
        self._check(access, ram)
        if _is_of_elements(access, ram):
            return self._elements(access, ram, unique)
        address, inside, lines = self._address(access, ram, unique)
        shift = str(inside * 8) if isinstance(inside, int) else inside
        if access.kind in ("load", "copied"):
            lines += [
                f"{name}.word = call i{ram.width} @cg.read_ram.{ram.name}(i{ram.address_width} {address})"
            ]
            lines += self._to_memory(ram, f"{name}.word", f"{name}.image", image)
            lines += self._use_image(access, ram, f"{name}.image", shift)
        else:
            bits, stored = (
                (access.bits, access.value)
                if access.kind == "store"
                else (access.size * 8, f"{name}.copy")
            )
            lines += (
                []
                if access.kind == "store"
                else [f"{stored} = load i{bits}, ptr {access.value}, align 1"]
            )
            if bits != ram.element_size * 8:
                lines += [
                    _resize(f"{name}.wide", bits, stored, ram.element_size * 8),
                    f"{name}.placed = shl {image} {name}.wide, {shift}",
                ]
                stored = f"{name}.placed"
            word, packing = self._to_word(ram, stored, f"{name}.word")
            mask, masking = self._mask(access, ram, inside, name)
            operands = (
                f"i{ram.address_width} {address}, i{ram.width} {word}, i{len(ram.lanes)} {mask}"
            )
            lines += [*packing, *masking, f"call void @cg.write_ram.{ram.name}({operands})"]
        suffix = f", !dbg !{access.debug}" if access.debug else ""
        return [f"  {line}{suffix}" for line in lines]

    def _elements(self, access: Access, ram: Ram, unique: str) -> list[str]:
        """A read or write of several elements at once, as LLVM makes of bytes side by side."""
        name, bits, step = f"%cg.ram.{unique}", 8 * access.size, 8 * ram.stride
        loads, lines, whole = access.kind == "load", list[str](), ""
        if not loads:
            lines.append(_resize(f"{name}.whole", access.bits, access.value, bits))
        for number, low in enumerate(range(0, bits, step)):
            part, place = f"{name}.element.{number}", access.place.moved(low // 8)
            one = replace(access, place=place, size=ram.stride, bits=step, value=part)
            if loads:
                lines += self._call(one, ram, f"{unique}.{number}")
                lines.append(_resize(f"{part}.wide", step, part, bits))
                lines.append(f"{part}.placed = shl i{bits} {part}.wide, {low}")
                if whole:
                    lines.append(f"{part}.all = or i{bits} {whole}, {part}.placed")
                whole = f"{part}.{'all' if whole else 'placed'}"
            else:
                lines.append(f"{part}.low = lshr i{bits} {name}.whole, {low}")
                lines.append(_resize(part, bits, f"{part}.low", step))
                lines += self._call(one, ram, f"{unique}.{number}")
        if loads:
            lines.append(_resize(access.value, bits, whole, access.bits))
        suffix = f", !dbg !{access.debug}" if access.debug else ""
        return [line if line.startswith("  ") else f"  {line}{suffix}" for line in lines]

    def _check(self, access: Access, ram: Ram) -> None:
        use = self.body[access.line]
        if ram.kind == PORT:
            self._check_bounds(access, ram, use)
        if access.kind == "fill":
            raise self._refusal(
                ram, "is filled as a whole", use, "fill it in a loop, an element a cycle"
            )
        if access.kind in ("copy", "copied") and access.size > ram.element_size:
            fix = "move its elements in a loop, one a cycle; a static one can have contents from configuration on"
            raise self._refusal(ram, "is copied or initialised as a whole", use, fix)

    def _check_bounds(self, access: Access, ram: Ram, use: Statement) -> None:
        place, size = access.place, ram.words * ram.element_size
        if not place.terms and not 0 <= place.offset <= size - access.size:
            where = self._where(use)
            raise CryptagonError(
                f"index {place.offset // ram.element_size} is outside of {ram.called}, which has {ram.words} elements",
                where=str(where if where.line else ram.location),
                fix=f"keep the index below {ram.words}",
            )

    def _address(self, access: Access, ram: Ram, unique: str) -> tuple[str, int | str, list[str]]:
        """The word's address as an operand; where the access begins in the word: a byte, or an
        operand of bits; lines that compute both.
        """
        place, size = access.place, ram.element_size
        if any(term.stride % size for term in place.terms):
            return self._address_of_part(access, ram, unique)
        if place.offset % size + access.size > size:
            raise self._refusal(
                ram,
                "is accessed across its elements",
                self.body[access.line],
                "read and write it by its own elements",
            )
        width, lines = ram.address_width, []
        total = str(place.offset // size % (1 << width))
        for number, term in enumerate(place.terms):
            name, index = f"%cg.ram.{unique}.{number}", term.index
            if term.width != width:
                lines.append(
                    f"{name}.index = {'trunc' if term.width > width else 'sext'} i{term.width} {index} to i{width}"
                )
                index = f"{name}.index"
            scale = term.stride // size % (1 << width)
            if scale != 1:
                lines.append(f"{name}.scaled = mul i{width} {index}, {_signed(scale, width)}")
                index = f"{name}.scaled"
            if total != "0":
                lines.append(f"{name}.sum = add i{width} {index}, {total}")
                index = f"{name}.sum"
            total = index
        return (
            (total if total.startswith("%") else str(_signed(int(total), width))),
            place.offset % size,
            lines,
        )

    def _address_of_part(
        self, access: Access, ram: Ram, unique: str
    ) -> tuple[str, int | str, list[str]]:
        """The same for a part of an integer at a variable place, such as a byte of a word; or for a
        whole one whose place is told in bytes, as LLVM does of a pointer that walks.
        """
        place, size, name = access.place, ram.element_size, f"%cg.ram.{unique}"
        aligned = size % access.size == 0 and (
            self.body[access.line].alignment >= access.size
            or all(
                step % access.size == 0
                for step in (place.offset, *(term.stride for term in place.terms))
            )
        )
        whole = access.size == size
        if access.writes and not whole and (len(ram.fields) > 1 or ram.width != size * 8):
            raise self._part_of_field(ram, self.body[access.line])
        if not aligned:
            raise self._refusal(
                ram,
                "is accessed across its elements",
                self.body[access.line],
                "read and write it by its own elements",
            )
        lines, total = [], str(place.offset)
        for number, term in enumerate(place.terms):
            lines.append(_resize(f"{name}.{number}.index", term.width, term.index, 64, signed=True))
            lines.append(f"{name}.{number}.bytes = mul i64 {name}.{number}.index, {term.stride}")
            lines.append(f"{name}.{number}.sum = add i64 {name}.{number}.bytes, {total}")
            total = f"{name}.{number}.sum"
        element, byte, bits = (
            f"lshr i64 {total}, {size.bit_length() - 1}",
            f"and i64 {total}, {size - 1}",
            64,
        )
        if size & (size - 1):  # a division is as wide as what it divides
            bits = (ram.words * size).bit_length()
            lines.append(f"{name}.place = trunc i64 {total} to i{bits}")
            element, byte = (f"{kind} i{bits} {name}.place, {size}" for kind in ("udiv", "urem"))
        lines.append(f"{name}.element = {element}")
        lines.append(_resize(f"{name}.address", bits, f"{name}.element", ram.address_width))
        if whole:
            return f"{name}.address", 0, lines
        lines.append(f"{name}.rest = {byte}")
        lines.append(_resize(f"{name}.byte", bits, f"{name}.rest", 64))
        lines.append(f"{name}.bit = shl i64 {name}.byte, 3")
        lines.append(_resize(f"{name}.inside", 64, f"{name}.bit", size * 8))
        return f"{name}.address", f"{name}.inside", lines

    def _mask(
        self, access: Access, ram: Ram, inside: int | str, name: str
    ) -> tuple[str, list[str]]:
        """Which lanes a write falls on, as an operand, and the lines that compute it."""
        if access.size == ram.element_size:
            return "-1", []
        lanes = len(ram.lanes)
        if isinstance(inside, str):
            bytes_written = _signed((1 << access.size) - 1, lanes)
            lines = [
                _resize(f"{name}.lane", 64, f"{name}.byte", lanes),
                f"{name}.mask = shl i{lanes} {bytes_written}, {name}.lane",
            ]
            return f"{name}.mask", lines
        extents = (
            [(field.offset, field.size) for field in ram.fields]
            if len(ram.fields) > 1
            else [(i, 1) for i in range(lanes)]
        )
        hit = [inside <= low and low + size <= inside + access.size for low, size in extents]
        touched = [low < inside + access.size and inside < low + size for low, size in extents]
        if hit != touched or (len(ram.fields) == 1 and ram.width % 8):
            raise self._part_of_field(ram, self.body[access.line])
        return str(_signed(sum(1 << i for i, one in enumerate(hit) if one), lanes)), []

    def _to_memory(self, ram: Ram, word: str, result: str, image: str) -> list[str]:
        """The bytes of an element from its word."""
        moves = [(ram.shift_of(field), field.offset * 8, field.bits) for field in ram.fields]
        whole, lines = _moved(word, ram.width, word, ram.element_size * 8, moves)
        return [*lines, f"{result} = bitcast {image} {whole} to {image}"]

    def _use_image(self, access: Access, ram: Ram, memory: str, shift: str) -> list[str]:
        bits = access.bits if access.kind == "load" else access.size * 8
        result = access.value if access.kind == "load" else f"{memory}.read"
        lines = [f"{memory}.part = lshr i{ram.element_size * 8} {memory}, {shift}"]
        lines.append(_resize(result, ram.element_size * 8, f"{memory}.part", bits))
        return (
            lines
            if access.kind == "load" or not access.value
            else [*lines, f"store i{bits} {result}, ptr {access.value}, align 1"]
        )

    def _to_word(self, ram: Ram, memory: str, result: str) -> tuple[str, list[str]]:
        """The word of an element from its bytes, as an operand, and the lines that compute it."""
        moves = [(field.offset * 8, ram.shift_of(field), field.bits) for field in ram.fields]
        return _moved(memory, ram.element_size * 8, result, ram.width, moves)


def _is_of_elements(access: Access, ram: Ram) -> bool:
    """Whether an access is of several whole elements of an inferred RAM of integers, and not of all
    of one word.
    """
    steps = (access.place.offset, *(term.stride for term in access.place.terms))
    side_by_side = all(step % ram.stride == 0 for step in (access.size, *steps))
    of_a_word = access.size == ram.element_size and all(step % access.size == 0 for step in steps)
    return (
        ram.moves_blocks
        and access.kind in ("load", "store")
        and access.size > ram.stride
        and len(ram.fields) == 1
        and ram.width == 8 * ram.element_size
        and side_by_side
        and not of_a_word
    )


def _moved(
    value: str, old: int, prefix: str, new: int, moves: Sequence[tuple[int, int, int]]
) -> tuple[str, list[str]]:
    """A value of `new` bits from one of `old`: of each move (from bit, to bit, width) the bits,
    else zeros; its operand, and the lines.
    """
    lines, whole = [], ""
    for i, (source, target, bits) in enumerate(moves):
        part = f"{prefix}.{i}"
        lines.append(f"{part}.low = lshr i{old} {value}, {source}")
        lines.append(_resize(f"{part}.field", old, f"{part}.low", bits))
        lines.append(_resize(f"{part}.wide", bits, f"{part}.field", new))
        lines.append(f"{part}.place = shl i{new} {part}.wide, {target}")
        if whole:
            lines.append(f"{part}.all = or i{new} {whole}, {part}.place")
        whole = f"{part}.all" if whole else f"{part}.place"
    return whole, lines


def _without_unused_steps(body: list[Statement]) -> list[Statement]:
    """Leaves out address arithmetic that nothing uses; SROA would make choices of pointers of it
    where an index is one bit.
    """
    while True:
        used = {name for one in body for name in one.names}
        kept = [one for one in body if not isinstance(one, StepLine) or one.result in used]
        if len(kept) == len(body):
            return body
        body = kept


def _resize(result: str, old: int, value: str, new: int, *, signed: bool = False) -> str:
    operator = "bitcast" if old == new else ("sext" if signed else "zext") if old < new else "trunc"
    return f"{result} = {operator} i{old} {value} to i{new}"


def _signed(value: int, width: int) -> int:
    """A constant as LLVM writes it."""
    return value - (1 << width) if value >> (width - 1) and width > 1 else value
