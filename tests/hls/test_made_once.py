"""A value that several things need is made once, whatever leads to them."""

import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

HEAD = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
"""

# The two calls become one loop, which reads one thing that differs, the direction, at many places.
DIRECTIONS = (
    HEAD
    + """static unsigned mixed(unsigned x, bit back, int times) {
    for (int i = 0; i < times; i++) {
        x = back ? rotated(x, 7) + i : rotated(x, 9) ^ i;
        x += back ? rotated(x, 3) : rotated(x, 5);
        x ^= back ? x << 4 : x >> 6;
    }
    return x;
}
HARDWARE void twice(void) {
    unsigned x = stream_read(in), y = stream_read(in);
    bit first = x >> 3, second = y >> 4;
    unsigned z = mixed(x, first, 8);
    stream_write(out, mixed(y ^ z, second, 12));
}"""
)

# What the loop gives is one of two sums; an output takes it in one phase, and another register in
# the other.
RESULTS = (
    HEAD
    + """static unsigned mixed(unsigned x, unsigned key, int times) {
    unsigned given = any(unsigned);
    for (int i = 0; i < times; i++) {
        unsigned keyed = rotated(x, 7) + key, whole = rotated(x, 11) + (x ^ i);
        given = x & 2 ? keyed : whole;
        x = given;
    }
    return given;
}
HARDWARE void twice(void) {
    unsigned x = stream_read(in), key = stream_read(in), sum = 0;
    for (bit more = 1; more; more = x & 1) {
        x = stream_read(in);
        sum ^= mixed(x, key, 8);
    }
    stream_write(out, mixed(sum, key, 8));
}"""
)

# What is added to the state, and kept as the next mask, is one of two sums; neither an operator nor
# a port takes it as it is.
MASKS = (
    HEAD
    + """HARDWARE void twice(void) {
    unsigned key = stream_read(in), mask = stream_read(in), state = 0;
    for (bit more = 1; more;) {
        unsigned block = stream_read(in);
        bit first = block >> 1, keeps = block >> 2, unmasked = block >> 3, partial = block >> 4;
        unsigned next = (partial ? mask ^ rotated(mask, 2) : 0) ^ rotated(mask, 1);
        unsigned added = first ? key ^ rotated(key, 1) : next;
        state = rotated(state, 7) ^ block ^ (unmasked ? 0 : added);
        if (!keeps) mask = added;
        more = block & 1;
    }
    stream_write(out, state ^ mask);
}"""
)

# One of two values goes to two registers, neither of which is the one that it is from.
OF_ANOTHER = """#include <cryptagon.h>
typedef uint_t(32) word_t;
struct order { bit swap, to_first, to_second; word_t add; };
STREAM_IN(struct order, in)
STREAM_OUT(word_t, out)
HARDWARE void twice(void) {
    word_t a = stream_read(in).add, b = stream_read(in).add, first = 1, second = 2;
    for (;;) {
        struct order order = stream_read(in);
        word_t moved = order.swap ? a : b ^ order.add;
        first = order.to_first ? moved : first + 1;
        second = order.to_second ? moved : second ^ a;
        b = b << 1 | b >> 31;
        a = a + b;
        stream_write(out, first ^ second);
    }
}"""

# A number of 4 bits, which variables hold as 8, is multiplied, and kept as it is or multiplied.
NIBBLES = (
    HEAD
    + """typedef uint_t(4) nibble_t;
