"""A sum with conditions that is made anyway is one value of its register, and is not masked once
more for it.
"""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

SOURCE = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
HARDWARE void mixed(void) {
    unsigned key = stream_read(in), x = stream_read(in), y = 5;
    wait();
    for (int i = 0; i < 8; i++) {
        x = rotated(x, 8) + i;
        y = rotated(y, 3) + x;
        if ((i ^ key) & 1) {
            x ^= rotated(x, 13) ^ rotated(x, 22);
            y ^= rotated(y, 5) ^ rotated(y, 9);
        }
    }
    stream_write(out, x + y);
}"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    source = tmp_path_factory.mktemp("mixed") / "mixed.c"
    source.write_text(SOURCE)
    return source, compile_source(source, source.parent)


def test_the_register_takes_the_item_or_the_sum(compiled):
    source, _ = compiled
    verilog = next(source.parent.glob("*.v")).read_text()
    choice = re.search(r"assign (\w+) = \w+ \? (?:item_in : (\w+)|(\w+) : item_in);", verilog)
    assert choice and f"assign next_r_x = {choice[1]};" in verilog
    made = choice[2] or choice[3]
    assert re.search(rf"assign \w+ = (\w+ \+ {made}|{made} \+ \w+);", verilog), (
        "the sum that is written out is another one"
    )


def test_it_does_what_the_source_says(compiled):
    source, result = compiled
    assert check_equivalence(source, result, source.parent).compared["out"] > 5
