"""Sources that are no C, or no C that clang takes: the whole of each message."""

from pathlib import Path
from unittest.mock import patch

from refusals import HEAD, Refusal, refused, source

from cryptagon.hls import compile_source

WRITES = HEAD + "HARDWARE void unit(void) {{ stream_write(out, {}); }}\n"


def content(data: bytes) -> Refusal:
    """A file that holds no text."""

    def act(folder: Path) -> None:
        (folder / "unit.c").write_bytes(data)
        compile_source(folder / "unit.c", folder / "verilog")

    return Refusal(act, "unit.c: this is a binary file, no C source\n  fix: give the path of a .c file")


def unreadable(folder: Path) -> None:
    (folder / "unit.c").write_text(WRITES.format(3))
    with patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Permission denied")):
        compile_source(folder / "unit.c", folder / "verilog")


def clang_refuses(text: str, line: int, what: str, fix: str = "correct the C source") -> Refusal:
    """A whole source that clang refuses."""
    return source(text, f"unit.c:{line}: {what}\n  why: clang refused it\n  fix: {fix}")


FILES: dict[str, Refusal] = {
    "binary file": content(b"\x7fELF\x02\x01\x01\x00\x00\x00"),
    "folder": Refusal(
        lambda folder: compile_source(folder, folder / "verilog"),
        ".: this is a folder, no C source\n  fix: give the path of a .c file",
    ),
    "unreadable file": Refusal(unreadable, "unit.c: the C source cannot be read\n  why: Permission denied"),
    "empty file": source(
        "",
        """
unit.c: no function is marked HARDWARE
  fix: mark the one function that becomes the hardware: HARDWARE void name(void) { ... }""",
    ),
    "missing include": clang_refuses(
        HEAD + '#include "mine.h"\n' + WRITES.format(3),
        4,
        "not valid C23: there is no file 'mine.h' to include",
        "put the file beside the source; of the C library there are stdint.h, stdbool.h, stddef.h, limits.h and string.h",
    ),
    "write of an input stream": clang_refuses(
        HEAD + "HARDWARE void unit(void) { stream_write(in, 3); }\n",
        4,
        "stream_write of 'in', which is no output stream",
        "write a stream that STREAM_OUT declares",
    ),
    "read of an output stream": clang_refuses(
        WRITES.format("stream_read(out)"), 4, "stream_read of 'out', which is no input stream", "name a stream that STREAM_IN declares"
    ),
    "peek of a name that is nothing": clang_refuses(
        WRITES.format("stream_peek(other)"), 4, "stream_peek of 'other', which is no input stream", "name a stream that STREAM_IN declares"
    ),
    "question about an expression": clang_refuses(
        WRITES.format("stream_has(other.part)"),
        4,
        "stream_has of 'other', which is no input stream",
        "name a stream that STREAM_IN declares",
    ),
    "unknown name": clang_refuses(
        WRITES.format("other()"),
        4,
        "not valid C23: 'other' is declared nowhere",
        "declare it before it is used, or include what does",
    ),
    "two input streams of one name": clang_refuses(
        HEAD + "STREAM_IN(uint_t(8), in)\n" + WRITES.format(3),
        4,
        "a second stream or wire 'in'",
        "give each stream and wire a name of its own",
    ),
    "input and output stream of one name": refused(
        "",
        """
unit.c:4: a second stream or wire 'in'
  why: its ports would have the same names
  fix: give each a name of its own""",
        head="STREAM_OUT(uint_t(8), in)",
    ),
}
