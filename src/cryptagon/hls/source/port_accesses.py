"""Accesses to ports as LLVM sees them: in C they move an item through memory, here field by field
by calls of `cg.VERB.PORT`.
"""

import re
from collections.abc import Mapping

from cryptagon.hls.source.interface import Port

ACCESS = re.compile(
    r"^  call void @cg_(read|peek|has|write)_(\w+)\(ptr noundef (%[-\w.]+)\)(?: #\d+)?(.*)$",
    re.MULTILINE,
)


def explicit_accesses(text: str, ports: Mapping[str, Port]) -> str:
    """The module with every access as such a call; `text` has memory and calls as clang wrote
    them.
    """
    return ACCESS.sub(lambda match: _explicit_access(match, ports), text)


def _explicit_access(match: re.Match[str], ports: Mapping[str, Port]) -> str:
    """An access to a port through memory becomes a call that gives or takes the item field by
    field.
    """
    direction, name, pointer, tail = match.groups()
    port, unique = ports[name], f"{name}.{match.start()}"
    port = port.question if direction == "has" else port
    debug = tail[tail.index("!dbg") :] if "!dbg" in tail else ""
    suffix = f", {debug}" if debug else ""
    lines = (
        write_lines(port, pointer, unique)
        if direction == "write"
        else read_lines(port, direction, pointer, unique)
    )
    return "\n".join(f"  {line}{suffix}" for line in lines)


def _item_type(port: Port) -> str:
    return "{ " + ", ".join(f"i{field.bits}" for field in port.fields) + " }"


def read_lines(port: Port, direction: str, pointer: str, unique: str) -> list[str]:
    """A read of a port to where `pointer` leads; `unique` keeps the names apart from those of other
    accesses.
    """
    lines = [f"%cg.item.{unique} = call {_item_type(port)} @cg.{direction}.{port.name}()"]
    for i, field in enumerate(port.fields):
        value, memory = f"%cg.{i}.{unique}", f"i{field.size * 8}"
        lines.append(
            f"{value}.{field.name} = extractvalue {_item_type(port)} %cg.item.{unique}, {i}"
        )
        stored = f"{value}.{field.name}"
        if field.bits != field.size * 8:
            lines.append(f"{value}.wide = zext i{field.bits} {stored} to {memory}")
            stored = f"{value}.wide"
        lines.append(f"{value}.address = getelementptr i8, ptr {pointer}, i64 {field.offset}")
        lines.append(f"store {memory} {stored}, ptr {value}.address, align 1")
    return lines


def write_lines(port: Port, pointer: str, unique: str) -> list[str]:
    """A write to a port of what lies where `pointer` leads."""
    arguments, lines = load_fields(port, pointer, unique)
    return [*lines, f"call void @cg.write.{port.name}({', '.join(arguments)})"]


def load_fields(port: Port, pointer: str, unique: str) -> tuple[list[str], list[str]]:
    """The fields of an item in memory as typed operands, and the lines that load them."""
    arguments, lines = [], []
    for i, field in enumerate(port.fields):
        value, memory = f"%cg.{i}.{unique}", f"i{field.size * 8}"
        lines.append(f"{value}.address = getelementptr i8, ptr {pointer}, i64 {field.offset}")
        lines.append(f"{value}.memory = load {memory}, ptr {value}.address, align 1")
        argument = f"{value}.memory"
        if field.bits != field.size * 8:
            lines.append(f"{value}.narrow = trunc {memory} {argument} to i{field.bits}")
            argument = f"{value}.narrow"
        arguments.append(f"i{field.bits} {argument}")
    return arguments, lines


def access_declarations(ports: Mapping[str, Port]) -> str:
    """What these calls look like to LLVM: no pass may move one past another, or drop it."""
    effects = "nounwind willreturn convergent memory(inaccessiblemem: readwrite)"
    lines = []
    for port in ports.values():
        if port.is_output:
            lines.append(
                f"declare void @cg.write.{port.name}({_item_type(port).strip('{ }')}) {effects}"
            )
        else:
            lines += [
                f"declare {_item_type(port)} @cg.{access}.{port.name}() {effects}"
                for access in ("read", "peek")
            ]
        if port.kind == "stream_in":
            lines.append(f"declare {_item_type(port.question)} @cg.has.{port.name}() {effects}")
    return "\n".join(lines) + "\n"
