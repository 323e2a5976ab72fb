"""Reads the text of the one prepared function into the model of `llvm_ir`."""

import re
from collections.abc import Mapping

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import (
    Address,
    Branch,
    Compare,
    Const,
    Extract,
    Instruction,
    Load,
    Location,
    Name,
    Operand,
    Phi,
    PointerStep,
    Undef,
    call,
)
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.ir.text import integer_width, split_top

BINARY = frozenset(
    ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr"]
)
CASTS = frozenset(("zext", "sext", "trunc"))
FLAGS = frozenset(
    [
        "nuw",
        "nsw",
        "exact",
        "disjoint",
        "nneg",
        "samesign",
        "inbounds",
        "tail",
        "notail",
        "musttail",
        "fastcc",
    ]
)
POINTER_VARIABLE = re.compile(r"^    #dbg_value\(ptr %([-\w.]+), !(\d+),", re.MULTILINE)
METADATA_TAIL = re.compile(r"(?:, ![\w.]+ !\d+)+$")

ADVICE = {
    "store": (
        "a write to memory that is not a variable",
        "declare a variable, and read and write that",
    ),
    "inttoptr": ("a pointer made from an integer", "index an array instead"),
    "ptrtoint": ("an integer made from a pointer", "index an array instead"),
}
KEPT_POINTER = (
    "a function pointer, or a pointer that is kept in a variable,",
    "call functions by name, index arrays directly",
)


def parse_function(text: str, name: str, metadata: Metadata) -> Function:
    """The function `name` of a module's text.

    Raises CryptagonError, with the C file and line, at the first construct that cannot become
    hardware.
    """
    match = re.search(
        rf"^define [^\n]*@{re.escape(name)}\([^\n]*\{{\n(.*?)^\}}$", text, re.MULTILINE | re.DOTALL
    )
    assert match, f"the function {name} is never removed"
    blocks: dict[str, Block] = {}
    pointers = dict(POINTER_VARIABLE.findall(match.group(1)))
    for line in _logical_lines(match.group(1)):
        label = re.match(r"^([-\w.]+):", line)
        if label:
            blocks[label.group(1)] = Block(label.group(1), [])
        else:
            next(reversed(blocks.values())).instructions.append(
                _instruction(line, metadata, pointers)
            )
    return Function(name, blocks)


def declared_variables(text: str, metadata: Metadata) -> dict[str, str]:
    """The C variable that each SSA value was assigned to, as its metadata node, from the debug
    records; the last assignment counts.
    """
    found = re.findall(r"#dbg_value\(i\d+ %([-\w.]+), !(\d+), !DIExpression\(\)", text)
    return {value: number for value, number in found if metadata.variable_name(number)}


def _logical_lines(body: str) -> list[str]:
    """Instruction and label lines without debug records and comments; a switch's cases joined into
    its line.
    """
    lines: list[str] = []
    joining = False
    for raw in body.splitlines():
        line = raw.split(" ; ")[0].strip() if not raw.strip().startswith("#dbg") else ""
        if not line or line.startswith(";"):
            continue
        if joining:
            lines[-1] += " " + line
        else:
            lines.append(line)
        joining = lines[-1].startswith("switch ") and "]" not in lines[-1]
    return lines


def _instruction(line: str, metadata: Metadata, pointers: Mapping[str, str]) -> Instruction:
    """`pointers` gives the C variable that holds a pointer: where a merge of pointers, which has no
    place of its own, is refused.
    """
    tail = METADATA_TAIL.search(line)
    notes = tail.group(0) if tail else ""
    debug = re.search(r"!dbg !(\d+)", notes)
    location = metadata.location(debug.group(1)) if debug else Location()
    result, rest = "", line[: tail.start()] if tail else line
    assigned = re.match(r"^%([-\w.]+) = (.*)$", rest)
    if assigned:
        result, rest = assigned.groups()
    parsed = _parse(
        rest,
        result,
        metadata.declaration(pointers[result])
        if result in pointers and not location.line
        else location,
    )
    parsed.location = location
    loop = re.search(r"!llvm\.loop !(\d+)", notes)
    if loop and isinstance(parsed, Branch):
        parsed.loop = metadata.loop_notes(loop.group(1))
    return parsed


def _parse(text: str, result: str, where: Location) -> Instruction:
    words = [word for word in text.split(" ") if word not in FLAGS]
    opcode, rest = words[0], " ".join(words[1:])
    if opcode in BINARY:
        return _typed_list(opcode, result, rest, where)
    if opcode in CASTS or opcode == "freeze":
        return _cast(opcode, result, rest, where)
    reader = READERS.get(opcode)
    if reader is None:
        construct, fix = ADVICE.get(
            opcode, (f"'{opcode}'", "report this source as a fault of the compiler")
        )
        raise CryptagonError(f"{construct} cannot become hardware", where=str(where), fix=fix)
    return reader(result, rest, where)


def _width(type_text: str, text: str, where: Location) -> int:
    """Bits of a value `text` of a type."""
    width = integer_width(type_text)
    if width is None:
        construct, fix = (
            KEPT_POINTER
            if type_text == "ptr"
            else (f"a value of type '{type_text}'", "use integers of fixed width")
        )
        raise CryptagonError(f"{construct} cannot become hardware", where=str(where), fix=fix)
    return width


def _operand(type_text: str, text: str, where: Location) -> Operand:
    width = _width(type_text, text, where)
    if text.startswith("%"):
        return Name(width, text[1:])
    if text in ("undef", "poison"):
        return Undef(width)
    if text in ("true", "false"):
        return Const(1, int(text == "true"))
    return Const(width, int(text) & ((1 << width) - 1))


