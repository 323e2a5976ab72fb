"""Loops that do the same are one loop in hardware, unless a statement says that they stay apart."""

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

SOURCE = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned mixed(unsigned x, unsigned key, int times) {
    for (int i = 0; i < times; i++) {
        STATEMENT
        x = (x << 7 | x >> 25) + (x ^ key) + i;
    }
    return x;
}
HARDWARE void twice(void) {
    unsigned x = stream_read(in), key = stream_read(in);
    unsigned first = mixed(x, key, 8);
    stream_write(out, mixed(first ^ x, key, 12));
}"""


@pytest.fixture(scope="module", params=["", "not_shared();"])
def compiled(request, tmp_path_factory):
    source = tmp_path_factory.mktemp("twice") / "twice.c"
    source.write_text(SOURCE.replace("STATEMENT", request.param))
    return request.param, source, compile_source(source, source.parent)


def test_a_loop_is_shared_unless_it_is_said_not_to_be(compiled):
    statement, _, result = compiled
    registers = [register.name for register in result.registers.registers]
    assert (len(result.states), "phase" in registers) == ((4, False) if statement else (3, True))


def test_both_do_what_the_source_says(compiled):
    _, source, result = compiled
    assert check_equivalence(source, result, source.parent).compared["out"] > 10


def test_loops_of_very_long_chains_are_not_compared_to_their_ends(tmp_path):
    source = tmp_path / "chains.c"
    source.write_text("""#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned mixed(unsigned x, unsigned key, int times) {
    for (int i = 0; i < times; i++) {
        UNROLL for (int j = 0; j < 200; j++) x = (x << 7 | x >> 25) + (x ^ key);
    }
    return x;
}
HARDWARE void twice(void) {
    unsigned x = stream_read(in), key = stream_read(in);
    stream_write(out, mixed(mixed(x, key, 8), key, 12));
}""")
    assert len(compile_source(source, tmp_path).states) == 4
