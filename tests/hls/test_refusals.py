"""C that cannot become hardware: each message names file and line, the construct, and what to write instead."""

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source

FRAME = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
HEAD
HARDWARE void unit(void) {
    uint_t(8) x = stream_read(in);
    BODY
    stream_write(out, x);
}
"""
AT_HEAD, AT_BODY = 4, 7

# construct: (before the function, in the function, line, part of the message, part of the way out)
REFUSED = {
    "recursion": ("static int f(int n) { return n > 0 ? f(n - 1) + n : 0; }", "x += f(x);", AT_HEAD, "'f' calls itself", "loop"),
    "heap": ("void *malloc(unsigned long);", "char *p = malloc(4); x += p[1];", AT_BODY, "call of 'malloc'", "array"),
    "unknown function": ("int helper(int);", "x += helper(x);", AT_BODY, "call of 'helper'", "include its definition"),
    "function pointer": (
        "static int g(int a) { return a + 1; } static int h(int a) { return a * 2; }",
        "int (*p)(int) = x & 1 ? g : h; x += p(x);",
        AT_BODY,
        "function pointer",
        "by name",
    ),
    "floating point": ("", "float y = x; x = (unsigned char)(y * 2.5f);", AT_BODY, "floating-point arithmetic", "integers"),
    "pointer in a variable": (
        "",
        "uint_t(8) a[4] = {x}, b[4] = {1}, *p = a; for (int i = 0; i < 4; i++) { x += *p; p = p == a ? b : a; a[x & 3] = x; }",
        AT_BODY,
        "a pointer to 'a' that is kept in a variable",
        "by an index",
    ),
    "copy of a size that varies": (
        "#include <string.h>",
        "char a[4] = {x}, b[4] = {}; memcpy(b, a, x & 3); x = b[x & 3];",
        AT_BODY,
        "'a' whose size varies",
        "constant size",
    ),
    "volatile variable": ("", "volatile char a[4] = {x}; x = a[x & 3];", AT_BODY, "'a' is volatile", "leave"),
    "array of variable length": ("", "char a[x]; a[0] = x; x = a[0];", 6, "variable length", "constant length"),
    "division by a variable": ("", "x = 100 / x;", AT_BODY, "division by a variable", "divide by a constant"),
    "UNROLL up to a variable": ("", "UNROLL for (int i = 0; i < x; i++) x *= 3;", AT_BODY, "could not be unrolled", "constant bounds"),
    "UNROLL of while": ("", "UNROLL while (x > 3) x *= 3;", AT_BODY, "could not be unrolled", "constant bounds"),
    "UNROLL_BY of reads up to a variable": (
        "",
        "UNROLL_BY(3) for (int i = 0; i < x; i++) x ^= stream_read(in);",
        AT_BODY,
        "could not be unrolled",
        "constant bounds",
    ),
    "goto into a loop": (
        "",
        "if (x & 1) goto inside; for (int i = 0; i < 4; i++) { x += i; inside: x ^= 3; }",
        AT_BODY,
        "entered in its middle",
        "for or while",
    ),
    "assembly": ("", '__asm__ volatile ("nop");', AT_BODY, "inline assembly", "in C"),
    "stream of floats": ("STREAM_IN(float, other)", "x += (unsigned char)stream_read(other);", AT_HEAD, "'other'", "uint_t(N)"),
    "stream of pointers": ("STREAM_IN(int *, other)", "x += *stream_read(other);", AT_HEAD, "'other'", "struct"),
    "syntax error": ("", "x = ;", AT_BODY, "not valid C23", "correct"),
    "two HARDWARE functions": ("HARDWARE void other(void) { stream_write(out, 3); }", "", 5, "other, unit", "HARDWARE void"),
}


def refusal(tmp_path, text: str) -> CryptagonError:
    source = tmp_path / "unit.c"
    source.write_text(text)
    with pytest.raises(CryptagonError) as caught:
        compile_source(source, tmp_path / "verilog")
    return caught.value


@pytest.mark.parametrize("construct", REFUSED)
def test_refusal_names_line_construct_and_way_out(tmp_path, construct):
    head, body, line, what, fix = REFUSED[construct]
    error = refusal(tmp_path, FRAME.replace("HEAD", head).replace("BODY", body))
    assert what in error.what
    assert error.where == f"{tmp_path / 'unit.c'}:{line}"
    assert fix in error.fix
    assert not (tmp_path / "verilog" / "CipherCore.v").exists()


def test_source_without_hardware(tmp_path):
    error = refusal(tmp_path, "#include <cryptagon.h>\nvoid unit(void) {}\n")
    assert error.what == "no function is marked HARDWARE"
    assert error.where == str(tmp_path / "unit.c")
    assert "HARDWARE void" in error.fix


def test_the_frame_itself_compiles(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(FRAME.replace("HEAD", "").replace("BODY", ""))
    assert compile_source(source, tmp_path).core.sources[0].is_file()