def _typed(text: str, where: Location) -> Operand:
    """An operand with its type and perhaps attributes before it: `i8 zeroext %x`."""
    words = text.split(" ")
    return _operand(words[0], words[-1], where)


def _typed_list(opcode: str, result: str, rest: str, where: Location) -> Instruction:
    kind, _, values = rest.partition(" ")
    operands = [_operand(kind, value, where) for value in split_top(values)]
    return Instruction(opcode, result, operands[0].width, operands)


def _cast(opcode: str, result: str, rest: str, where: Location) -> Instruction:
    source, _, target = rest.partition(" to ")
    operand = _typed(source, where)
    return Instruction(opcode, result, integer_width(target) or operand.width, [operand])


def _icmp(result: str, rest: str, where: Location) -> Instruction:
    predicate, kind, values = rest.split(" ", 2)
    return Compare(
        "icmp", result, 1, [_operand(kind, value, where) for value in split_top(values)], predicate
    )


def _select(result: str, rest: str, where: Location) -> Instruction:
    operands = [_typed(part, where) for part in split_top(rest)]
    return Instruction("select", result, operands[1].width, operands)


def _phi(result: str, rest: str, where: Location) -> Instruction:
    kind, _, edges = rest.partition(" ")
    pairs = [split_top(edge.strip("[] ")) for edge in split_top(edges)]
    operands = [_operand(kind, value, where) for value, _ in pairs]
    return Phi(
        "phi", result, operands[0].width, operands, [label.lstrip("%") for _, label in pairs]
    )


def _br(result: str, rest: str, where: Location) -> Instruction:
    parts = split_top(rest)
    labels = [part.removeprefix("label %") for part in parts if part.startswith("label %")]
    return Branch("br", result, 0, [_typed(parts[0], where)] if len(parts) == 3 else [], labels)


def _switch(result: str, rest: str, where: Location) -> Instruction:
    head, _, cases = rest.partition("[")
    subject, default = split_top(head.strip())
    operands, labels = [_typed(subject, where)], [default.removeprefix("label %")]
    for kind, value, label in re.findall(r"(i\d+) (-?\w+), label %([-\w.]+)", cases):
        operands.append(_operand(kind, value, where))
        labels.append(label)
    return Branch("switch", result, 0, operands, labels)


CALL = re.compile(r"^(.*?)@([\w.]+)\((.*)\)(?: #\d+)?$")


def _call(result: str, rest: str, where: Location) -> Instruction:
    match = CALL.match(rest)
    assert match, rest
    kind, callee, arguments = match.groups()
    width = integer_width(kind.split(" ")[-2] if " " in kind else kind) or 0
    if callee.startswith(("llvm.lifetime", "llvm.assume", "llvm.experimental.noalias", "llvm.dbg")):
        return Instruction("nothing", "", 0, [])
    if callee.startswith(("llvm.memcpy", "llvm.memset", "llvm.memmove")):
        raise CryptagonError(
            "a block copy or fill of memory that is not a variable cannot become hardware",
            where=str(where),
            fix="declare a variable, and copy or fill that",
        )
    operands = [_typed(part, where) for part in split_top(arguments)]
    return call(result, width, operands, callee)


def _extractvalue(result: str, rest: str, _where: Location) -> Instruction:
    match = re.match(r"^\{(.*)\} %([-\w.]+), (\d+)$", rest)
    assert match, rest
    widths = [integer_width(kind) or 0 for kind in split_top(match.group(1).strip())]
    index = int(match.group(3))
    return Extract("extractvalue", result, widths[index], [], match.group(2), index)


def _load(result: str, rest: str, where: Location) -> Instruction:
    kind, pointer, *_ = split_top(rest)
    return Load(
        "load",
        result,
        _width(kind, f"from {pointer}", where),
        [],
        _address(pointer.removeprefix("ptr ")),
    )


def _getelementptr(result: str, rest: str, where: Location) -> Instruction:
    kind, pointer, *indices = split_top(rest.replace("nuw ", ""))
    operands = [_typed(index, where) for index in indices]
    return PointerStep(
        "getelementptr", result, 0, operands, kind, _address(pointer.removeprefix("ptr "))
    )


CONSTANT_ADDRESS = re.compile(r"^getelementptr (?:\w+ )*\((.*)\)$")
CONSTANT_INDEX = re.compile(r"^i\d+ (-?\d+)$")


def _address(text: str) -> Address:
    """What a pointer means: a value, a table, or a constant place in one."""
    if text.startswith("%"):
        return Address.of(text[1:])
    if text.startswith("@"):
        return Address(text, table=text[1:])
    constant = CONSTANT_ADDRESS.match(text)
    kind, base, *indices = split_top(constant[1]) if constant else ("", "")
    numbers = [CONSTANT_INDEX.match(index) for index in indices]
    if not base.startswith("ptr @") or None in numbers:
        return Address(text)
    return Address(
        text,
        table=base.removeprefix("ptr @"),
        kind=kind,
        indices=tuple(int(number[1]) for number in numbers if number),
    )


def _plain(opcode: str):  # noqa: ANN202 -- a closure of the reader's own shape
    return lambda result, _rest, _where: Instruction(opcode, result, 0, [])


READERS = {
    "icmp": _icmp,
    "select": _select,
    "phi": _phi,
    "br": _br,
    "switch": _switch,
    "call": _call,
    "extractvalue": _extractvalue,
    "load": _load,
    "getelementptr": _getelementptr,
    "ret": _plain("ret"),
    "unreachable": _plain("unreachable"),
}
