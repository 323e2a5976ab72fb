"""A sum of more terms than are followed is still the sum of its operands: what is added to it is
masked, and not chosen.
"""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

SOURCE = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
static unsigned mixed(unsigned x) {
    unsigned sum = x & rotated(x, 1);
    UNROLL for (int i = 0; i < 14; i++) sum ^= rotated(x, i + 2) & rotated(x, i + 5);
    return rotated(sum, 7);
}
static unsigned four_rounds(unsigned x) {
    for (int i = 0; i < 4; i++) x = mixed(x);
    return x;
}
HARDWARE void rounds(void) {
    unsigned key = stream_read(in), x = four_rounds(stream_read(in));
    stream_write(out, four_rounds(x ^ key ^ rotated(key, 3)));
}"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    source = tmp_path_factory.mktemp("rounds") / "rounds.c"
    source.write_text(SOURCE)
    return source, compile_source(source, source.parent)


def test_what_is_added_is_masked(compiled):
    source, _ = compiled
    verilog = next(source.parent.glob("*.v")).read_text()
    kept = re.findall(r"assign next_r_x\w* = (\w+);", verilog)
    sums = [
        name for name in kept if re.search(rf"assign {name} = \(\(\w+ \^ \w+\) \^ \w+\);", verilog)
    ]
    assert sums, "the register chooses among sums"


def test_it_does_what_the_source_says(compiled):
    source, result = compiled
    assert check_equivalence(source, result, source.parent).compared["out"] > 5
