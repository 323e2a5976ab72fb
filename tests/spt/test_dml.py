"""DML as text: what is refused, with its line; what a program in it computes."""

from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.spt import dml, evaluate

ROUND = """\
dml 1

table S: 2 -> 2
  3 1 0 2

figure step
  input k: 8
  input x: 8
  i: 4 = index
  wide1: 8 = extend 8 i
  xor1: 8 = xor k x wide1
  sbox1: 8 = sbox S xor1
  output seen: 8 = x
  output x: 8 = sbox1

figure whole
  input keys: 8[3]
  input x: 8
  repeat1 (seen: 8[3], x: 8) = repeat 5..3 step k=keys x=x
  reverse1: 8[3] = reverse repeat1.seen
  c: 8 = constant 0x0f
  and1: 8 = and c repeat1.x
  output low: 8 = and1
  output seen: 8[3] = reverse1
"""


def read(text: str):
    return dml.read(text, Path("some.dml"))


def test_rounds_count_downwards_and_take_keys_in_turn():
    def step(key: int, value: int, number: int) -> int:
        mixed = key ^ value ^ number
        return sum((3, 1, 0, 2)[mixed >> place & 3] << place for place in (0, 2, 4, 6))

    value, seen, keys = 0x5A, [], (1, 0x80, 0x33)
    for key, number in zip(keys, (5, 4, 3)):
        seen.append(value)
        value = step(key, value, number)
    assert evaluate(read(ROUND), "whole", {"keys": keys, "x": 0x5A}) == {
        "low": value & 15,
        "seen": tuple(reversed(seen)),
    }


def test_it_is_written_as_it_was_read():
    assert dml.written(read(ROUND)) == ROUND
    assert [one.name for one in read(ROUND).tops] == ["whole"]


CHANGES = [
    ("dml 1", "dml 0", 1, 'its first line is not "dml 1"'),
    ("  3 1 0 2", "  3 1 0 4", 3, "does not fit 2 bits"),
    ("  3 1 0 2", "  3 1 0", 3, "table S has 3 values"),
    ("input x: 8\n  i", "input k: 8\n  i", 8, "k is there twice"),
    ("extend 8 i", "extend 8 j", 10, "j is not above its use"),
    ("extend 8 i", "extend 2 i", 10, "4 bits do not fit 2"),
    ("wide1: 8", "wide1: 9", 10, "wide1 is written as 9, and is 8"),
    ("xor k", "xorr k", 11, '"xorr" is no operation'),
    ("sbox S", "sbox T", 12, "sbox names a table that is not there"),
    ("output seen: 8 =", "output seen: 7 =", 13, "seen is written as 7, and is 8"),
    ("figure whole", "figure step", 16, "step is there twice"),
    (
        "repeat 5..3 step",
        "repeat 5..4 step",
        19,
        "input k of figure step takes 8[2] bits, and gets 8[3]",
    ),
    ("repeat 5..3 step", "repeat 17..15 step", 19, "round 17 does not fit the 4 bits"),
    ("repeat 5..3 step", "call step", 19, "figure step counts rounds, and is called once"),
    ("repeat 5..3 step", "repeat 5..3 stop", 19, "figure stop is not above this one"),
    ("k=keys x=x", "k=keys", 19, "figure step has the inputs k, x, not k"),
    ("(seen: 8[3], x", "(seen: 8[4], x", 19, "repeat1 gives seen: 8[3], x: 8"),
    ("0x0f", "0x10f", 21, "the values of c are not 8"),
    ("  output low", "output low", 23, "is no line of DML"),
    ("and c repeat1.x", "and c repeat1.?", 22, "is no operand"),
    ("input keys: 8[3]", "input keys: 8[99999999]", 17, "is no width"),
]


@pytest.mark.parametrize(("before", "after", "line", "why"), CHANGES)
def test_fault_is_told_with_its_line(before, after, line, why):
    assert before in ROUND
    with pytest.raises(CryptagonError) as fault:
        read(ROUND.replace(before, after, 1))
    assert fault.value.where == f"some.dml:{line}" and why in fault.value.why


@pytest.mark.parametrize(
    "text", ["", "dml 1\n\nfigure a\n", "dml 1\nx", "\0", "dml 1\n\nfigure a\n  y (a) = call b"]
)
def test_what_is_no_program(text):
    with pytest.raises(CryptagonError, match="not DML"):
        read(text)


def test_file_that_cannot_be_read(tmp_path):
    with pytest.raises(CryptagonError, match="not DML"):
        dml.read_file(tmp_path / "none.dml")


def test_later_version_is_refused():
    with pytest.raises(
        CryptagonError, match="this is DML 2, and this Cryptagon reads DML 1 at most"
    ) as fault:
        read("\n" + ROUND.replace("dml 1", "dml 2 "))
    assert (
        fault.value.where == "some.dml:1"
        and "read it by the Cryptagon that wrote it" in fault.value.fix
    )
