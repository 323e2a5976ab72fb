"""C that cannot become hardware: file and line, the construct, what to do instead."""

import pytest

FRAME = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
HARDWARE void unit(void) {
    for (;;) {
        uint_t(8) x = stream_read(in);
        BODY
        stream_write(out, x);
    }
}
"""


def compile_body(workplace, body, head=""):
    source = workplace.folder / "unit.c"
    source.write_text(head + FRAME.replace("BODY", body))
    return workplace.cryptagon("hls", str(source), "-o", "verilog"), 7 + head.count("\n")


@pytest.mark.parametrize(
    ("body", "head", "construct"),
    [
        ("float y = x; x = (uint_t(8))(y * 2.5f);", "", "floating-point"),
        (
            "static unsigned long n; n += x; char *p = malloc(n); x = (uint_t(8))p[1];",
            "#include <stdlib.h>\n",
            "malloc",
        ),
        ("x = y;", "", "'y' is declared nowhere"),
    ],
)
def test_construct_is_named_with_its_line_and_a_way_out(workplace, body, head, construct):
    result, line = compile_body(workplace, body, head)
    assert result.returncode == 1
    assert (
        construct in result.stderr and f"unit.c:{line}" in result.stderr and "fix:" in result.stderr
    )
    assert "Traceback" not in result.stderr


def test_what_is_right_compiles(workplace):
    result, _ = compile_body(workplace, "x += 1;")
    assert result.returncode == 0, result.stderr
    assert (
        workplace.folder / "verilog" / "unit.v"
    ).is_file() and "equal: 200 items" in result.stderr


def test_a_native_run_goes_on_where_c_leaves_open_what_happens_if_asked(workplace):
    source = workplace.folder / "unit.c"
    body = "for (int i = 0; i < 9; i++) past[i % 8] = data[i]; x += past[(x & 3) | 4];"
    source.write_text(
        FRAME.replace("BODY", f"static const int data[8] = {{1, 2, 3, 4}}; int past[8]; {body}")
    )
    result = workplace.cryptagon("hls", str(source), "-o", "verilog")
    assert result.returncode == 1
    assert "index 8 is outside of 'data'" in result.stderr
    result = workplace.cryptagon("hls", str(source), "-o", "verilog", "--no-native-checks")
    assert result.returncode == 0, result.stderr
    assert "equal: 200 items" in result.stderr


def test_bad_define_is_a_usage_error(workplace):
    source = workplace.folder / "unit.c"
    source.write_text(FRAME)
    assert workplace.cryptagon("hls", str(source), "-o", "verilog", "-D", "8=9").returncode == 2


def test_core_in_c_that_answers_wrongly_fails_before_any_verilog(workplace):
    workplace.keep_only("hls")
    workplace.edit("hls/core.c", "SEGMENT_AD", "SEGMENT_TAG")
    result = workplace.cryptagon("verify", "toy", "--level", "native")
    assert result.returncode == 1
    assert "answers wrongly in a native run" in result.stderr
    assert "expected" in result.stderr and "got" in result.stderr and "count" in result.stderr
