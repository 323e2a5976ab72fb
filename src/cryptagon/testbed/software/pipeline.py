"""Cycles of machine code on a Cortex-A9, by LLVM's model of its pipeline."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import answer, find

MACHINE = ("--mcpu=cortex-a9", "--mattr=+neon")
REPEATS = 100
"""A block is modelled as run so often in a row."""
SECONDS = 120
_ONE_VIEW = ("--resource-pressure=0", "--instruction-info=0")
"""Of the summary alone: that of the resources crashes on some code with vectors."""
_SEVERAL = re.compile(
    r"\s*(?P<word>v?push|v?pop|v?ldm|v?stm)\w*\s+(?:\w+!?, )?\{(?P<registers>.*)\}"
)


def cycles(blocks: Mapping[bytes, int]) -> float:
    """What basic blocks take that are run so often each, as if each came behind itself.

    There are no misses of a cache and no branches that are guessed wrongly. Raises MachineError
    where LLVM's programs are missing, and CryptagonError for code that they do not know.
    """
    return sum(count * block_cycles(code) for code, count in blocks.items())


@cache
def block_cycles(code: bytes) -> float:
    """Cycles of a basic block. Raises as `cycles` does."""
    text = "\n".join(line for one in _disassembled(code) for line in _known(one))
    said = _run(
        "llvm-mca", ["--mtriple=armv7", f"--iterations={REPEATS}", "--json", *_ONE_VIEW], text
    )
    found = json.loads(said)
    (region,) = found.get("CodeRegions", [found])
    return region["SummaryView"]["TotalCycles"] / REPEATS


def _disassembled(code: bytes) -> Iterator[str]:
    given = " ".join(f"0x{byte:02x}" for byte in code)
    for line in _run("llvm-mc", ["--disassemble", "--triple=armv7"], given).splitlines():
        if line.strip() and not line.strip().startswith("."):
            yield line


def _known(line: str) -> Iterator[str]:
    """The instruction. The model does not know one that moves many registers: in its place is a load
    or a store for two of them, as many as the processor moves in a cycle.
    """
    found = _SEVERAL.match(line)
    if not found:
        yield line
        return
    registers = found["registers"].split(", ")
    loads = found["word"].endswith(("pop", "ldm"))
    kind = {
        (False, True): "ldr",
        (False, False): "str",
        (True, True): "vldr",
        (True, False): "vstr",
    }
    word = kind[found["word"].startswith("v"), loads]
    for register in registers[::2]:
        yield f"{word} {register}, [sp]" if register != "pc" else "bx lr"


def _run(program: str, options: list[str], given: str) -> str:
    done = answer([*find(program).argv, *MACHINE, *options], given.encode(), timeout=SECONDS)
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip()[-500:]
        raise CryptagonError(f"{program} does not know this code", why=why)
    return done.stdout.decode()
