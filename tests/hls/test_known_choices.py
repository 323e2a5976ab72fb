"""A choice whose outcome is known where its value is used is left out there."""

import re

import pytest
from selection import one_of

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

HEAD = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
"""
# In rounds 3 and 6 something else happens; behind the last one, round 9, nothing hangs on that.
ROUNDS = (
    HEAD
    + """HARDWARE void rounds(void) {
    unsigned x = stream_read(in), key = stream_read(in);
    for (int i = 0; i < TIMES; i++) {
        unsigned mixed = rotated(x, 7) ^ key, other = rotated(x, 3) + key;
        x = i == 3 || i == 6 ? other : mixed;
    }
    stream_write(out, x);
}"""
)


def _compiled(text, folder):
    source = folder / "rounds.c"
    source.write_text(text)
    return source, compile_source(source, folder)


def _written(result):
    """What the output takes: the net that it is, as it is written."""
    verilog = result.core.sources[0].read_text()
    (net,) = re.findall(r"assign out_item = (\w+);", verilog)
    return next(line for line in verilog.splitlines() if re.match(rf"\s*assign {net} = ", line))


@pytest.mark.parametrize("times", one_of(3, [10, 7, 4, 1]))
def test_it_does_what_the_source_says(times, tmp_path):
    source, result = _compiled(ROUNDS.replace("TIMES", str(times)), tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5


@pytest.mark.parametrize(("times", "operator"), [(10, "^"), (7, "+")])
def test_what_leaves_a_loop_is_what_its_last_round_gives(times, operator, tmp_path):
    _, result = _compiled(ROUNDS.replace("TIMES", str(times)), tmp_path)
    written = _written(result)
    assert operator in written and "?" not in written


# The number of rounds comes in: nothing is known of the last one.
MANY = ROUNDS.replace("i < TIMES", "i < (int)(key & 15)").replace("int i", "unsigned i", 1)


def test_a_choice_stays_where_its_outcome_is_open(tmp_path):
    source, result = _compiled(MANY.replace("(int)", ""), tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5
    assert "^" not in _written(result)
