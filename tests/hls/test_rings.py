"""Words that move in two loops, one of which begins in the cycle that ends a block: as BMW-256 has
them, and as a designer builds them."""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

RINGS = """#include <cryptagon.h>
typedef uint_t(32) word_t;
STREAM_IN(word_t, in)
STREAM_OUT(word_t, out)
struct rings { word_t m[4], h[4]; };
static inline struct rings turned(struct rings z, word_t m, word_t h) {
    UNROLL for (int i = 0; i < 3; i++) z.m[i] = z.m[i + 1], z.h[i] = z.h[i + 1];
    z.m[3] = m, z.h[3] = h;
    return z;
}
HARDWARE void rings(void) {
    struct rings z = any(struct rings);
    word_t sum = any(word_t);
    UNROLL for (int i = 0; i < 4; i++) z.h[i] = 0x40414243 + (word_t)i * 0x04040404;
    bit last = 0, final = 0;
    do {
        final = last;
        if (final) {
            wait();
            for (int i = 0; i < 4; i++) z = turned(z, z.h[0], 0xaaaaaaa0 + (word_t)i);
        } else {
            word_t item = stream_read(in);
            last = item == 0;
            UNROLL for (int i = 0; i < 4; i++) z.m[i] = item << i;
            wait();
        }
        sum = 0;
        for (int i = 0; i < 9; i++) {
            sum += z.h[0] ^ z.m[1];
            if (i < 8) z = turned(z, z.m[0], z.h[0]);
        }
        wait();
        UNROLL for (int i = 0; i < 4; i++) z.h[i] ^= sum >> 3 * i;
    } while (!final);
    UNROLL for (int i = 0; i < 4; i++) {
        stream_write(out, z.h[i]);
        if (i < 3) wait();
    }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("rings")


@pytest.fixture(scope="module")
def result(folder):
    (folder / "rings.c").write_text(RINGS)
    return compile_source(folder / "rings.c", folder)


def test_the_next_block_is_read_in_the_cycle_that_ends_one(result, folder):
    """What is read waits in a register, which chooses anyway: no logic takes it in that cycle."""
    blocks = next(loop for loop in result.loops if loop.location.line == 16 and loop.parent)
    assert blocks.least == 9 + 1
    assert check_equivalence(folder / "rings.c", result, folder).compared["out"] > 5


def test_a_word_has_one_register_in_both_loops(result):
    """A word's copy in one loop is its neighbour in the other, and both are loaded at a block's
    end.
    """
    words = [
        {found[1] for member in one.members if (found := re.match(r"z\.i\.sroa\.(\d+)\.", member))}
        for one in result.registers.registers
        if one.name.startswith("xor")
    ]
    assert len(words) == 3 and all(len(one) == 1 for one in words), words


def test_the_constant_of_the_first_block_is_a_reset(result):
    """And no way of a multiplexer, though what is chosen with it goes to two loops."""
    verilog = result.core.sources[0].read_text()
    assert re.search(r"clear_r_xor64\)+ r_xor64 <= 32'h44454647", verilog)
    assert not re.search(r"4445_4647", verilog)