static nibble_t doubled(nibble_t x) { return x << 1 ^ (x >> 3) * 3; }
HARDWARE void twice(void) {
    nibble_t row[6] = {1, 2, 3, 4, 5, 6};
    unsigned sum = 0;
    for (bit more = 1; more;) {
        unsigned item = stream_read(in);
        bit forward = item >> 1, backward = item >> 2, waits = item >> 3, last = item >> 4;
        nibble_t out = row[4];
        if (forward) out = waits ? row[0] : row[1];
        else if (backward) out = waits ? row[2] : row[3];
        nibble_t product = doubled(out);
        sum = sum << 4 ^ sum >> 28 ^ product;
        UNROLL for (int i = 0; i < 5; i++) row[i] = row[i + 1];
        row[5] = last ? out : product;
        more = item & 1;
    }
    stream_write(out, sum);
}"""
)

# A sum of which most is added under conditions; four registers take it, three of them in sums.
OFFSETS = (
    HEAD
    + """HARDWARE void twice(void) {
    unsigned first = stream_read(in), second = stream_read(in), third = stream_read(in);
    unsigned state = 1, left = 2, right = 3, sum = 4;
    for (bit more = 1; more;) {
        unsigned item = stream_read(in), offset = 0;
        bit to_left = item >> 1, to_sum = item >> 2, begins = item >> 3;
        if (item >> 4 & 1) offset ^= first;
        if (item >> 5 & 1) offset ^= second;
        if (item >> 6 & 1) offset ^= third;
        unsigned result = rotated(state, 9) + item ^ offset;
        if (to_left) left = begins ? left ^ result : right ^ result;
        else left = to_sum ? result : left ^ right;
        if (to_sum) sum = begins ? sum ^ right ^ result : to_left ? sum ^ result : result;
        right = begins ? state ^ right : to_left ? result ^ right : result;
        state = result;
        more = item & 1;
    }
    stream_write(out, state ^ rotated(left, 3) ^ rotated(right, 5) ^ rotated(sum, 7));
}"""
)


def _compiled(text, folder):
    source = folder / "twice.c"
    source.write_text(text)
    return source, compile_source(source, folder)


@pytest.mark.parametrize(
    "text",
    [DIRECTIONS, RESULTS, MASKS, NIBBLES, OFFSETS],
    ids=["directions", "results", "masks", "nibbles", "offsets"],
)
def test_it_does_what_the_source_says(text, tmp_path):
    source, result = _compiled(text, tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5


def test_what_differs_between_merged_loops_is_chosen_once(tmp_path):
    _, result = _compiled(DIRECTIONS, tmp_path)
    names = [register.name for register in result.registers.registers]
    assert "phase" in names
    assert sum(name.startswith("chosen") for name in names) <= 1


def test_copies_of_a_choice_are_the_choice(tmp_path):
    """Each phase goes on with a copy; chosen once more, it would be another multiplexer."""
    _, result = _compiled(RESULTS, tmp_path)
    sums = {node.name for node in result.optimised.nodes.values() if node.operation == "add"}
    chosen = [
        node
        for node in result.optimised.nodes.values()
        if node.width == 32 and node.operation == "sel" and len(sums & {*node.operands}) == 2
    ]
    assert len(chosen) == 1, re.sub(r"(?m)^(?!.*sel\().*\n", "", result.optimised.text)


def test_what_two_merges_take_is_chosen_once(tmp_path):
    _, result = _compiled(MASKS, tmp_path)
    nodes = [node for node in result.optimised.nodes.values() if node.width == 32]
    (of_key,) = [n.name for n in nodes if n.operation == "xor" and "r_key" in n.operands]
    (taker,) = [node for node in nodes if of_key in node.operands]
    assert taker.operation == "sel"
    assert sum(taker.name in node.operands for node in nodes) == 3


def test_a_choice_with_another_register_is_made_once(tmp_path):
    """Only a register that keeps itself does so for nothing."""
    _, result = _compiled(OF_ANOTHER, tmp_path)
    nodes = [node for node in result.optimised.nodes.values() if node.operation == "sel"]
    (chosen,) = [node.name for node in nodes if "r_a" in node.operands and node.width == 32]
    assert sum(chosen in node.operands for node in nodes) == 2


def test_what_is_kept_with_other_zeros_above_is_chosen_once(tmp_path):
    _, result = _compiled(NIBBLES, tmp_path)
    choices = [node for node in result.optimised.nodes.values() if "sel" in node.operation]
    chosen = [name for node in choices for name in node.operands if name.startswith("r_row")]
    assert len(chosen) == len(set(chosen)) == 5


def test_a_sum_with_conditions_that_several_things_take_is_masked_once(tmp_path):
    _, result = _compiled(OFFSETS, tmp_path)
    nodes = [node for node in result.optimised.nodes.values() if node.operation in ("and", "sel")]
    for register in ("r_first", "r_second", "r_third"):
        assert sum(register in node.operands for node in nodes) == 1
