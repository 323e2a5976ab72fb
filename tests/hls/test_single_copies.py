"""Functions that are called often are there once: what the native run gives comes out of the
Verilog, and copies stay where they must.
"""

import random

import pytest
from random_programs.campaign import findings_of
from random_programs.generator import design_of, random_program

from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign, cosimulate
from cryptagon.hls.cleanup import called_often

HEAD = """#include <cryptagon.h>
#include <stdlib.h>
#include <string.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(unsigned, out)
"""
_random = random.Random(2912)
BYTES = [_random.getrandbits(8) for _ in range(60)]

# As reference software has it: a permutation of a state by pointer, called in loops and between
# them, within a function that is called often as well; texts at varying places; results by value.
SPONGE = f"""{HEAD}
typedef struct {{ unsigned words[4]; }} state_t;
static unsigned turned(unsigned x, int n) {{ return x << n | x >> (32 - n); }}
static void permuted(state_t *s, int rounds)
{{
    for (int r = 0; r < rounds; r++) {{
        s->words[0] += s->words[1] ^ r;
        s->words[3] ^= turned(s->words[0], 7);
        s->words[2] += s->words[3];
        s->words[1] ^= turned(s->words[2], 13);
    }}
}}
static unsigned absorbed(state_t *s, const unsigned char *from, int length)
{{
    for (; length >= 4; length -= 4, from += 4) {{
        for (int i = 0; i < 4; i++) s->words[i] ^= from[i];
        permuted(s, 3);
    }}
    for (int i = 0; i < length; i++) s->words[i] ^= from[i] | 256;
    permuted(s, 5);
    return s->words[0] + length;
}}
HARDWARE void unit(void)
{{
    unsigned char text[16];
    state_t one = {{{{1, 2, 3, 4}}}}, other;
    int length = stream_read(in) & 15;
    for (int i = 0; i < length; i++) text[i] = stream_read(in);
    permuted(&one, 2);
    other = one;
    unsigned sum = absorbed(&one, text, length);
    sum ^= absorbed(&other, text + length / 2, length / 2);
    if (sum & 1) permuted(&other, 1);
    for (int i = 0; i < 4; i++) stream_write(out, one.words[i] ^ other.words[3 - i]);
    stream_write(out, sum);
}}
"""
# A block that is asked for between two calls: the loop through the one copy would ask again.
BLOCKS = f"""{HEAD}
static unsigned mixed(const unsigned char *from, unsigned x)
{{
    for (int i = 0; i < 4; i++) x = x * 3 + from[i & 3] + (x >> 5 ^ x << 3 ^ from[i & 1]) * 5;
    return x;
}}
HARDWARE void unit(void)
{{
    static const unsigned char first[4] = {{3, 1, 4, 1}};
    int size = (stream_read(in) & 3) + 5;
    unsigned x = mixed(first, size);
    unsigned char *block = malloc(size);
    for (int i = 0; i < size; i++) block[i] = stream_read(in);
    for (int i = 0; i < 3; i++) x ^= mixed(block + (i & 1), x) << i;
    stream_write(out, mixed(block, x));
    free(block);
}}
"""
ROUNDS = """
static unsigned mixed(unsigned x)
{
    for (int i = 0; i < 3; i++) x = x * 5 + i;
    return x;
}
"""


@pytest.fixture(autouse=True)
def every_function(monkeypatch):
    monkeypatch.setattr(called_often, "MOST_COPIED", 1)
    monkeypatch.setattr(called_often, "LARGE", 30)


def compiled(tmp_path, text):
    source = tmp_path / "unit.c"
    source.write_text(text)
    return compile_source(source, tmp_path / "out", module="unit")


def test_a_permutation_called_at_many_places(tmp_path):
    result = compiled(tmp_path, SPONGE)
    assert result.prepared.once == ("absorbed", "permuted")
    told = "permuted is large and called often: it is there once, and each call takes a clock cycle more"
    assert told in result.warnings


def test_verilog_does_what_the_native_run_does(tmp_path):
    designs = {"sponge": SPONGE, "blocks": BLOCKS}
    given = [CDesign(name, text, {"in": BYTES}) for name, text in designs.items()]
    for name, outcome in cosimulate(given, tmp_path).items():
        assert outcome.agree and outcome.native["out"], name


def test_copies_where_one_cannot_be_hardware(tmp_path):
    assert compiled(tmp_path, BLOCKS).prepared.once == ()


@pytest.mark.parametrize(
    "body",
    [
        "UNROLL for (int i = 0; i < 2; i++) x = mixed(x) ^ mixed(i);",
        "for (int i = 0; i < 2; i++) { expect_cycles(6); x = mixed(x) ^ mixed(i); }",
    ],
)
def test_loops_that_are_unrolled_or_counted_have_copies(tmp_path, body):
    text = f"{HEAD}{ROUNDS}HARDWARE void unit(void) {{ unsigned x = stream_read(in); {body} stream_write(out, x); }}"
    assert compiled(tmp_path, text).prepared.once == ()


def test_random_programs_with_every_function_once():
    found = findings_of([design_of(random_program(2911, number)) for number in range(24, 32)])
    assert not found.failures
