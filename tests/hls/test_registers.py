"""Registers are those that a designer counts in the source: live values only, copies and values never needed together in one."""

import pytest

from cryptagon import catalog
from cryptagon.hls import compile_source

# Bits counted by hand in the C source, variable by variable.
BY_HAND = {
    "acorn128": {"key": 128, "state": 293, "phase": 4, "count": 6, "decrypting": 1, "input_ended": 1, "tag_is_wrong": 1},
    "aes128gcm": {"key": 128, "nonce": 96, "hash_key": 128, "hash": 128, "operand": 130, "state": 128, "round_key": 128, "counter": 32}
    | {"ad_blocks": 32, "ad_rest": 4, "data_rest": 4, "round": 11, "phase": 3, "decrypting": 1},
}
# Ascon: the five words of the state, the key, a round counter, seven flags.
# Dummy: the key, the state (the tag is in its place at the end), one flag.
BITS_BY_HAND = {"ascon128a": 5 * 64 + 128 + 4 + 7, "dummy": 128 + 128 + 1}


@pytest.mark.parametrize("name", BY_HAND)
def test_registers_are_those_counted_by_hand(name, tmp_path):
    result = compile_source(catalog.algorithm(name).hls_source, tmp_path)
    assert {register.name: register.width for register in result.registers.registers} == BY_HAND[name]


@pytest.mark.parametrize("name", BITS_BY_HAND)
def test_register_bits_are_those_counted_by_hand(name, tmp_path):
    assert compile_source(catalog.algorithm(name).hls_source, tmp_path).registers.bits == BITS_BY_HAND[name]


def test_a_local_variable_and_the_padding_of_a_struct_do_not_outlive_their_iteration(tmp_path):
    source = tmp_path / "padded.c"
    source.write_text("""#include <cryptagon.h>
struct pair { uint_t(24) a; uint_t(200) b; };
STREAM_IN(uint_t(24), in)
STREAM_OUT(uint_t(24), out)
static struct pair twice(uint_t(24) x) { return (struct pair){x + x, x}; }
HARDWARE void padded(void) {
    uint_t(24) sum = 0;
    for (;;) {
        struct pair p, later;
        p = twice(stream_read(in));
        if (p.b & 1) later = twice(p.a);
        sum += p.a;
        if (p.b & 1) sum ^= later.a;
        stream_write(out, sum);
    }
}
""")
    assert {register.name: register.width for register in compile_source(source, tmp_path).registers.registers} == {"sum": 24}


COUNTERS = """#include <cryptagon.h>
STREAM_IN(uint_t(16), in)
STREAM_OUT(uint_t(32), out)
HARDWARE void counters(void) {
    uint_t(32) v = stream_read(in);
    LOOPS
    stream_write(out, v);
}
"""
# Loops, and the widths of their registers by hand, widest first.
COUNTED = {
    "one counter of two loops": ("int i; for (i = 0; i < 20; i++) v = v * 3; for (i = 0; i < 12; i++) v = v * 5 + i;", [5]),
    "counters of two loops": ("for (int i = 0; i < 20; i++) v *= 3; for (int i = 0; i < 12; i++) v = v * 5 + i;", [5, 4]),
    "counter up to a choice": ("int n = v & 1 ? 20 : 32; for (int i = 0; i < n; i++) v = v * 3;", [6, 5]),
    "counter down from a choice": ("int n = v & 1 ? 20 : 32; for (int i = n; i > 0; i--) v = v * 3;", [6]),
    "counter up to a narrow variable": ("uint_t(4) n = v; for (int i = 0; i < n; i++) v = v * 3;", [4, 4]),
    "counter with a variable on its left": ("int n = (v & 7) + 1; for (int i = 0; n > i; i++) v = v * 3;", [3, 3]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_counters_have_the_width_they_need_and_one_variable_is_one_register(name, tmp_path):
    loops, widths = COUNTED[name]
    (tmp_path / "counters.c").write_text(COUNTERS.replace("LOOPS", loops))
    found = compile_source(tmp_path / "counters.c", tmp_path).registers.registers
    assert sorted((register.width for register in found), reverse=True) == [32, *widths]
