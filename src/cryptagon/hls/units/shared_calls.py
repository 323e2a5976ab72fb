"""Calls of shared functions as calls of their units, and the functions themselves as designs of one
cycle.

clang passes a struct, or an integer wider than a register, as the machine's calling convention has
it: cut into integers, or in memory. On both sides of the unit such a value is put together in
memory and goes through field by field; SSA construction leaves nothing of that.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.intrinsics import READS
from cryptagon.hls.ir.layout import storage_bits
from cryptagon.hls.ir.text import integer_width, operand_of, split_top
from cryptagon.hls.ir.text_blocks import BODY
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.port_accesses import (
    access_declarations,
    load_fields,
    read_lines,
    write_lines,
)
from cryptagon.hls.units.shared_functions import SharedFunction

CALL = (
    r"^  (?:(%[-\w.]+) = )?(?:\w+ )?call ([^@\n]*)@({names})\(([^\n]*)\)(?: #\d+)?((?:, ![^\n]*)?)$"
)
EIGHTBYTE = 8


@dataclass(frozen=True)
class _Passing:
    """How one value goes by the calling convention: as integers of these widths, one behind another
    in eightbytes, or in memory.
    """

    widths: tuple[int, ...]

    @property
    def in_memory(self) -> bool:
        return not self.widths

    @property
    def type(self) -> str:
        """The LLVM type of a result that is passed so."""
        kinds = [f"i{width}" for width in self.widths]
        return kinds[0] if len(kinds) == 1 else "{ " + ", ".join(kinds) + " }"


def calls_of_units(text: str, shared: Mapping[str, SharedFunction]) -> str:
    """The module with every call of a shared function as a call of its unit; `text` has memory and
    calls as clang wrote them.
    """
    if not shared:
        return text
    pattern = re.compile(CALL.replace("{names}", "|".join(map(re.escape, shared))), re.MULTILINE)
    return BODY.sub(
        lambda match: match[1] + _Caller(shared).rewritten(match[2], pattern) + match[3], text
    )


def unit_declarations(shared: Mapping[str, SharedFunction]) -> str:
    """What the calls look like to LLVM: like reads, which may go when nobody needs them, and pass
    no other access.
    """
    lines = []
    for function in shared.values():
        kinds = ", ".join(f"i{width}" for _, width in function.operation().operands)
        lines.append(f"declare i{function.result.bits} @{function.call}({kinds}) {READS}")
    return "\n".join(["", *lines, ""])


class _Caller:
    """Rewrites the calls in one function's text.

    `slots` are the variables that it needs for them, as lines.
    """

    def __init__(self, shared: Mapping[str, SharedFunction]) -> None:
        self.shared = shared
        self.slots: list[str] = []

    def rewritten(self, body: str, pattern: re.Pattern[str]) -> str:
        """The function's text, its variables where LLVM looks for them, at the start."""
        body = pattern.sub(self._call, body)
        label, _, rest = body.partition("\n")
        return "\n".join([label, *self.slots, rest])

    def _call(self, call: re.Match[str]) -> str:
        result, kind, name, arguments, notes = call.groups()
        function, unique = self.shared[name], f"cg.shared.{call.start()}"
        given = split_top(arguments)
        returned = _result_passing(kind)
        place = operand_of(given.pop(0)) if returned.in_memory else ""
        lines, operands = [], []
        for number, (port, passing) in enumerate(
            zip(function.operands, _operand_passings(function, given), strict=True)
        ):
            values = [operand_of(given.pop(0)) for _ in passing.widths or "m"]
            pointer = values[0] if passing.in_memory else self._slot(f"%{unique}.{number}", port)
            lines += (
                [] if passing.in_memory else [_birth(pointer), *_stores(passing, values, pointer)]
            )
            fields, loads = load_fields(port, pointer, f"{unique}.{number}")
            lines, operands = [*lines, *loads], [*operands, *fields]
        lines.append(
            f"%{unique}.word = call i{function.result.bits} @{function.call}({', '.join(operands)})"
        )
        place = place or self._slot(f"%{unique}.result", function.result)
        lines += [_birth(place)] if result else []
        lines += _unpack(function.result, f"%{unique}.word", place)
        lines += _loads(returned, place, result) if result else []
        return "\n".join(f"  {line}{notes}" for line in lines)

    def _slot(self, name: str, port: Port) -> str:
        self.slots.append(_alloca(name, port))
        return name


def _alloca(name: str, port: Port) -> str:
    return f"  {name} = alloca [{-(-port.size // 16) * 16} x i8], align 16"


def _birth(pointer: str) -> str:
    return f"call void @llvm.lifetime.start.p0(ptr {pointer})"


def _result_passing(kind: str) -> _Passing:
    """How a function gives its result back, from the text before its name."""
    if "{" in kind:
        return _Passing(
            tuple(int(width) for width in re.findall(r"\bi(\d+)\b", kind[kind.index("{") :]))
        )
    width = integer_width(kind.strip().split(" ")[-1])
    return _Passing((width,) if width else ())


def _operand_passings(function: SharedFunction, given: list[str]) -> list[_Passing]:
    """How each operand is passed, from the parameters or arguments in LLVM.

    Two eightbytes go as two integers.
    """
    kinds, found = [integer_width(part.split(" ")[0]) for part in given], []
    for port in function.operands:
        first = kinds.pop(0)
        both = first is not None and port.size > EIGHTBYTE and first <= EIGHTBYTE * 8
        found.append(
            _Passing(() if first is None else (first, kinds.pop(0) or 0) if both else (first,))
        )
    return found


