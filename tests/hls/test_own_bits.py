"""A value to which some of its own bits are added loses them: what comes last is there once."""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

SOURCE = """#include <cryptagon.h>
struct block { unsigned data; uint_t(4) filled; bit replaces; };
STREAM_IN(struct block, in)
STREAM_OUT(unsigned, out)
static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
static unsigned swapped(unsigned x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }
static unsigned bytes(uint_t(4) filled) {
    unsigned mask = 0;
    UNROLL for (int i = 0; i < 4; i++) mask |= filled >> i & 1 ? 0xffu << 8 * i : 0;
    return mask;
}
HARDWARE void sponge(void) {
    unsigned state = stream_read(in).data;
    for (int i = 0; i < 4; i++) {
        struct block block = stream_read(in);
        unsigned rate = swapped(state);
        stream_write(out, rate ^ block.data);
        unsigned replaced = block.replaces ? bytes(block.filled) : 0;
        state ^= swapped((rate & replaced) ^ block.data);
        for (int j = 0; j < 3; j++) state = rotated(state, 5) ^ (rotated(state, 1) & rotated(state, 8));
    }
    stream_write(out, state);
}"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    source = tmp_path_factory.mktemp("sponge") / "sponge.c"
    source.write_text(SOURCE)
    return source, compile_source(source, source.parent)


def test_the_state_is_masked_and_not_added_twice(compiled):
    """Of what is added for the next state, the round and the state as it is have the state in them,
    and the item that replaces it has not.
    """
    source, _ = compiled
    verilog = next(source.parent.glob("*.v")).read_text()
    drives = dict(re.findall(r"assign (\w+) = (.*?);", verilog))

    def has_state(name: str) -> bool:
        inside = re.findall(r"[a-z]\w*", drives.get(name, ""))
        return name == "r_state" or any(map(has_state, inside))

    terms = re.findall(r"\w+", drives[drives["next_r_state"]])
    assert len(terms) == 4
    assert sum(map(has_state, terms)) == 2


def test_it_does_what_the_source_says(compiled):
    source, result = compiled
    assert check_equivalence(source, result, source.parent).compared["out"] > 5


def test_sums_in_sums_are_not_looked_through_to_their_end(tmp_path):
    """Of the same values, they have two to the power of their depth terms."""
    source = tmp_path / "sponge.c"
    deep = "unsigned x = stream_read(in), y = stream_read(in);"
    deep += " UNROLL for (int i = 0; i < 60; i++) { x ^= y ^ x >> 3; y ^= x ^ y << 5; }"
    streams = "#include <cryptagon.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
    source.write_text(f"{streams}HARDWARE void deep(void) {{ {deep} stream_write(out, x ^ y); }}")
    assert len(compile_source(source, tmp_path).states) <= 2
