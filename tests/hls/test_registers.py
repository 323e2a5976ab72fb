"""Registers are those that a designer counts in the source: live values only, copies and values
never needed together in one.
"""

import pytest
from selection import one_of

from cryptagon import catalog
from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.datapath.slices import KEPT, slices
from cryptagon.hls.registers.conditions import ByEdge

# Bits counted by hand in the C source, variable by variable.
BY_HAND = {
    "acorn128": {
        "key": 128,
        "state": 293,
        "phase": 4,
        "count": 6,
        "decrypting": 1,
        "input_ended": 1,
        "tag_is_wrong": 1,
    },
    "aes128gcm": {
        "key": 128,
        "nonce": 96,
        "hash_key": 128,
        "hash": 128,
        "operand": 130,
        "state": 128,
        "round_key": 128,
        "counter": 32,
    }
    | {"ad_blocks": 32, "ad_rest": 4, "data_rest": 4, "round": 11, "phase": 3, "decrypting": 1},
}
# Ascon: the five words of the state, the key, a round counter, seven flags.
# Dummy: the key, the state (the tag is in its place at the end), one flag.
BITS_BY_HAND = {"ascon128a": 5 * 64 + 128 + 4 + 7, "dummy": 128 + 128 + 1}


@pytest.mark.parametrize("name", one_of(2, [*BY_HAND]))
def test_registers_are_those_counted_by_hand(name, tmp_path):
    result = compile_source(catalog.algorithm(name).hls_source, tmp_path)
    assert {register.name: register.width for register in result.registers.registers} == BY_HAND[
        name
    ]


@pytest.mark.parametrize("name", BITS_BY_HAND)
def test_register_bits_are_those_counted_by_hand(name, tmp_path):
    assert (
        compile_source(catalog.algorithm(name).hls_source, tmp_path).registers.bits
        == BITS_BY_HAND[name]
    )


def test_a_struct_by_value_keeps_its_fields(tmp_path):
    source = tmp_path / "fields.c"
    source.write_text("""#include <cryptagon.h>
struct state { unsigned a, b, c, d; };
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static struct state mixed(struct state s, int times) {
    for (int i = 0; i < times; i++) s = (struct state){s.b ^ s.d, s.c + s.a, s.d, s.a};
    return s;
}
HARDWARE void fields(void) {
    struct state s = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++) {
        s.c ^= stream_read(in);
        s = mixed(s, 8);
    }
    stream_write(out, mixed(s, 12).a);
}""")
    widths = [register.width for register in compile_source(source, tmp_path).registers.registers]
    assert sorted(widths) == [
        1,
        2,
        4,
        32,
        32,
        32,
        32,
    ]  # the phase of the loops, two counters, the four fields


