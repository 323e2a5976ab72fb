"""XLS's optimiser, where it would need more time and memory than there is."""

import pytest
from selection import one_of

from cryptagon.errors import MachineError
from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.datapath import optimiser

# Sixteen bytes side by side, each of one of eight values: 5^12 combinations of ranges.
ROW = """#include <cryptagon.h>
typedef uint_t(128) row_t;
STREAM_IN(uint_t(48), in)
STREAM_OUT(row_t, out)
static uint_t(8) chosen(uint_t(3) which) {
    switch (which) {
    case 0: return 3;
    case 1: return 17;
    case 2: return 40;
    case 3: return 77;
    case 4: return 99;
    case 5: return 140;
    case 6: return 200;
    default: return 250;
    }
}
HARDWARE void row(void) {
    uint_t(48) choices = stream_read(in);
    row_t row = 0;
    UNROLL for (int i = 0; i < 16; i++) row |= (row_t)chosen((uint_t(3))(choices >> 3 * i)) << 8 * i;
    stream_write(out, row + 1);
}
"""
SMALL = """package design

top fn f(x: bits[8], y: bits[8]) -> (bits[8], bits[16]) {
  both: bits[8] = and(x, y)
  beside: bits[16] = concat(both, x)
  ret outputs: (bits[8], bits[16]) = tuple(both, beside)
}
"""
# The remainder and what it leaves add up to the input, which XLS then calls after the sum.
SUM_OF_PARTS = """package design

top fn f(rest: bits[5], x: bits[5]) -> (bits[5], bits[5]) {
  wide: bits[32] = zero_ext(x, new_bit_count=32)
  five: bits[32] = literal(value=5)
  part: bits[32] = umod(wide, five)
  other: bits[32] = sub(wide, part)
  sum: bits[32] = add(other, part)
  low: bits[5] = bit_slice(sum, start=0, width=5)
  both: bits[5] = and(low, rest)
  ret outputs: (bits[5], bits[5]) = tuple(both, low)
}
"""
COLUMNS = """#include <cryptagon.h>
#include <stdint.h>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
HARDWARE void columns(void) {
    for (;;) {
        uint32_t square[5][5];
        for (int i = 0; i < 25; i++) square[i / 5][i % 5] = stream_read(in);
        for (int i = 0; i < 25; i++) square[i / 5][i % 5] ^= i;
        for (int i = 0; i < 25; i++) stream_write(out, square[i / 5][i % 5]);
    }
}
"""


@pytest.mark.parametrize(
    "limit", one_of(2, [{"SECONDS": 1}, {"BYTES": 2 * optimiser.GIB, "SECONDS": 60}])
)
def test_design_is_made_without_the_ranges(limit, tmp_path, monkeypatch):
    for name, value in limit.items():
        monkeypatch.setattr(optimiser, name, value)
    source = tmp_path / "row.c"
    source.write_text(ROW)
    result = compile_source(source, tmp_path)
    assert optimiser.SIMPLIFIED_LESS in result.warnings
    assert check_equivalence(source, result, tmp_path / "t").compared["out"] > 100
    assert optimiser.ZERO not in result.optimised.inputs


def test_no_warning_where_the_optimiser_ends():
    text, hidden = optimiser.optimised_text(SMALL, "f")
    assert not hidden and "top fn f(" in text


@pytest.mark.parametrize("ended", [True, False])
def test_inputs_keep_their_names(ended, monkeypatch):
    run = optimiser._run
    if not ended:
        monkeypatch.setattr(
            optimiser, "_run", lambda text, top: run(text, top) if optimiser.ZERO in text else ""
        )
    text, hidden = optimiser.optimised_text(SUM_OF_PARTS, "f")
    assert hidden is not ended
    declared = text.partition("top fn f(")[2].partition(")")[0]
    assert [name.partition(":")[0] for name in declared.split(", ")] == ["rest", "x"]


def test_design_whose_input_is_a_sum(tmp_path):
    source = tmp_path / "columns.c"
    source.write_text(COLUMNS)
    result = compile_source(source, tmp_path)
    assert check_equivalence(source, result, tmp_path / "t").checked


def test_hidden_are_results_of_several_bits_that_are_no_wiring():
    hidden = optimiser.with_hidden_ranges(SMALL, "f")
    assert "both: bits[8] = xor(both_seen, both_zeros)" in hidden
    assert "beside: bits[16] = concat(both, x)" in hidden
    known = optimiser.with_known_zero(optimiser._run(hidden, "f"))
    assert f"{optimiser.ZERO}: bits[1] = literal(value=0" in known
    assert optimiser.ZERO not in known.partition("top fn")[2].partition("{")[0]


def test_optimiser_that_somebody_ends_is_no_fault_of_the_design(monkeypatch, tmp_path):
    child = tmp_path / "child.py"
    child.write_text("import os, signal; os.kill(os.getpid(), signal.SIGTERM)")
    monkeypatch.setattr(optimiser, "CHILD", child)
    with pytest.raises(MachineError, match="XLS"):
        optimiser.optimised_text(SMALL, "f")
