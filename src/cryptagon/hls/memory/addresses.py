"""Where memory is accessed: every load, store, copy and fill of a function's local variables, as a place inside the variable.

The function is LLVM text with all calls inlined. A place is a constant byte offset and a sum of strides times indices, found through chains
of getelementptr, whatever types they step through. Each line of the function is looked at once.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, members, type_size
from cryptagon.hls.ir.text import integer_width, split_top

ALLOCA = re.compile(r"^  %([-\w.]+) = alloca (.*), align \d+")
STEP = re.compile(r"^  %([-\w.]+) = getelementptr (?:(?:inbounds|nuw|nusw) )*(.*?)(?:, !dbg !(\d+))?$")
LOAD = re.compile(r"^  %([-\w.]+) = load ([^,]+), ptr %([-\w.]+)(?:, |$)")
STORE = re.compile(r"^  store (\S+) ([^,]+), ptr %([-\w.]+)(?:, |$)")
BLOCK = re.compile(r"^  call void @llvm\.(memcpy|memmove|memset)\.[\w.]+\((.*)\)(?: #\d+)?(?:, |$)")
MARKER = re.compile(r"^  call void @llvm\.lifetime\.(?:start|end)|^    #dbg_")
NAME = re.compile(r"%([-\w.]+)")
DEBUG = re.compile(r"!dbg !(\d+)")


@dataclass(frozen=True)
class Term:
    """What an index adds to a place: `stride` bytes times the signed LLVM value `index` of `width` bits (`%name`)."""

    stride: int
    index: str
    width: int


@dataclass(frozen=True)
class Place:
    """An address inside `variable`: `offset` bytes from its start, and the `terms`."""

    variable: str
    offset: int
    terms: tuple[Term, ...] = ()

    def moved(self, offset: int, terms: tuple[Term, ...] = ()) -> "Place":
        """The place `offset` bytes and `terms` further on."""
        return Place(self.variable, self.offset + offset, (*self.terms, *terms))


@dataclass(frozen=True)
class Access:
    """One access of `size` bytes at `place`, in line number `line` of the function.

    `kind` is "load" or "store"; "fill" for what memset writes, "copy" for what memcpy or memmove writes, "copied" for what it reads.
    `value` is the operand stored or filled in, or the name of the result loaded, `%` included; `bits` its width. `debug` is the number
    of the DILocation, "" for none.
    """

    kind: str
    place: Place
    size: int
    line: int
    bits: int = 0
    value: str = ""
    debug: str = ""

    @property
    def writes(self) -> bool:
        """Whether the access changes memory."""
        return self.kind in ("store", "fill", "copy")


@dataclass(frozen=True)
class Variable:
    """A local variable: its LLVM type, its size in bytes, and all that is done with its address.

    `steps` are the lines of address arithmetic, `markers` those that make no difference (lifetimes, debug records). `other_uses` are lines
    that do something else with the address: a choice of pointers, a pointer kept in memory, an access of unknown size or of another type.
    """

    name: str
    kind: str
    size: int
    line: int
    accesses: list[Access] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    other_uses: list[int] = field(default_factory=list)


def variables_of(lines: Sequence[str], named: NamedTypes) -> dict[str, Variable]:
    """The variables that the lines of a function allocate, by name, in order. `named` are the module's named types."""
    return _Finder(lines, named).run()