def test_of_many_windows_of_one_value_the_value_is_kept(tmp_path):
    source = tmp_path / "windows.c"
    source.write_text("""#include <cryptagon.h>
typedef uint_t(64) half_t;
typedef uint_t(128) whole_t;
STREAM_IN(uint_t(64), in)
STREAM_OUT(uint_t(64), out)
static inline half_t mix(half_t x, half_t k) { half_t y = x ^ k; return (y << 7 | y >> 57) + (y >> 3); }
static inline half_t window(whole_t k, int n) { return (k << n | k >> (128 - n)) >> 64; }
HARDWARE void windows(void) {
    half_t l = stream_read(in), r = l ^ 0x1234567;
    for (int i = 0; i < 4; i++) { half_t t = l; l = r ^ mix(l, i); r = t; }
    whole_t k = (whole_t)l << 64 | r;
    half_t keys[8];
    UNROLL for (int i = 0; i < 8; i++) keys[i] = window(k, 15 * i + 1);
    half_t x = stream_read(in);
    for (int i = 0; i < 8; i++) x = mix(x, keys[i]) ^ i;
    stream_write(out, x);
}""")
    result = compile_source(source, tmp_path, module="")
    assert result.registers.bits == 128 + 64 + 3  # k in two halves, x, the counter
    assert check_equivalence(source, result, tmp_path / "testbench").compared["out"] > 50


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
    assert {
        register.name: register.width
        for register in compile_source(source, tmp_path).registers.registers
    } == {"sum": 24}


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
    "one counter of two loops": (
        "int i; for (i = 0; i < 20; i++) v = v * 3; for (i = 0; i < 12; i++) v = v * 5 + i;",
        [5],
    ),
    "counters of two loops": (
        "for (int i = 0; i < 20; i++) v *= 3; for (uint_t(7) i = 0; i < 12; i++) v = v * 5 + i;",
        [5],
    ),
    "counters with different beginnings": (
        "for (int i = 0; i < 20; i++) v *= 3; for (int i = 20; i > 0; i--) v = v * 5 + i;",
        [5, 5],
    ),
    "counter up to a choice": (
        "int n = v & 1 ? 20 : 32; for (int i = 0; i < n; i++) v = v * 3;",
        [5, 5],
    ),
    "counter up to the smaller": (
        "unsigned n = v & 0xff; n = n < 20 ? n : 20; for (unsigned i = 0; i < n; i++) v *= 3;",
        [5, 5],
    ),
    "counter up to a remainder": (
        "unsigned n = v % 10; for (unsigned i = 0; i < n; i++) v *= 3;",
        [4, 4],
    ),
    "counter until it is equal": (
        "int n = v & 1 ? 20 : 31; for (int i = 0; i != n; i++) v *= 3;",
        [5, 5],
    ),
    "counter until it is equal to a counter": (
        "for (uint_t(5) k = 0; k < 20; k++) { unsigned i = 0; while (i != k) v += i++; }",
        [5, 5],
    ),
    "counter that is widened first": (
        "uint_t(16) i = 0; do { v = v * 3 + i; i++; } while ((unsigned)i < 20);",
        [5],
    ),
    "counter that begins again": (
        "uint_t(16) i = 0; for (int k = 0; k < 300; k++) { v += i; i = i == 19 ? 0 : i + 1; }",
        [9, 5],
    ),
    "counter that ends at its largest value": (
        "uint_t(16) i = 0; for (int k = 0; k < 300; k++) { v += i; if (i < 19) i++; }",
        [9, 5],
    ),
    "counter with two conditions": (
        "uint_t(16) i = 0; while ((v & 3) && i < 20) { v = v * 3 + 1; i++; }",
        [5],
    ),
    "counter in a switch": (
        "int i = 0; for (int k = 0; k < 300; k++) { v += i; switch (i) { case 3: i = 0; break; case 9: i++; break; default: i = v & 3; } }",
        [9, 2],
    ),
    "counter down from a choice": (
        "int n = v & 1 ? 20 : 32; for (int i = n; i > 0; i--) v = v * 3;",
        [6],
    ),
    "counter up to a narrow variable": (
        "uint_t(4) n = v; for (int i = 0; i < n; i++) v = v * 3;",
        [4, 4],
    ),
    "counter with a variable on its left": (
        "int n = (v & 7) + 1; for (int i = 0; n > i; i++) v = v * 3;",
        [3, 3],
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_counters_have_the_width_they_need_and_one_variable_is_one_register(name, tmp_path):
    loops, widths = COUNTED[name]
    (tmp_path / "counters.c").write_text(COUNTERS.replace("LOOPS", loops))
    found = compile_source(tmp_path / "counters.c", tmp_path).registers.registers
    assert sorted((register.width for register in found), reverse=True) == [32, *widths]


STRUCTURED = """#include <cryptagon.h>
STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)
static uint_t(32) step(uint_t(32) s, uint_t(32) k) { return (s << 7 | s >> 25) ^ (s & k) ^ k; }
HARDWARE void structured(void) {
    uint_t(32) s = 0;
    for (;;) {
        uint_t(128) key = 0;
        for (int i = 0; i < 4; i++) key = key >> 32 | (uint_t(128))stream_read(in) << 96;
        for (uint_t(6) i = 0; i < 32; i++) s = step(s, key >> 32 * (i & 3));
        for (int i = 0; i < 20; i++) s = step(s, ~(key >> 32 * (i & 3)));
        for (unsigned i = 0; i < 12; i++) s = step(s, 5 ^ (key >> 32 * (i & 3)));
        for (uint_t(7) i = 0; i < 64; i++) s = step(s, 7 ^ (key >> 32 * (i & 3)));
        stream_write(out, s);
    }
}
"""


def test_counters_of_all_types_share_a_register_an_adder_and_what_they_select(tmp_path):
    (tmp_path / "structured.c").write_text(STRUCTURED)
    result = compile_source(tmp_path / "structured.c", tmp_path)
    assert {register.name: register.width for register in result.registers.registers} == {
        "i": 6,
        "key": 128,
        "phase": 1,
        "s": 32,
    }
    assert [node.operation for node in result.optimised.nodes.values()].count("add") == 1


def test_variables_that_would_need_a_multiplexer_only_to_share_have_their_own_registers(tmp_path):
    loops = """
    for (uint_t(3) b = v ^ v >> 5; b; b = (b + 3) ^ v >> 7) v = v * 3 + b;
    for (uint_t(3) c = v ^ v >> 9; c; c = (c ^ v >> 11) * 3) v = v * 5 + c;
    """
    (tmp_path / "counters.c").write_text(COUNTERS.replace("LOOPS", loops))
    found = compile_source(tmp_path / "counters.c", tmp_path).registers.registers
    assert sorted(register.width for register in found) == [3, 3, 32]


def test_a_loop_of_several_phases_keeps_in_one_register_what_each_of_them_needs(tmp_path):
    (tmp_path / "phases.c").write_text("""#include <cryptagon.h>
STREAM_IN(uint_t(40), in)
STREAM_OUT(uint_t(40), out)
WIRE_IN(bit, new_key)
static uint_t(40) mixed(uint_t(40) x, int times) {
    for (int i = 0; i < times; i++) x = x * x ^ x >> 7 ^ i;
    return x;
}
HARDWARE void phases(void) {
    REGISTER static uint_t(40) key;
    if (wire_read(new_key)) {
        uint_t(40) given = stream_read(in);
        key = given ^ mixed(given, 9);
        return;
    }
    uint_t(40) x = mixed(stream_read(in), 12);
    stream_write(out, mixed(x ^ key, 20) ^ key);
}""")
    widths = [
        register.width
        for register in compile_source(tmp_path / "phases.c", tmp_path).registers.registers
    ]
    assert sorted(widths) == [
        2,
        5,
        40,
        40,
    ]  # the phase, the counter, x, and the key that is there or is to be


def test_wiring_of_a_value_that_is_kept_is_no_register(tmp_path):
    (tmp_path / "wiring.c").write_text("""#include <cryptagon.h>
STREAM_IN(uint_t(64), in)
STREAM_OUT(uint_t(32), out)
static uint_t(32) swapped(uint_t(32) x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }
HARDWARE void wiring(void) {
    for (;;) {
        uint_t(64) key = stream_read(in);
        uint_t(32) high = key >> 32, word = swapped(key), rotated = high << 5 | high >> 27, s = 0;
        for (int i = 0; i < 20; i++) s = (s * 5) ^ word;
        for (int i = 0; i < 12; i++) s = (s * 3) ^ rotated ^ key;
        stream_write(out, s ^ high);
    }
}
""")
    found = compile_source(tmp_path / "wiring.c", tmp_path).registers.registers
    assert {register.name: register.width for register in found} == {"key": 64, "i": 5, "s": 32}


SLICES = {
    "ways that agree on a slice are one there": (
        [[*"aaaaaaaabbbb"], [*"aaaaaaaacccc"]],
        [(0, 8, {0}), (8, 4, {0, 1})],
    ),
    "ways that leave a slice are none there": (
        [[*"--------bbbb"], [*"aaaaaaaa----"]],
        [(0, 8, {1}), (8, 4, {0})],
    ),
    "a slice that nothing changes": (
        [[*"--------bbbb"], [*"--------cccc"]],
        [(0, 8, set()), (8, 4, {0, 1})],
    ),
    "few bits that differ have no conditions of their own": (
        [[*"aaaaaabb"], [*"aaaaaacc"], [*"ddddddee"]],
        [(0, 8, {0, 1, 2})],
    ),
    "one way is not cut": ([[*"----bbbb"]], [(0, 8, {0})]),
}


@pytest.mark.parametrize("name", SLICES)
def test_a_register_is_loaded_in_slices_where_that_saves_multiplexers(name):
    ways, wanted = SLICES[name]
    numbered = [tuple((bit, i, False) for i, bit in enumerate(way)) for way in ways]
    kept = tuple(("-", i, False) for i in range(len(ways[0])))
    assert [
        (one.low, one.width, set(one.pattern) - {KEPT}) for one in slices(numbered, kept)
    ] == wanted


def test_a_word_of_a_wide_state_is_multiplexed_alone(tmp_path):
    (tmp_path / "state.c").write_text("""#include <cryptagon.h>
STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)
typedef uint_t(128) state_t;
HARDWARE void state(void) {
    static state_t s;
    for (int i = 0; i < 20; i++) s = s >> 32 | (state_t)((uint_t(32))s ^ (uint_t(32))(s >> 47) ^ i) << 96;
    s ^= (state_t)stream_read(in) << 96;
    for (int i = 0; i < 12; i++) s = s >> 32 | (state_t)((uint_t(32))s * 5) << 96;
    s ^= (state_t)stream_read(in) << 96;
    stream_write(out, s >> 96);
}
""")
    datapath = compile_source(tmp_path / "state.c", tmp_path).datapath
    (state,) = [update for update in datapath.updates if update.register == "r_s"]
    assert [(load.low, load.width) for load in state.loads] == [(0, 96), (96, 32)]


def test_a_value_wider_than_64_bits_grows_to_a_width_that_there_is(tmp_path):
    source = tmp_path / "digits.c"
    source.write_text("""#include <cryptagon.h>
STREAM_IN(uint_t(128), in)
STREAM_OUT(uint_t(128), out)
HARDWARE void digits(void) {
    uint_t(36) length = 0;
    for (int n = 0; n < 9; n++) length += (uint_t(5))stream_read(in);
    uint_t(130) digits = (uint_t(130))length << 69 | (uint_t(130))length << 3;
    uint_t(128) sum = 0;
    for (int i = 0; i < 10; i++) {
        sum = sum << 13 ^ ((uint_t(13))digits & 1 ? sum : (uint_t(128))1);
        digits >>= 13;
    }
    stream_write(out, sum);
}
""")
    widths = {
        register.name: register.width
        for register in compile_source(source, tmp_path).registers.registers
    }
    assert widths["digits"] <= 130


def test_what_is_told_on_an_edge_is_made_again_only_when_it_hangs_on_what_changed():
    known, made = {"a": 1, "b": 2}, []

    def sum_of(edge):
        made.append(edge)
        return sum(known[name] for name in edge)

    told = ByEdge(lambda edge: edge, sum_of)
    assert (told["a", "b"], told["a", "b"], told["b", "b"]) == (3, 3, 4)
    known["a"] = 7
    told.changed("a")
    assert (told["a", "b"], told["b", "b"]) == (9, 4)
    assert made == [("a", "b"), ("b", "b"), ("a", "b")]