def _stores(passing: _Passing, values: list[str], pointer: str) -> list[str]:
    """Lines that put the integers of a value together in memory."""
    lines = []
    for i, (width, value) in enumerate(zip(passing.widths, values, strict=True)):
        name, storage = f"{pointer}.{i}", storage_bits(width)
        lines.append(f"{name}.address = getelementptr i8, ptr {pointer}, i64 {i * EIGHTBYTE}")
        lines += [f"{name}.wide = zext i{width} {value} to i{storage}"] if storage != width else []
        stored = f"{name}.wide" if storage != width else value
        lines.append(f"store i{storage} {stored}, ptr {name}.address, align 1")
    return lines


def _loads(passing: _Passing, pointer: str, result: str) -> list[str]:
    """Lines that take the integers of a value out of memory, as `result`."""
    lines, single = [], len(passing.widths) == 1
    for i, width in enumerate(passing.widths):
        name, storage = f"{pointer}.{i}", storage_bits(width)
        lines.append(f"{name}.address = getelementptr i8, ptr {pointer}, i64 {i * EIGHTBYTE}")
        lines.append(f"{name}.wide = load i{storage}, ptr {name}.address, align 1")
        lines.append(
            f"{result if single else name} = {'trunc' if storage > width else 'bitcast'} i{storage} {name}.wide to i{width}"
        )
    if single:
        return lines
    lines.append(
        f"{pointer}.half = insertvalue {passing.type} undef, i{passing.widths[0]} {pointer}.0, 0"
    )
    return [
        *lines,
        f"{result} = insertvalue {passing.type} {pointer}.half, i{passing.widths[1]} {pointer}.1, 1",
    ]


def _unpack(port: Port, word: str, pointer: str) -> list[str]:
    """Lines that put the fields of a packed item into memory."""
    lines = []
    for i, field in enumerate(port.fields):
        part, memory = f"{word}.{i}", field.size * 8
        lines.append(f"{part}.low = lshr i{port.bits} {word}, {port.shift_of(field)}")
        lines.append(_resized(f"{part}.field", port.bits, f"{part}.low", field.bits))
        lines.append(_resized(f"{part}.wide", field.bits, f"{part}.field", memory))
        lines.append(f"{part}.address = getelementptr i8, ptr {pointer}, i64 {field.offset}")
        lines.append(f"store i{memory} {part}.wide, ptr {part}.address, align 1")
    return lines


def _resized(result: str, old: int, value: str, new: int) -> str:
    operator = "bitcast" if old == new else "zext" if old < new else "trunc"
    return f"{result} = {operator} i{old} {value} to i{new}"


def unit_function(function: SharedFunction, module_text: str, top: str) -> str:
    """A function `top` that computes one result from operands at ports, by calling the function
    itself; with its ports' declarations.

    `module_text` has the function as clang wrote it.
    """
    header = re.search(
        rf"^define ([^@\n]*)@{re.escape(function.name)}\((.*)\)[^()\n]* \{{$",
        module_text,
        re.MULTILINE,
    )
    assert header, function.name
    returned, given = _result_passing(header[1]), split_top(header[2])
    place = "%cg.result"
    slots, lines, arguments = [_alloca(place, function.result)], [], []
    arguments += [_renamed(given.pop(0), place)] if returned.in_memory else []
    passings = _operand_passings(function, given)
    for port, passing in zip(function.operands, passings, strict=True):
        pointer = f"%cg.operand.{port.name}"
        slots.append(_alloca(pointer, port))
        lines += read_lines(port, "read", pointer, f"operand.{port.name}")
        arguments += [_renamed(given.pop(0), pointer)] if passing.in_memory else []
        for i, width in enumerate(passing.widths):
            single = _Passing((width,))
            lines.append(
                f"{pointer}.eightbyte.{i} = getelementptr i8, ptr {pointer}, i64 {i * EIGHTBYTE}"
            )
            lines += _loads(single, f"{pointer}.eightbyte.{i}", f"{pointer}.value.{i}")
            arguments.append(_renamed(given.pop(0), f"{pointer}.value.{i}"))
    lines += _call_itself(function, returned, arguments, place)
    lines += [*write_lines(function.result, place, "result"), "ret void"]
    body = "\n".join(["run:", *slots, *(f"  {line}" for line in lines)])
    return f"\ndefine void @{top}() {{\n{body}\n}}\n{access_declarations(function.ports)}"


def _renamed(parameter: str, value: str) -> str:
    """A parameter with its attributes as an argument."""
    return f"{parameter.rpartition(' ')[0]} {value}"


def _call_itself(
    function: SharedFunction, returned: _Passing, arguments: list[str], place: str
) -> list[str]:
    """The call, with its result in memory at `place`."""
    call = f"@{function.name}({', '.join(arguments)})"
    if returned.in_memory:
        return [f"call void {call}"]
    value = "%cg.returned"
    lines, values = [f"{value} = call {returned.type} {call}"], [value]
    if len(returned.widths) > 1:
        values = [f"{value}.{i}" for i in range(len(returned.widths))]
        lines += [
            f"{value}.{i} = extractvalue {returned.type} {value}, {i}" for i in range(len(values))
        ]
    return [*lines, *_stores(returned, values, place)]