class _Finder:
    def __init__(self, lines: Sequence[str], named: NamedTypes) -> None:
        self.lines, self.named = lines, named
        self.variables: dict[str, Variable] = {}
        self.steps: dict[str, tuple[str, int]] = {}
        self.places: dict[str, Place | None] = {}

    def run(self) -> dict[str, Variable]:
        for number, line in enumerate(self.lines):
            allocated, step = ALLOCA.match(line), STEP.match(line)
            if allocated and len(split_top(allocated.group(2))) == 1:  # one of variable length has a count behind its type
                name, kind = allocated.groups()
                self.variables[name] = Variable(name, kind, type_size(kind, self.named), number)
                self.places[name] = Place(name, 0)
            elif step:
                self.steps[step.group(1)] = (step.group(2), number)
        for number, line in enumerate(self.lines) if self.variables else ():
            self._note(line, number)
        return self.variables

    def place(self, name: str) -> Place | None:
        """The place that the pointer `name` means; None when it does not point into a variable by address arithmetic alone."""
        chain = []
        while name not in self.places and name in self.steps:
            chain.append(name)
            _, pointer, *_ = split_top(self.steps[name][0])
            name = pointer.removeprefix("ptr ").removeprefix("%")
        base = self.places.get(name)
        for step in reversed(chain):
            base = self.places[step] = self._stepped(base, self.steps[step][0]) if base is not None else None
        return base

    def _stepped(self, base: Place, step: str) -> Place | None:
        kind, _, *indices = split_top(step)
        inside = False
        for text in indices:
            index_type, index = text.split(" ")
            width = integer_width(index_type)
            if width is None:
                return None
            struct = inside and not ARRAY_TYPE.match(kind)
            if struct:
                member = members(kind, self.named)[int(index)]
                base, kind = base.moved(member.offset), member.kind
                continue
            if inside:
                kind = members(kind, self.named)[0].kind
            stride = type_size(kind, self.named)
            base = base.moved(0, (Term(stride, index, width),)) if index.startswith("%") else base.moved(stride * int(index))
            inside = True
        return base

    def _note(self, line: str, number: int) -> None:
        """Files a line under the variables whose addresses it uses."""
        _, equals, right = line.partition(" = ")
        used = [place for name in dict.fromkeys(NAME.findall(right if equals else line)) if (place := self.place(name))]
        if not used:
            return
        found = [access for access in self._accesses(line, number) if access.place]
        accessed = {access.place.variable for access in found}
        for variable in dict.fromkeys(place.variable for place in used):
            self._file(self.variables[variable], line, number, variable in accessed)
        for access in found:
            self.variables[access.place.variable].accesses.append(access)

    def _file(self, variable: Variable, line: str, number: int, accessed: bool) -> None:
        step = STEP.match(line)
        if MARKER.match(line):
            variable.markers.append(number)
        elif step and self.place(step.group(1)) is not None:
            variable.steps.append(number)
        elif not accessed:
            variable.other_uses.append(number)

    def _accesses(self, line: str, number: int) -> list[Access]:
        """The accesses of one line; none where it has another form, an unknown size or a type other than integers."""
        note = DEBUG.search(line)
        debug = note.group(1) if note else ""
        load, store, block = LOAD.match(line), STORE.match(line), BLOCK.match(line)
        if load or store:
            kind, value, pointer = (load.group(2), f"%{load.group(1)}", load.group(3)) if load else store.groups()  # type: ignore[union-attr]
            bits, place = integer_width(kind), self.place(pointer)
            if place is None or bits is None or (value.startswith("%") and value[1:] in self.places):
                return []
            return [Access("load" if load else "store", place, -(-bits // 8), number, bits, value, debug)]
        return self._block(block, number, debug) if block else []

    def _block(self, block: re.Match[str], number: int, debug: str) -> list[Access]:
        target, source, size, _ = (_operand(part) for part in split_top(block.group(2)))
        if size.startswith("%"):
            return []
        fills = block.group(1) == "memset"
        written, read = self.place(target.lstrip("%")), None if fills else self.place(source.lstrip("%"))
        found = [Access("fill" if fills else "copy", written, int(size), number, 8, source, debug)] if written else []
        return found + ([Access("copied", read, int(size), number, 8, target, debug)] if read else [])


def _operand(argument: str) -> str:
    """An argument of a call without its type and attributes; a constant address is several words."""
    constant = argument.find("getelementptr ")
    return argument[constant:] if constant >= 0 else argument.rsplit(" ", maxsplit=1)[-1]
