"""Indices that walk through arrays: results, and how narrow they are held."""

import random

import pytest

from cryptagon.hls.check import CDesign, cosimulate
from cryptagon.hls.check.batch import Outcome

_random = random.Random(64)
WORDS = [0, 1, 7, 0xFF, (1 << 32) - 1, *(_random.getrandbits(32) for _ in range(30))]
HEAD = """#include <cryptagon.h>
#include <stddef.h>
#include <stdint.h>
struct point { uint32_t x, y, z; };
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static uint32_t a[8];
static uint8_t bytes[10];
static struct point points[5];
"""
FILL = """UNROLL for (int i = 0; i < 8; i++) a[i] = x * (2 * i + 1) >> i;
UNROLL for (int i = 0; i < 10; i++) bytes[i] = x >> 2 * i;
UNROLL for (int i = 0; i < 5; i++) points[i] = (struct point){x, x << i, x >> i};"""
SUM = """UNROLL for (int i = 0; i < 8; i++) s = s * 3 + a[i];
UNROLL for (int i = 0; i < 10; i++) s = s * 3 + bytes[i];
UNROLL for (int i = 0; i < 5; i++) s = s * 3 + (points[i].x ^ points[i].y) + points[i].z;"""


def design(name: str, *body: str) -> CDesign:
    """A design that reads a word `x`, fills the arrays, and writes `s` and the arrays' sum."""
    lines = "\n".join(
        ["unsigned x = stream_read(in), s = 0;", FILL, *body, SUM, "stream_write(out, s);"]
    )
    return CDesign(name, f"{HEAD}HARDWARE void unit(void) {{\n{lines}\n}}\n", {"in": WORDS})


DESIGNS = {
    "words_to_their_end": (
        3,
        "uint32_t *p = a; do { s = s * 5 + *p; *p++ ^= x; } while (p != a + 8);",
    ),
    "round_and_round": (
        3,
        "struct point *p = points;",
        "for (int i = 0; i < 13; i++) { p->y ^= x + i; p = p == &points[4] ? points : p + 1; }",
    ),
    "one_field": (
        2,
        "uint32_t *p = &points[0].y;",
        "do { s = s * 5 + *p; *p = x; p += 3; } while (p != &points[4].y);",
    ),
    "down_to_the_first": (
        4,
        "uint32_t *p = a + 7; while (p != a) { s = s * 5 + *p; *p-- ^= x; }",
    ),
    "every_second": (
        2,
        "uint8_t *p = bytes + 1; do { s = s * 5 + *p; *p ^= x; p += 2; } while (p != bytes + 9);",
    ),
    "sizes": (
        3,
        "size_t n = x & 7, i = 0; do { s = s * 5 + a[i]; a[i] ^= x; } while (++i <= n && i < 8);",
    ),
    "down_below_zero": (
        3,
        "ptrdiff_t i = 7; do { s = s * 5 + a[i]; a[i--] ^= x; } while (i >= 0);",
    ),
    "at_times_round_a_ring": (
        3,
        "uint32_t *p = a + 1;",
        "for (int i = 0; i < 32; i++) {",
        "if (x >> i & 1) { s = s * 5 + *p; *p ^= i; p = p + 1 == a + 8 ? a : p + 1; }",
        "}",
    ),
    "at_times_up_or_down": (
        4,
        "uint8_t *p = bytes;",
        "for (int i = 0; i < 16; i++) {",
        "if (x >> i & 1) { s = s * 5 + *p; *p ^= i; p = p + 3 > bytes + 9 ? bytes : p + 3; }",
        "else if (x >> i & 2) { s ^= *p; p = p == bytes ? bytes + 9 : p - 1; }",
        "}",
    ),
    "to_an_end_that_varies": (
        4,
        "for (uint32_t *p = a; p != a + x % 8; p++) { s = s * 5 + *p; *p ^= x; }",
    ),
    "further_than_the_array": (
        None,
        "for (size_t i = 0; i < 100; i += 1 + (x & 3)) {",
        "if (i < 8) a[i] ^= x; else s = s * 5 + i;",
        "}",
    ),
    "further_behind_a_jump": (
        None,
        "size_t i = x & 3;",
        "for (;;) { if (i > 40) break; s += i; if (i < 8) s ^= a[i]; i += 3; }",
    ),
}


def widths_of(outcome: Outcome) -> dict[str, int]:
    """The bits of each register, by name."""
    return {one.name: one.width for one in outcome.result.registers.registers}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    designs = [design(name, *body) for name, (_, *body) in DESIGNS.items()]
    return cosimulate(designs, tmp_path_factory.mktemp("walks"))


@pytest.mark.parametrize("name", DESIGNS)
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", [name for name, (width, *_) in DESIGNS.items() if width])
def test_an_index_is_as_narrow_as_the_array_needs(outcomes, name):
    registers = widths_of(outcomes[name])
    found = registers.get("p") or registers.get("i")
    assert found == DESIGNS[name][0], registers


@pytest.mark.parametrize("name", ["words_to_their_end", "to_an_end_that_varies"])
def test_words_stay_words(outcomes, name):
    registers = widths_of(outcomes[name])
    assert [width for name, width in registers.items() if name.startswith("a_")] == [32] * 8


BY_INDEX = """unsigned p = 0;
for (int i = 0; i < 13; i++) { points[p].y ^= x + i; p = p == 4 ? 0 : p + 1; }"""


def test_a_pointer_is_held_as_an_index_is(outcomes, tmp_path):
    by_index = cosimulate([design("by_index", BY_INDEX)], tmp_path)["by_index"]
    assert widths_of(outcomes["round_and_round"]) == widths_of(by_index)
