"""Memory ports that cannot be: the whole of each message."""

import json
from pathlib import Path

from refusals import HEAD, Refusal, refused, source

from cryptagon.hls import compile_source
from cryptagon.hls.check import load_stimulus

WIDTHS = "its elements must be integers of 8, 16, 32, 64, 128, 256, 512, 1024 bits"
WORD = (
    "use uint8_t, uint32_t, uint_t(128) and the like; put the members of a struct into one of them"
)
PORT = "MEMORY_PORT unsigned data[16];"
INSIDE = """
unit.c:7: memory port 'data' is declared inside a function
  why: it is a port of the module, as a stream is
  fix: declare it outside of functions"""
CONTENTS = """
unit.c:4: memory port 'data' is const or has initial values
  why: what a memory outside holds is not the module's to say
  fix: declare it without; a table of constants is a ROM"""
VOLATILE = """
unit.c:4: memory port 'data' is volatile
  why: nothing else may write the array while the module uses it: an element that was read may be kept
  fix: leave `volatile` out; what changes meanwhile is a stream or a WIRE_IN"""
LENGTH = """
unit.c:4: 'data' cannot be a memory port
  why: it must be an array of 2 to 1048576 elements
  fix: declare it so, or make it a WIRE_IN or a stream"""
NO_FENCE = """
unit.c:7: memory_fence of something that is no memory port
  fix: name an array that MEMORY_PORT declares: memory_fence(ARRAY)"""


def elements(name: str) -> str:
    """The message on elements that cannot be."""
    return f"\nunit.c:4: '{name}' cannot be a memory port\n  why: {WIDTHS}\n  fix: {WORD}"


def too_many_elements(folder: Path) -> None:
    """A stimulus with more elements than the array has."""
    (folder / "unit.c").write_text(
        f"{HEAD}{PORT}\nHARDWARE void unit(void) {{ stream_write(out, data[stream_read(in) & 15]); }}\n"
    )
    result = compile_source(folder / "unit.c", folder / "out", module="unit")
    (folder / "items.json").write_text(json.dumps({"memories": {"data": [0] * 17}}))
    load_stimulus(folder / "items.json", result.ports, result.memories)


MEMORY_PORTS: dict[str, Refusal] = {
    "struct": refused(
        "x = data[x & 3].a;",
        elements("data"),
        head="MEMORY_PORT struct pair { unsigned a, b; } data[4];",
    ),
    "odd width": refused(
        "x = data[x & 3];", elements("data"), head="MEMORY_PORT uint_t(24) data[4];"
    ),
    "one element": refused("x = data;", LENGTH, head="MEMORY_PORT unsigned data;"),
    "too many elements": refused(
        "x = data[x];", LENGTH, head="MEMORY_PORT unsigned data[1 << 21];"
    ),
    "local": refused("MEMORY_PORT unsigned data[4];\nx = data[x & 3];", INSIDE),
    "static in a function": refused(
        "MEMORY_PORT static unsigned data[4];\nx = data[x & 3];", INSIDE
    ),
    "volatile": refused(
        "x = data[x & 3];", VOLATILE, head="MEMORY_PORT volatile unsigned data[4];"
    ),
    "const": refused("x = data[x & 3];", CONTENTS, head="MEMORY_PORT const unsigned data[4];"),
    "initial values": refused(
        "x = data[x & 3];", CONTENTS, head="MEMORY_PORT unsigned data[4] = {1, 2};"
    ),
    "never used": refused(
        "x += 1;",
        """
unit.c:4: memory port 'data' is never read or written
  why: its signals would wait for nothing
  fix: read or write its elements, or leave it out""",
        head=PORT,
    ),
    "index outside": refused(
        "for (int i = 0; i < 2; i++) x += data[i];\nx += data[16];",
        """
unit.c:8: index 16 is outside of memory port 'data', which has 16 elements
  fix: keep the index below 16""",
        head=PORT,
    ),
    "address as a number": refused(
        "x += (unsigned)(unsigned long)&data[x & 3] + data[1];",
        """
unit.c:7: memory port 'data' has its address used for something else than its elements
  why: its ports move one element at a time
  fix: read and write its elements, and do nothing else with the address""",
        head=PORT,
    ),
    "name that is taken": source(
        f"{HEAD}STREAM_OUT(uint_t(8), data_request_write)\n{PORT}\n"
        "HARDWARE void unit(void) { stream_write(out, data[stream_read(in) & 15]); }\n",
        """
unit.c:5: 'data_request' would have a port called 'data_request_write'
  why: there is one already
  fix: give it or its member another name""",
    ),
    "fence of a variable": refused("unsigned a = x; memory_fence(&a);", NO_FENCE, head=""),
    "more contents than elements": Refusal(
        too_many_elements,
        """items.json: memory port 'data' has 16 elements
  why: 17 are given
  fix: give as many, or fewer: the others are 0""",
    ),
}
