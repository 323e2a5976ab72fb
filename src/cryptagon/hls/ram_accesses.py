"""Loads and stores of arrays that are RAMs become calls of the RAMs' ports, one word each."""

import re
from collections.abc import Mapping

from cryptagon.errors import CryptagonError
from cryptagon.hls.addresses import Access, Place, variables_of
from cryptagon.hls.layout import named_types
from cryptagon.hls.llvm_ir import Location
from cryptagon.hls.llvm_metadata import Metadata
from cryptagon.hls.rams import STATIC_PREFIX, Ram

READS = "nounwind willreturn memory(inaccessiblemem: read)"
WRITES = "nounwind willreturn memory(inaccessiblemem: readwrite)"
KEEP = "cg.keep"
KEPT = re.compile(r"^  call void @(?:cg\.keep|llvm\.var\.annotation[.\w]*)\(ptr (?:nonnull )?%([-\w.]+)")
DEBUG = re.compile(r"!dbg !(\d+)")


def keep_in_memory(text: str, rams: Mapping[str, Ram]) -> str:
    """Makes LLVM leave the arrays whole: their addresses go to a function it does not know. A static one loses its initialising store."""
    for variable, ram in rams.items():
        if not variable.startswith(STATIC_PREFIX):
            continue
        initial = re.compile(rf"^  store .*, ptr %{re.escape(variable)}$", re.MULTILINE)
        assert initial.search(text), ram.name
        text = initial.sub(f"  call void @{KEEP}(ptr %{variable})", text, count=1)
        text = re.sub(rf"^(  %{re.escape(variable)} = alloca .*)$", r"\1, align 16", text, count=1, flags=re.MULTILINE)
    return f"{text}\ndeclare void @{KEEP}(ptr)\n{_port_declarations(rams)}"


def _port_declarations(rams: Mapping[str, Ram]) -> str:
    """What the calls look like to LLVM: reads may go when nobody needs them, writes may not."""
    lines = []
    for ram in rams.values():
        address, data = f"i{ram.address_width}", f"i{ram.width}"
        lines.append(f"declare {data} @cg.read_ram.{ram.name}({address}) {READS}")
        lines.append(f"declare void @cg.write_ram.{ram.name}({address}, {data}) {WRITES}")
    return "\n".join(["", *lines, ""])


