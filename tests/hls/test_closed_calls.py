"""A function with a clocked loop is one loop in hardware wherever it is called, though an argument
is a constant in one place, or a result is not read.
"""

import pytest
from selection import one_of

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.cleanup.closed_calls import closed_calls, opened_calls
from cryptagon.hls.compiler import front_end

HEAD = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
"""
MIXED = """
static unsigned mixed(unsigned x, unsigned key, bit backward) {
    for (int i = 0; i < 8; i++) x = backward ? (x ^ key) - (x >> 9) : (x << 7 | x >> 25) + (x ^ key);
    return x;
}
"""
CONSTANT_ARGUMENT = f"""{HEAD}{MIXED}
HARDWARE void unit(void) {{
    unsigned x = stream_read(in), key = stream_read(in);
    unsigned first = mixed(x, key, 0);
    stream_write(out, mixed(first ^ x, key, key & 1));
}}"""
CONSTANT_THROUGH_ANOTHER_FUNCTION = f"""{HEAD}{MIXED}
static unsigned forward(unsigned x, unsigned key) {{ return mixed(x, key, 0); }}
HARDWARE void unit(void) {{
    unsigned x = stream_read(in), key = stream_read(in);
    unsigned first = forward(x, key) ^ forward(x ^ 5, key);
    stream_write(out, mixed(first, key, key & 1));
}}"""
RESULT_NOT_READ = f"""{HEAD}
struct pair {{ unsigned block, key; }};
static struct pair mixed(unsigned x, unsigned key) {{
    for (int i = 0; i < 8; i++) {{
        x = (x << 7 | x >> 25) + (x ^ key);
        UNROLL for (int j = 0; j < 8; j++) key = (key << 1 ^ key >> 3) + (key << 5 ^ 0x1234567);
    }}
    return (struct pair){{x, key}};
}}
HARDWARE void unit(void) {{
    unsigned x = stream_read(in), key = stream_read(in);
    key = mixed(x, key).key;
    stream_write(out, mixed(x, key).block);
}}"""
CONSTANT_IN_A_VARIABLE = f"""{HEAD}{MIXED}
HARDWARE void unit(void) {{
    unsigned x = stream_read(in), key = stream_read(in);
    bit backward = 0;
    unsigned first = mixed(x, key, backward);
    stream_write(out, mixed(first ^ x, key, key & 1));
}}"""
DESIGNS = {
    "constant in a variable": CONSTANT_IN_A_VARIABLE,
    "constant argument": CONSTANT_ARGUMENT,
    "constant through another function": CONSTANT_THROUGH_ANOTHER_FUNCTION,
}


def compiled(folder, text):
    source = folder / "unit.c"
    source.write_text(text)
    return source, compile_source(source, folder / "out", dump=["closed-calls"])


@pytest.mark.parametrize("name", one_of(3, [*DESIGNS]))
def test_such_calls_are_one_loop(name, tmp_path):
    source, result = compiled(tmp_path, DESIGNS[name])
    assert sum("for.body" in state.block for state in result.states) == 1
    assert check_equivalence(source, result, tmp_path / "out").compared["out"] > 5


BOUND_OF_AN_UNROLLED_LOOP = f"""{HEAD}
static unsigned mixed(unsigned x, int words) {{
    for (int i = 0; i < 8; i++) UNROLL for (int j = 0; j < words; j++) x = (x << 7 | x >> 25) + j;
    return x;
}}
HARDWARE void unit(void) {{
    unsigned x = stream_read(in);
    stream_write(out, mixed(mixed(x, 2), 3));
}}"""
ONE_OF_TWO_KINDS = f"""{HEAD}
static unsigned mixed(unsigned x, bit kind) {{
    unsigned y = x;
    for (int i = 0; i < 8; i++) x = kind ? x * 77 + i : (x << 7 | x >> 25) ^ (x + y);
    return x;
}}
HARDWARE void unit(void) {{
    unsigned x = stream_read(in);
    stream_write(out, mixed(mixed(x, 0), 1));
}}"""


# Of the result that is not read the optimiser makes one piece of logic anyway: both loops have it in the same register.
@pytest.mark.parametrize("text", [BOUND_OF_AN_UNROLLED_LOOP, ONE_OF_TWO_KINDS, RESULT_NOT_READ])
def test_where_closing_makes_nothing_smaller_it_stays_as_it_was(text, tmp_path):
    source, result = compiled(tmp_path, text)
    assert check_equivalence(source, result, tmp_path / "out").compared["out"] > 5


def test_a_loop_in_one_place_is_compiled_once(tmp_path):
    _, result = compiled(
        tmp_path,
        HEAD
        + MIXED
        + "HARDWARE void unit(void) { stream_write(out, mixed(stream_read(in), 3, 1)); }",
    )
    assert len(result.dumped) == 2  # before and after, once


def test_a_design_of_very_many_states_is_compiled_once(tmp_path, monkeypatch):
    monkeypatch.setattr(front_end, "MOST_STATES", 1)
    _, result = compiled(tmp_path, CONSTANT_ARGUMENT)
    assert len(result.dumped) == 2


MODULE = """%struct.pair = type { i32, i1 }

define internal %struct.pair @loops(i32 %0, i1 %1) {
  br label %2, !llvm.loop !7
}

define internal i32 @straight(i32 %0) {
  ret i32 %0
}

define void @top() {
  %1 = call %struct.pair @loops(i32 noundef -5, i1 noundef zeroext true) #3, !dbg !1
  %2 = call i32 @straight(i32 noundef 7), !dbg !2
  %3 = call %struct.pair @loops(i32 noundef %2, i1 noundef zeroext false) #3, !dbg !3
  ret void
}

!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.mustprogress"}
"""


def test_arguments_come_back_to_their_places():
    closed = closed_calls(MODULE, ())
    assert "noundef -5" not in closed and "noundef 7" in closed
    assert closed.count("= call i32 @cg.closed.i32") == closed.count("= call i1 @cg.closed.i1") == 2
    assert closed.count("call void @cg.result.i32") == closed.count("call void @cg.result.i1") == 2
    opened = opened_calls(closed)
    kept = [line for line in opened.splitlines() if "extractvalue" not in line]
    assert [line for line in kept if line] == [line for line in MODULE.splitlines() if line]


@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("mustprogress", "unroll.full"),  # no loop is left
        (
            "  %3 = call %struct.pair @loops(i32 noundef %2, i1 noundef zeroext false) #3, !dbg !3\n",
            "",
        ),
    ],
)
def test_nothing_is_closed_without_a_loop_in_two_places(change, to):
    assert change in MODULE
    text = MODULE.replace(change, to)
    assert closed_calls(text, ()) == text
    assert closed_calls(MODULE, ("loops",)) == MODULE
