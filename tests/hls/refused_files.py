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

    return Refusal(
        act, "unit.c: this is a binary file, no C source\n  fix: give the path of a .c file"
    )


def unreadable(folder: Path) -> None:
    (folder / "unit.c").write_text(WRITES.format(3))
    with patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Permission denied")):
        compile_source(folder / "unit.c", folder / "verilog")


def clang_refuses(text: str, line: int, what: str, fix: str = "correct the C source") -> Refusal:
    """A whole source that clang refuses."""
    return source(text, f"unit.c:{line}: {what}\n  why: clang refused it\n  fix: {fix}")


def cpp(text: str, message: str) -> Refusal:
    """A source in C++."""

    def act(folder: Path) -> None:
        (folder / "unit.cpp").write_text(text)
        compile_source(folder / "unit.cpp", folder / "verilog")

    return Refusal(act, message.strip())


def port(declaration: str, name: str, signal: str, why: str) -> Refusal:
    """A stream or wire, declared in line 4, with a port that it cannot have."""
    what = f"'{name}' would have a port called '{signal}'"
    return refused(
        "",
        f"unit.c:4: {what}\n  why: {why}\n  fix: give it or its member another name",
        head=declaration,
    )


def twice(folder: Path) -> None:
    """Two files of a design that define the same."""
    for name, text in {"unit.c": WRITES.format("once"), "more.c": ""}.items():
        (folder / name).write_text("unsigned once;\n" + text)
    compile_source(folder / "unit.c", folder / "verilog", beside=[folder / "more.c"])