class RamAccesses:
    """Rewrites the accesses in the one function of a module's text."""

    def __init__(self, text: str, rams: Mapping[str, Ram]) -> None:
        self.rams, self.metadata = rams, Metadata(text)
        begin = re.search(r"^define [^\n]*\{\n", text, re.MULTILINE)
        assert begin, text[:200]
        self.head, rest = text[: begin.end()], text[begin.end() :]
        end = rest.index("\n}\n") + 1
        self.lines, self.tail = rest[:end].splitlines(), rest[end:]
        self.variables = variables_of(self.lines, named_types(text))

    def calls(self, step: str) -> str:
        """The text with every access of a known place as a call; `step` keeps the names apart from those of another step.

        Raises CryptagonError for an access that is not of one element.
        """
        replaced: dict[int, list[str]] = {}
        for variable, ram in self.rams.items():
            for access in self.variables[variable].accesses if variable in self.variables else ():
                replaced.setdefault(access.line, []).extend(self._call(access, ram, f"{step}.{access.line}"))
        lines = [line for i, old in enumerate(self.lines) for line in replaced.get(i, [old])]
        return self.head + "\n".join(lines) + "\n" + self.tail

    def finished(self) -> str:
        """The text without the arrays.

        Raises CryptagonError where the address of one is used for anything but its elements.
        """
        dropped: set[int] = set()
        for variable, ram in self.rams.items():
            if variable not in self.variables:
                continue
            found = self.variables[variable]
            kept = {i for i in found.other_uses if KEPT.match(self.lines[i])}
            rest = [i for i in found.other_uses if i not in kept]
            if rest:
                # A choice of pointers has no place of its own: then it is the first one behind it that has.
                line = next((line for line in self.lines[rest[0] :] if self._where(line).line), "")
                raise self._refusal(ram, "is reached through a pointer that is chosen or kept", line, "name it by index")
            dropped |= {*kept, *found.steps, *found.markers, found.line}
        lines = [line for i, line in enumerate(self.lines) if i not in dropped]
        return self.head + "\n".join(lines) + "\n" + self.tail

    def _where(self, line: str) -> Location:
        debug = DEBUG.search(line)
        return self.metadata.location(debug.group(1)) if debug else Location()

    def _refusal(self, ram: Ram, what: str, line: str, fix: str) -> CryptagonError:
        where = self._where(line)
        where = where if where.line else ram.location
        return CryptagonError(f"RAM '{ram.name}' {what}", where=str(where), why="its ports move one whole element at a time", fix=fix)

    def _call(self, access: Access, ram: Ram, unique: str) -> list[str]:
        line, image = self.lines[access.line], f"i{ram.element_size * 8}"
        self._check(access, ram, line)
        suffix = f", !dbg !{access.debug}" if access.debug else ""
        address, lines = self._address(access.place, ram, unique, line)
        name = f"%cg.ram.{unique}"
        if access.kind in ("load", "copied"):
            lines += [f"{name}.word = call i{ram.width} @cg.read_ram.{ram.name}(i{ram.address_width} {address})"]
            lines += self._to_memory(ram, f"{name}.word", f"{name}.image", image)
            lines += self._use_image(access, ram, f"{name}.image", image)
        else:
            lines += [] if access.kind == "store" else [f"{name}.copy = load {image}, ptr {access.value}, align 1"]
            word, packing = self._to_word(ram, access.value if access.kind == "store" else f"{name}.copy", f"{name}.word", image)
            lines += [*packing, f"call void @cg.write_ram.{ram.name}(i{ram.address_width} {address}, i{ram.width} {word})"]
        return [f"  {line}{suffix}" for line in lines]

    def _check(self, access: Access, ram: Ram, line: str) -> None:
        inside = access.place.offset % ram.element_size
        if access.kind == "fill":
            raise self._refusal(ram, "is filled as a whole", line, "fill it in a loop, an element a cycle")
        if access.kind in ("copy", "copied") and (access.size != ram.element_size or inside):
            raise self._refusal(ram, "is copied or initialised as a whole", line, "move its elements in a loop, one a cycle")
        if access.kind == "store" and (access.bits != ram.element_size * 8 or inside):
            raise self._refusal(ram, "has a part of an element written", line, "read the element, change the part, write it back")
        if inside + access.size > ram.element_size:
            raise self._refusal(ram, "is read across its elements", line, "read it with its own element type")

    def _address(self, place: Place, ram: Ram, unique: str, line: str) -> tuple[str, list[str]]:
        """The word's address as an operand, and the lines that compute it."""
        width, lines = ram.address_width, []
        total = str(place.offset // ram.element_size % (1 << width))
        for number, term in enumerate(place.terms):
            if term.stride % ram.element_size:
                raise self._refusal(ram, "is read or written across its elements", line, "use its own element type")
            name, index = f"%cg.ram.{unique}.{number}", term.index
            if term.width != width:
                lines.append(f"{name}.index = {'trunc' if term.width > width else 'sext'} i{term.width} {index} to i{width}")
                index = f"{name}.index"
            scale = term.stride // ram.element_size % (1 << width)
            if scale != 1:
                lines.append(f"{name}.scaled = mul i{width} {index}, {_signed(scale, width)}")
                index = f"{name}.scaled"
            if total != "0":
                lines.append(f"{name}.sum = add i{width} {index}, {total}")
                index = f"{name}.sum"
            total = index
        return (total if total.startswith("%") else str(_signed(int(total), width))), lines

    def _to_memory(self, ram: Ram, word: str, result: str, image: str) -> list[str]:
        """The bytes of an element from its word."""
        lines, parts = [], []
        for i, field in enumerate(ram.fields):
            part = f"{word}.{i}"
            lines.append(f"{part}.low = lshr i{ram.width} {word}, {ram.shift_of(field)}")
            lines.append(_resize(f"{part}.field", ram.width, f"{part}.low", field.bits))
            lines.append(_resize(f"{part}.wide", field.bits, f"{part}.field", ram.element_size * 8))
            lines.append(f"{part}.place = shl {image} {part}.wide, {field.offset * 8}")
            parts.append(f"{part}.place")
        for i, part in enumerate(parts[1:], 1):
            lines.append(f"{word}.{i}.all = or {image} {f'{word}.{i - 1}.all' if i > 1 else parts[0]}, {part}")
        whole = parts[0] if len(parts) == 1 else f"{word}.{len(parts) - 1}.all"
        return [*lines, f"{result} = bitcast {image} {whole} to {image}"]

    def _use_image(self, access: Access, ram: Ram, memory: str, image: str) -> list[str]:
        if access.kind == "copied":
            return [f"store {image} {memory}, ptr {access.value}, align 1"]
        shift = access.place.offset % ram.element_size * 8
        return [
            f"{memory}.part = lshr {image} {memory}, {shift}",
            _resize(access.value, ram.element_size * 8, f"{memory}.part", access.bits),
        ]

    def _to_word(self, ram: Ram, memory: str, result: str, image: str) -> tuple[str, list[str]]:
        """The word of an element from its bytes."""
        lines, whole = [], ""
        for i, field in enumerate(ram.fields):
            part = f"{result}.{i}"
            lines.append(f"{part}.low = lshr {image} {memory}, {field.offset * 8}")
            lines.append(_resize(f"{part}.field", ram.element_size * 8, f"{part}.low", field.bits))
            lines.append(_resize(f"{part}.wide", field.bits, f"{part}.field", ram.width))
            lines.append(f"{part}.place = shl i{ram.width} {part}.wide, {ram.shift_of(field)}")
            if whole:
                lines.append(f"{part}.all = or i{ram.width} {whole}, {part}.place")
            whole = f"{part}.all" if whole else f"{part}.place"
        return whole, lines


def _resize(result: str, old: int, value: str, new: int) -> str:
    operator = "bitcast" if old == new else "zext" if old < new else "trunc"
    return f"{result} = {operator} i{old} {value} to i{new}"


def _signed(value: int, width: int) -> int:
    """A constant as LLVM writes it."""
    return value - (1 << width) if value >> (width - 1) and width > 1 else value
