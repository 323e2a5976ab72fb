"""expect_cycles: a source states the cycles of its loops, and does not compile when they are
others.
"""

import pytest
from cycle_designs import COUNTED
from language_designs import BYTE_STREAMS

from cryptagon.hls import HlsResult, compile_source

FRAME = (
    BYTE_STREAMS
    + "HARDWARE void unit(void) {{\n    uint_t(8) x = stream_read(in);\n{body}\n    stream_write(out, x);\n}}\n"
)


def compiled(body: str, folder) -> HlsResult:
    source = folder / "unit.c"
    source.write_text(FRAME.format(body=body))
    return compile_source(source, folder)


FULFILLED = {
    "the function": "expect_cycles(10); for (int i = 0; i < 10; i++) x = x * 3 + i;",
    "the loop": "for (int i = 0; i < 10; i++) { expect_cycles(1); x = x * 3 + i; }",
    "both": "expect_cycles(13); for (int i = 0; i < 3; i++) { expect_cycles(4); for (int j = 0; j < 4; j++) { expect_cycles(1); x++; } }",
    "a range": "expect_cycles_between(2, 22); for (int i = 0; i < 20; i++) { if (x == i) break; x = x * 3 + i; }\n wait();",
    "a loop of unknown end": "while (x & 1) { expect_cycles(2); x = x * 3; wait(); x >>= 1; }",
    "some iterations a cycle": "UNROLL_BY(2) for (int i = 0; i < 10; i++) { expect_cycles(1); x = x * 3 + i; }",
    "two of seven iterations a cycle": "UNROLL_BY(2) for (int i = 0; i < 7; i++) { expect_cycles(1); x = x * x + i; }",
    "in a switch": "switch (x & 3) { case 1: UNROLL_BY(2) for (int i = 0; i < 5; i++) { expect_cycles(1); x = x * 3 + i; } case 2: x++; }",
    "with continue": "for (int i = 0; i < 20; i++) { expect_cycles(1); if (x & 1) { x >>= 1; continue; } x = x * 3 + i; }",
}


@pytest.mark.parametrize("body", FULFILLED.values(), ids=FULFILLED)
def test_fulfilled(body, tmp_path):
    assert compiled(body, tmp_path).loops


LAST = (
    BYTE_STREAMS
    + """\
HARDWARE void unit(void) {
    uint_t(8) x = stream_read(in);
    for (int i = 0; i < 4; i++) {
        expect_cycles(4);
        for (int j = 0; j < 4; j++) {
            expect_cycles(1);
            x = x * 3 + i;
            if (j == 3) stream_write(out, x);
        }
    }
}
"""
)


def test_a_loop_that_ends_the_function_speaks_for_itself_alone(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(LAST)
    loops = compile_source(source, tmp_path).loops
    assert [(loop.location.line, loop.least, loop.most) for loop in loops] == [
        (5, 17, 17),
        (6, 4, 4),
        (8, 1, 1),
    ]


def test_in_a_function_it_speaks_of_the_loop_that_calls(tmp_path):
    head = "static uint_t(8) step(uint_t(8) x) { expect_cycles(1); return x * 3; }\nHARDWARE"
    source = tmp_path / "unit.c"
    source.write_text(
        FRAME.format(body="for (int i = 0; i < 4; i++) x = step(x);").replace("HARDWARE", head)
    )
    assert compile_source(source, tmp_path).loops[1].least == 1


def test_expecting_changes_nothing_in_the_verilog(tmp_path):
    body = "for (int i = 0; i < 10; i++) {{ {} x = x * 3 + i; }}"
    texts = []
    for statement in ("expect_cycles(1);", ""):
        texts.append(compiled(body.format(statement), tmp_path).core.sources[0].read_text())
    assert texts[0] == texts[1]


def test_a_native_run_does_not_mind(outcomes):
    assert any("expect_cycles" in design.source for design in COUNTED)
    outcomes["one_after_the_other"].check()