FILES: dict[str, Refusal] = {
    "name in two files": Refusal(
        twice,
        """\
more.c: 'once' is defined in this file and in another one
  why: the files of a design are linked, and a name that is not static is there once
  fix: make it static in each, or define it in one file and declare it `extern` in the others""",
    ),
    "binary file": content(b"\x7fELF\x02\x01\x01\x00\x00\x00"),
    "folder": Refusal(
        lambda folder: compile_source(folder, folder / "verilog"),
        ".: this is a folder, no C source\n  fix: give the path of a .c file",
    ),
    "pass that there is not": Refusal(
        lambda folder: compile_source(folder / "unit.c", folder, dump=["stage"]),
        "there is no pass 'stage'\n  fix: did you mean stages or storage?",
    ),
    "pass whose name is like no other": Refusal(
        lambda folder: compile_source(folder / "unit.c", folder, dump=["all", "zzz"]),
        "there is no pass 'zzz'\n  fix: give one that --list-passes lists, or all",
    ),
    "unreadable file": Refusal(
        unreadable, "unit.c: the C source cannot be read\n  why: Permission denied"
    ),
    "empty file": source(
        "",
        """
unit.c: no function is marked HARDWARE
  why: a static one that nothing calls, or one that is only declared, does not count
  fix: mark the one function that becomes the hardware: HARDWARE void name(void) { ... }""",
    ),
    "missing include": clang_refuses(
        HEAD + '#include "mine.h"\n' + WRITES.format(3),
        4,
        "not valid C: there is no file 'mine.h' to include",
        "give --include DIR with the folder that has it, put the file beside the source, or into algorithms/include of your own folder; "
        "of the C library there are stdint.h, stdbool.h, stddef.h, limits.h, string.h, ctype.h, stdlib.h, stdio.h, "
        "assert.h, inttypes.h, errno.h, math.h, malloc.h, memory.h, strings.h, time.h, uchar.h, "
        "unistd.h and sys/types.h",
    ),
    **{
        f"a function of the name '{name}'": clang_refuses(
            HEAD + f"static int {name}(int x) {{ return x != 0; }}\n",
            4,
            f"not valid C: cryptagon.h has the name '{name}' too",
            "give it another name, or name the file that has it beside the one that includes cryptagon.h",
        )
        for name in ("any", "wait", "cycles", "bit")
    },
    "a machine that the source does not know": clang_refuses(
        HEAD + "#ifndef __riscv\n#error unknown machine\n#endif\n" + WRITES.format(3),
        5,
        "not valid C: unknown machine",
        "-D NAME defines what the source asks for; macros of processors and systems, such as __x86_64__ "
        "and __linux__, are not there unless you define them",
    ),
    "a macro that the source defines for some machines": clang_refuses(
        HEAD
        + "#ifdef __x86_64__\n#define LITTLE(x) (x)\n#endif\n"
        + "HARDWARE void unit(void) { stream_write(out, LITTLE(3)); }\n",
        7,
        "not valid C: 'LITTLE' is declared nowhere",
        "declare it before it is used, or include what does; where the source does so for some machines alone, "
        "-D NAME defines what the source asks for; macros of processors and systems, such as __x86_64__ "
        "and __linux__, are not there unless you define them",
    ),
    "write of an input stream": clang_refuses(
        HEAD + "HARDWARE void unit(void) { stream_write(in, 3); }\n",
        4,
        "stream_write of 'in', which is no output stream",
        "write a stream that STREAM_OUT declares",
    ),
    "read of an output stream": clang_refuses(
        WRITES.format("stream_read(out)"),
        4,
        "stream_read of 'out', which is no input stream",
        "name a stream that STREAM_IN declares",
    ),
    "peek of a name that is nothing": clang_refuses(
        WRITES.format("stream_peek(other)"),
        4,
        "stream_peek of 'other', which is no input stream",
        "name a stream that STREAM_IN declares",
    ),
    "question about an expression": clang_refuses(
        WRITES.format("stream_has(other.part)"),
        4,
        "stream_has of 'other', which is no input stream",
        "name a stream that STREAM_IN declares",
    ),
    "C++ that would begin with a constructor": cpp(
        HEAD
        + """struct start { unsigned at; start() : at((unsigned)(unsigned long)&at) {} };
start first;
HARDWARE void unit() { stream_write(out, first.at); }
""",
        """
unit.cpp: a variable outside of functions begins with what a constructor computes
  why: nothing runs before the hardware function
  fix: make the constructor constexpr, or declare the variable in the function""",
    ),
    "C++ with a heap": cpp(
        HEAD
        + "HARDWARE void unit() { static unsigned *last; unsigned *one = new unsigned(3); "
        + "if (last) stream_write(out, *last); last = one; }\n",
        """
unit.cpp:4: a block of malloc or new may still be used when its call runs again
  why: hardware has no heap: each call has one block of its own
  fix: use an array with an element for each block""",
    ),
    "C of an older standard": clang_refuses(
        HEAD
        + "static sum(a, b) int a, b; { return a + b; }\n"
        + WRITES[len(HEAD) :].format("sum(1, 2)"),
        4,
        "not valid C: 'a' is declared nowhere",
        "it is gnu17: give --std gnu17",
    ),
    "unknown name": clang_refuses(
        WRITES.format("other()"),
        4,
        "not valid C: 'other' is declared nowhere",
        "declare it before it is used, or include what does",
    ),
    "no include": clang_refuses(
        "HARDWARE void unit(void) { }\n",
        1,
        "not valid C: 'HARDWARE' is declared nowhere",
        "write #include <cryptagon.h> first",
    ),
    "unknown type": clang_refuses(
        HEAD + "static u8 x;\n",
        4,
        "not valid C: 'u8' is declared nowhere",
        "declare it before it is used, or include what does",
    ),
    "annotation behind the type": clang_refuses(
        HEAD + "void HARDWARE unit(void) { stream_write(out, 3); }\n",
        4,
        "HARDWARE, SHARED or a kind of RAM is where it means nothing",
        "write it first: HARDWARE void name(void) { ... }",
    ),
    "two input streams of one name": clang_refuses(
        HEAD + "STREAM_IN(uint_t(8), in)\n" + WRITES.format(3),
        4,
        "a second stream or wire 'in'",
        "give each stream and wire a name of its own",
    ),
    "read of nothing": clang_refuses(
        WRITES.format("stream_read()"),
        4,
        "stream_read without a stream",
        "name one that STREAM_IN or STREAM_OUT declares",
    ),
    "write of nothing": clang_refuses(
        HEAD + "HARDWARE void unit(void) { stream_write(out); }\n",
        4,
        "stream_write without an item",
        "write stream_write(STREAM, ITEM)",
    ),
    "input and output stream of one name": port(
        "STREAM_OUT(uint_t(8), in)", "in", "in", "there is one already"
    ),
    "stream called like the clock": port(
        "STREAM_IN(uint_t(8), clk)", "clk", "clk", "there is one already"
    ),
    "wire called like a port of a stream": port(
        "WIRE_IN(bit, out_valid)", "out_valid", "out_valid", "there is one already"
    ),
    "member whose port has the name of another stream": port(
        "WIRE_IN(bit, s_last) struct s { bit last; }; STREAM_IN(struct s, s)",
        "s",
        "s_last",
        "there is one already",
    ),
    "stream called by a word of Verilog": port(
        "STREAM_IN(uint_t(8), wire)", "wire", "wire", "that is a word of Verilog"
    ),
    "stream called like a signal inside": refused(
        "x += stream_read(go);",
        """
the Verilog would have two signals called 'go'
  why: one is a port, one a signal inside
  fix: give the stream or wire another name""",
        head="STREAM_IN(uint_t(8), go)",
    ),
}
