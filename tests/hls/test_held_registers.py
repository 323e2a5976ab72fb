"""Registers that need no logic of their own: one that keeps its bits on one way among several does
so by its enable, and a result shares the register of the variable that it is the last value of.
"""

import re

from cryptagon.classes import algorithm
from cryptagon.hls import compile_source


def test_a_state_that_waits_for_the_next_block_is_not_chosen(tmp_path):
    """The state of TinyJAMBU moves by a word or waits, in C with a loop for each permutation: what
    is loaded into its upper half is wiring.
    """
    compile_source(algorithm("tinyjambu128").folder / "hls" / "core.c", tmp_path)
    verilog = next(tmp_path.glob("*.v")).read_text()
    drives = dict(re.findall(r"assign (\w+) = (.*?);", verilog))
    (part,) = (name for name in drives if re.fullmatch(r"next_r_s_bits_95_\d+", name))
    assert re.fullmatch(r"\w+\[127:\d+\]", drives[drives[part]])
    assert "control" in drives[part.replace("next", "load")]


COLLECTED = """
#define BLOCK_BITS 64
#define DIGEST_BITS 256
#include <hash_core.h>

#include "ascon.h"
#include "byte_order.h"

#define AT_REST \\
    ((struct state){0x9b1e5494e934d681, 0x4bc3a01e333751d2, 0xae65396c6b34b81a, 0x3c7fd4a4d56a4db3, 0x1a5c464906c5976d})

static inline word_t swap(word_t word) {
    return (word_t)bytes_reversed(word) << 32 | bytes_reversed(word >> 32);
}

static inline struct state permute(struct state s) {
    for (int i = 0; i < 12; i++) s = permute_once(s, i);
    return s;
}

HARDWARE void ascon_hash256(void) {
    struct state s = AT_REST;
    for (;;) {
        struct block block = stream_read(block);
        s.x0 ^= swap(block.data);
        s = permute(s);
        if (block.last) break;
    }

    digest_t digest = swap(s.x0);
    for (int i = 0; i < 3; i++) {
        s = permute(s);
        digest = digest << 64 | swap(s.x0);
    }
    wait();
    stream_write(digest, digest);
}
"""


def test_a_result_behind_a_loop_shares_the_register_of_its_variable(tmp_path):
    """A digest of Ascon-Hash256 that is collected in a loop of three permutations, which is one loop
    with those of the message: the phase tells in which of them it is needed.
    """
    source = tmp_path / "collected.c"
    source.write_text(COLLECTED)
    found = compile_source(source, tmp_path / "out")
    assert [one.width for one in found.registers.registers if one.width == 256] == [256]
