"""The program of a soft processor as an image of its memory: compiled for RISC-V by the pinned C
compiler, linked, and written as words for `$readmemh`.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import ToolError, find, run

FLAGS = (
    *("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32", "-std=c99", "-Os"),
    *("-ffreestanding", "-fno-builtin", "-fno-sanitize=undefined", "-fno-stack-protector"),
    *("-fno-pic", "-ffunction-sections", "-Wall"),
)
_LOAD = 1
_MACHINE_RISCV = 243


def program_image(program: Path, folder: Path, words: int) -> str:
    """The image of the program whose sources are in `program`: `words` lines of eight hexadecimal
    digits; working files go to `folder`.

    Raises CryptagonError where it does not compile or does not fit.
    """
    zig = find("zig-cc")
    sources = [*sorted(program.glob("*.c")), program / "start.S"]
    binary = folder / "program.elf"
    linking = ("-nostdlib", "-static", "-Wl,--gc-sections", f"-Wl,-T,{program / 'link.ld'}")
    argv = [*zig.argv, *FLAGS, *linking, f"-I{program}", *map(str, sources), "-o", str(binary)]
    try:
        run(argv, cwd=folder, env=zig.env)
    except ToolError as fault:
        raise CryptagonError(
            "the program for the board does not compile or does not fit",
            where=str(program),
            why=fault.why,
        ) from fault
    return words_of(binary.read_bytes(), words)


def words_of(elf: bytes, words: int) -> str:
    """What an ELF file loads, from address 0 on.

    Raises CryptagonError for a file that is none of RISC-V, and one that does not fit.
    """
    if elf[:6] != b"\x7fELF\x01\x01" or struct.unpack_from("<H", elf, 18)[0] != _MACHINE_RISCV:
        raise CryptagonError("the compiler made no program for RISC-V of 32 bits")
    memory = bytearray(4 * words)
    for place, content in _segments(elf):
        if place + len(content) > len(memory):
            raise CryptagonError(
                "the program for the board does not fit",
                why=f"it ends at byte {place + len(content):,} of {len(memory):,}",
                fix="this is a fault of the project's program",
            )
        memory[place : place + len(content)] = content
    return "".join(f"{word:08x}\n" for (word,) in struct.iter_unpack("<I", memory))


def _segments(elf: bytes) -> Iterator[tuple[int, bytes]]:
    """Address and content of each part that is loaded."""
    start = struct.unpack_from("<I", elf, 28)[0]
    size, count = struct.unpack_from("<HH", elf, 42)
    for number in range(count):
        kind, offset, address, _, length = struct.unpack_from("<5I", elf, start + number * size)
        if kind == _LOAD and length:
            yield address, elf[offset : offset + length]
