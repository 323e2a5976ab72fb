"""expect_cycles: a source states the cycles of its loops, and does not compile when they are others."""

import pytest
from cycle_designs import COUNTED
from language_designs import BYTE_STREAMS

from cryptagon.errors import CryptagonError
from cryptagon.hls import HlsResult, compile_source

FRAME = BYTE_STREAMS + "HARDWARE void unit(void) {{\n    uint_t(8) x = stream_read(in);\n{body}\n    stream_write(out, x);\n}}\n"
FIRST_LINE = 6  # of the body


def compiled(body: str, folder) -> HlsResult:
    source = folder / "unit.c"
    source.write_text(FRAME.format(body=body))
    return compile_source(source, folder)


def refusal(body: str, folder) -> str:
    with pytest.raises(CryptagonError) as caught:
        compiled(body, folder)
    return str(caught.value).replace(f"{folder}/", "")


FULFILLED = {
    "the function": "expect_cycles(11); for (int i = 0; i < 10; i++) x = x * 3 + i;",
    "the loop": "for (int i = 0; i < 10; i++) { expect_cycles(1); x = x * 3 + i; }",
    "both": "expect_cycles(16); for (int i = 0; i < 3; i++) { expect_cycles(5); for (int j = 0; j < 4; j++) { expect_cycles(1); x++; } }",
    "a range": "expect_cycles_between(2, 22); for (int i = 0; i < 20; i++) { if (x == i) break; x = x * 3 + i; }\n wait();",
    "a loop of unknown end": "while (x & 1) { expect_cycles(2); x = x * 3; wait(); x >>= 1; }",
    "some iterations a cycle": "UNROLL_BY(2) for (int i = 0; i < 10; i++) { expect_cycles(1); x = x * 3 + i; }",
    "with continue": "for (int i = 0; i < 20; i++) { expect_cycles(1); if (x & 1) { x >>= 1; continue; } x = x * 3 + i; }",
}


@pytest.mark.parametrize("body", FULFILLED.values(), ids=FULFILLED)
def test_fulfilled(body, tmp_path):
    assert compiled(body, tmp_path).loops


def test_in_a_function_it_speaks_of_the_loop_that_calls(tmp_path):
    head = "static uint_t(8) step(uint_t(8) x) { expect_cycles(1); return x * 3; }\nHARDWARE"
    source = tmp_path / "unit.c"
    source.write_text(FRAME.format(body="for (int i = 0; i < 4; i++) x = step(x);").replace("HARDWARE", head))
    assert compile_source(source, tmp_path).loops[1].least == 1


REFUSED = {
    "too many": (
        "for (int i = 0; i < 4; i++) {\n    expect_cycles(1);\n    x = x * 3 + i;\n    wait();\n}",
        """\
unit.c:7: the loop takes 2 cycles an iteration, not 1
  why: line 6: loop; line 9: wait()
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "an inner loop": (
        "expect_cycles(11);\nfor (int i = 0; i < 10; i++) x = x * 3;\nx ^= stream_read(in);\nx += stream_read(in);",
        """\
unit.c:6: the loop takes 12 cycles an iteration, not 11
  why: line 5: loop; line 7: loop, 10 times; line 9: second access to stream 'in'
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "too few": (
        "expect_cycles_between(3, 5);",
        """\
unit.c:6: the loop takes 1 cycle an iteration, not 3 to 5
  why: line 5: loop
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "not always the same": (
        "expect_cycles(5);\nfor (int i = 0; i < 4; i++) { if (x & 1) break; x = x * 3 + i; }",
        """\
unit.c:6: the loop takes 1 to 5 cycles an iteration, not 5
  why: line 5: loop; line 7: loop, 1 to 4 times
  fix: remove what begins a cycle too many or add a wait(), or expect what it takes""",
    ),
    "data decides": (
        "expect_cycles(5);\nwhile (x & 1) x = x * 3 >> 1;",
        """\
unit.c:6: the loop is expected to take 5 cycles an iteration, but that cannot be told
  why: how often the loop at unit.c:7 runs hangs on data; line 5: loop; line 7: loop, 1 times or more
  fix: give every loop in it a constant bound, with a break where it may end early; or expect nothing here""",
    ),
    "an unrolled loop": (
        "UNROLL for (int i = 0; i < 4; i++) { expect_cycles(1); x = x * 3 + i; }",
        """\
unit.c:6: expect_cycles stands in a loop marked UNROLL
  why: such a loop is logic and has no cycles of its own
  fix: write it in the body of the clocked loop around, or take the UNROLL away""",
    ),
    "no loop": (
        "expect_cycles(1);\nfor (;;) x += stream_read(in);",
        """\
unit.c:6: expect_cycles stands outside of any clocked loop
  why: it speaks of the iterations of the innermost loop around it; a function that never returns is no loop itself
  fix: write it as a statement in the loop's body""",
    ),
    "a loop that runs once": (
        "for (int i = 0; i < 1; i++) { expect_cycles(1); x = x * 3 + i; }",
        """\
unit.c:6: expect_cycles stands in a loop that is never run again
  why: its body runs once at most, so it is not a loop in hardware and has no cycles of its own
  fix: write it in the body of the clocked loop around""",
    ),
    "a variable": (
        "expect_cycles(x);",
        """\
unit.c:6: expect_cycles needs a constant
  why: cycles are counted when the design is compiled
  fix: give it a number""",
    ),
    "the wrong way round": (
        "expect_cycles_between(3, 2);",
        """\
unit.c:6: expect_cycles_between(3, 2) cannot be
  why: an iteration takes a cycle at least
  fix: give the least first, 1 or more""",
    ),
    "nothing": (
        "expect_cycles(0);",
        """\
unit.c:6: expect_cycles(0) cannot be
  why: an iteration takes a cycle at least
  fix: give 1 or more""",
    ),
}


@pytest.mark.parametrize(("body", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(body, message, tmp_path):
    assert refusal(body, tmp_path) == message


def test_expecting_changes_nothing_in_the_verilog(tmp_path):
    body = "for (int i = 0; i < 10; i++) {{ {} x = x * 3 + i; }}"
    texts = []
    for statement in ("expect_cycles(1);", ""):
        texts.append(compiled(body.format(statement), tmp_path).core.sources[0].read_text())
    assert texts[0] == texts[1]


def test_a_native_run_does_not_mind(outcomes):
    assert any("expect_cycles" in design.source for design in COUNTED)
    outcomes["one_after_the_other"].check()
