"""Accesses to ports: streams and wires field by field; reads and writes of memory ports, so far
calls as those of RAMs, as items of their two streams.

A read is a request and, in a later cycle, its response; a write is a request alone. So a port has
at most one response to come at a time, and a memory of any latency serves it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.module import TOP, Module
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.memory.ports import (
    MemoryPort,
    explicit_fences,
    fence_declarations,
    without_rams_of,
)
from cryptagon.hls.source.port_accesses import access_declarations, explicit_accesses

CALL = re.compile(
    r"^  (?:(%[-\w.]+) = )?(?:tail )?call (?:void|i\d+) @cg\.(read_ram|write_ram|fence)\.(\w+)\((.*?)\)(?: #\d+)?(, !dbg !\d+)?$",
    re.MULTILINE,
)


def explicit_accesses_of(module: Module) -> Module:
    """The module, which has calls as clang wrote them, with accesses to streams and wires field by
    field and with fences by the names of their memory ports.

    Raises CryptagonError, with file and line, for a fence of anything else.
    """
    text = explicit_fences(module.text, module.memories, Metadata(module.text))
    return module.having(explicit_accesses(text, module.ports))


def declarations(module: Module) -> str:
    """What the calls of accesses and fences look like to LLVM."""
    return access_declarations(module.ports) + fence_declarations(module.memories)


def as_streams(module: Module) -> Module:
    """The module with the accesses of its memory ports as items of their streams.

    Raises CryptagonError, with file and line, for a memory port that the program never reads or
    writes.
    """
    if not module.memories:
        return module
    text = CALL.sub(lambda call: _access(call, module.memories), module.text)
    for memory in module.memories.values():
        if module.top == TOP and f"@cg.write.{memory.request.name}(" not in text:
            raise CryptagonError(
                f"memory port '{memory.name}' is never read or written",
                where=str(memory.location),
                why="its signals would wait for nothing",
                fix="read or write its elements, or leave it out",
            )
    return replace(module, text=text, rams=without_rams_of(module.rams))


def _access(call: re.Match[str], memories: Mapping[str, MemoryPort]) -> str:
    result, verb, name, operands, debug = call.groups()
    if name not in memories:
        return call[0]
    memory, debug = memories[name], debug or ""
    if verb == "write_ram":
        whole = operands if operands.count(",") == 2 else f"{operands}, i{memory.byte_count} -1"
        return _request(memory, 1, whole, debug)
    address = operands or f"i{memory.address_width} 0"  # a fence reads what nobody looks at
    unset = f"i{memory.width} undef, i{memory.byte_count} undef"
    item, kind = f"%cg.item.{memory.response.name}.{call.start()}", f"{{ i{memory.width} }}"
    lines = [
        _request(memory, 0, f"{address}, {unset}", debug),
        f"  {item} = call {kind} @cg.read.{memory.response.name}(){debug}",
    ]
    if result:
        lines.append(f"  {result} = extractvalue {kind} {item}, 0{debug}")
    return "\n".join(lines)


def _request(memory: MemoryPort, write: int, operands: str, debug: str) -> str:
    flag = "true" if write else "false"
    return f"  call void @cg.write.{memory.request.name}(i1 {flag}, {operands}){debug}"
