"""memcpy, memmove, memset, memcmp and strlen: results, clock cycles, and where they are logic."""

import random

import pytest

from cryptagon.hls.check import CDesign, cosimulate

HEAD = "#include <cryptagon.h>\n#include <stdint.h>\n#include <string.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
_random = random.Random(18)
WORDS = [0, 1, 0xFF, 0x70, (1 << 32) - 1, *(_random.getrandbits(32) for _ in range(40))]
BYTES = "static uint8_t a[8], b[8];"
SUM = "UNROLL for (int i = 0; i < 8; i++) s = s * 3 + {0}[i] * (i + 1);"


def design(name: str, body: str, head: str = BYTES, sums: str = "b") -> CDesign:
    """A design that fills `a` from a word, moves blocks, and writes a sum over an array."""
    run = f"unsigned x = stream_read(in), s = 0;\nUNROLL for (int i = 0; i < 8; i++) a[i] = x * (2 * i + 1) >> i;\n{body}\n{SUM.format(sums)}"
    return CDesign(
        name,
        f"{HEAD}{head}\nHARDWARE void unit(void) {{\n{run}\nstream_write(out, s);\n}}\n",
        {"in": WORDS},
    )


WIDE = "static uint32_t a[8], b[8];"
DESIGNS = [
    design("copied_bytes", "memcpy(b + (x & 3), a + (x >> 2 & 3), x >> 4 & 3);"),
    design("copied_words", "memcpy(b + (x & 1), a, (x >> 4 & 7) * sizeof *a);", WIDE),
    design(
        "copied_words_to_bytes",
        "memcpy(b, a, 4 * (x & 1) + 4);",
        "static uint32_t a[8]; static uint8_t b[8];",
    ),
    design("copied_odd_bytes_of_words", "memcpy((uint8_t *)b + 1, a, x & 15);", WIDE),
    design(
        "copied_from_a_table",
        "memcpy(b, table + (x & 3), x >> 2 & 3);",
        BYTES + "ROM uint8_t table[] = {9, 8, 7, 6, 5, 4, 3};",
    ),
    design(
        "moved_up_or_down", "memmove(a + (x & 3), a + (x >> 2 & 3), (x >> 4 & 3) + 2);", sums="a"
    ),
    design("moved_up", "memmove(a + 3, a, (x & 3) + 2);", sums="a"),
    design("moved_down", "memmove(a, a + 3, (x & 3) + 2);", sums="a"),
    design("filled_bytes", "memset(b + (x & 3), x >> 8, x >> 4 & 3);"),
    design("filled_words", "memset(b + (x & 3), x >> 8, (x >> 4 & 3) * sizeof *b);", WIDE),
    design(
        "filled_element_of_a_memory",
        "memset(m + (x & 1023), x >> 8, sizeof *m); s = m[x >> 3 & 1023] >> 24;",
        BYTES + "static uint64_t m[1024];",
    ),
    design("compared", "b[x & 7] = a[x & 7]; s = memcmp(a, b, x >> 3 & 7);"),
    design("compared_wholly", "b[x & 7] = a[x & 7]; s = memcmp(a, b, sizeof a);"),
    design("same_wholly", "b[x & 7] = a[x & 7]; s = !memcmp(a, b, sizeof a - (x & 1));"),
    design("other_wholly", "if (x & 1) memcpy(b, a, 8); s = memcmp(a, b, sizeof a) != 0;"),
    design("other_words", "b[x & 1] = a[x & 1]; if (memcmp(a, b, 4 * (x & 3))) s = 9;", WIDE),
    design("tested_and_seen", "b[x & 7] = a[x & 7]; if ((s = memcmp(a, b, sizeof a))) s ^= x;"),
    design("length", "a[7] = 0; a[x & 7] = 0; s = strlen((char *)a + 1);", sums="a"),
    design(
        "size_of_a_parameter",
        "moved(b, a, 4); moved(b, a, x & 7);",
        BYTES + "static void moved(void *t, void *s, size_t n) { memcpy(t, s, n); }",
    ),
    design(
        "in_one_cycle",
        "cycles(1); memcpy(b + (x & 1), a, x >> 4 & 7); memset(b + 3, x, x >> 8 & 3); s = memcmp(a, b, x & 7);",
    ),
    design(
        "moved_in_one_cycle",
        "cycles(1); memmove(a + 1, a, x & 7); a[7] = 0; s = strlen((char *)a);",
        sums="a",
    ),
    design(
        "in_a_unit",
        "struct block c; memcpy(c.b, a, 8); c = tail(c, x & 7); memcpy(b, c.b, 8);",
        BYTES
        + "struct block { uint8_t b[8]; };\nSHARED struct block tail(struct block c, unsigned n) { memset(c.b, 0x80, n & 7); return c; }",
    ),
]
MOVED = ["loop", "block of memory"]
COST = {
    "copied_bytes": (MOVED, {1, 2, 3}),
    "copied_words": (MOVED, set(range(1, 8))),
    "copied_words_to_bytes": (MOVED, {1, 2}),  # as many bytes as a word of the source has
    "filled_words": (MOVED, {1, 2, 3}),
    "compared_wholly": (["loop"], {1}),
    "other_wholly": (["loop"], {1}),
    "other_words": (["loop", "block of memory"], {1, 2}),  # the first two words at most, whole ones
    "in_one_cycle": (["loop"], {1}),
    "moved_in_one_cycle": (["loop"], {1}),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("blocks"))


@pytest.mark.parametrize("name", [one.name for one in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", COST)
def test_states_and_cycles(outcomes, name):
    reasons, cycles = COST[name]
    assert [state.reason for state in outcomes[name].result.states] == reasons
    assert set(outcomes[name].cycles("out")) == cycles


def test_whether_blocks_are_the_same_needs_no_order(outcomes):
    same, compared = (
        [node.operation for node in outcomes[name].result.optimised.nodes.values()].count("sub")
        for name in ("other_wholly", "compared_wholly")
    )
    assert compared - same == 8
