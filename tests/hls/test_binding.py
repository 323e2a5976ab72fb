"""Registers are shared by what does the same with the same, so that one operator does it for both."""

import re

import pytest
from selection import one_of

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

# Two loops of Feistel rounds that stay apart. In each the unit takes one half, and what it gives
# is added to the other.
FEISTEL = """#include <cryptagon.h>
STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)
SHARED uint_t(32) mixed(uint_t(32) x) { return x * 0x9e3779b9 ^ x >> 7; }
HARDWARE void feistel(void) {
    uint_t(32) right = stream_read(in), left = stream_read(in);
    for (int i = 0; i < 9; i++) {
        not_shared();
        uint_t(32) given = right ^ mixed(left);
        right = left;
        left = given;
    }
    uint_t(32) above = left + 3, below = right + 5;
    for (int i = 0; i < 7; i++) {
        not_shared();
        uint_t(32) given = above ^ mixed(below);
        above = below;
        below = given;
    }
    stream_write(out, above);
    stream_write(out, below);
}"""
NAMES = (("left", "right", "above", "below"), ("aa", "bb", "dd", "cc"), ("dd", "cc", "aa", "bb"))
"""By which the registers would be chosen if the halves that go to the unit did not count."""


def _halves(text, folder):
    """The names of the C variables in each wide register."""
    source = folder / "feistel.c"
    source.write_text(text)
    result = compile_source(source, folder)
    assert check_equivalence(source, result, folder).compared["out"] > 5
    return [
        {member.split(".")[0] for member in register.members}
        for register in result.registers.registers
        if register.width == 32
    ]


@pytest.mark.parametrize(
    "names", one_of(3, [(names,) for names in NAMES], lambda one: "-".join(one[0]))
)
def test_halves_that_go_to_one_unit_share_a_register(names, tmp_path):
    text = FEISTEL
    for old, new in zip(("left", "right", "above", "below"), names):
        text = re.sub(rf"\b{old}\b", f"{new}_", text)
    halves = _halves(text, tmp_path)
    left, right, above, below = (f"{name}_" for name in names)
    assert any({left, below} <= half for half in halves), halves
    assert any({right, above} <= half for half in halves), halves
