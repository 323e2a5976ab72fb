"""Tests of a state's membership in some of the states: every set of a small machine, and how short
they are.
"""

from itertools import chain, combinations

import pytest

from cryptagon.hls.verilog.membership import is_one_of


def value(condition, number, bits):
    """What the Verilog condition is for one value of the signal `s`."""
    text = condition.replace("||", "or").replace("!(", "not (").replace("1'b", "")
    for low in range(bits):
        text = text.replace(f"[{bits - 1}:{low}]", f">>{low}").replace(f"[{low}]", f">>{low}")
        text = text.replace(f"{low + 1}'d", "")
    return bool(eval(text, {"s": number}))


@pytest.mark.parametrize("count", range(1, 9))
def test_every_set_of_a_small_machine(count):
    bits = max(1, (count - 1).bit_length())
    every = range(count)
    sets = chain.from_iterable(combinations(every, size) for size in range(count + 1))
    for numbers in sets:
        condition = is_one_of("s", bits, numbers, count)
        found = tuple(number for number in every if value(condition, number, bits))
        assert found == numbers, condition


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (range(64, 128), "s[9:6] == 4'd1"),
        ([7, 8, 9], "s == 10'd7 || s[9:1] == 9'd4"),
        ([n for n in range(521) if n != 77], "!(s == 10'd77)"),
        ([519, 520], "s == 10'd519 || s == 10'd520"),
        (range(512, 521), "s[9] == 1'd1"),
    ],
)
def test_consecutive_states_are_one_test(numbers, expected):
    assert is_one_of("s", 10, numbers, 521) == expected
