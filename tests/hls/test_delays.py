"""The estimate of delays: what is free, what grows with the width, what constants save."""

import pytest

from cryptagon.hls.ir.instructions import (
    Address,
    Compare,
    Const,
    Instruction,
    Load,
    Name,
    PointerStep,
)
from cryptagon.hls.states.delays import levels, table_words_of


def delay(opcode: str, width: int, *operands: Const | Name) -> float:
    return levels(Instruction(opcode, "y", width, list(operands)))


def delay_of_comparison(predicate: str, *operands: Const | Name) -> float:
    return levels(Compare("icmp", "y", 1, list(operands), predicate))


def name(width: int) -> Name:
    return Name(width, "x")


@pytest.mark.parametrize(
    ("opcode", "operands"),
    [
        ("zext", [name(8)]),
        ("trunc", [name(64)]),
        ("shl", [name(32), Const(32, 5)]),
        ("xor", [name(32), Const(32, 0xFF)]),
        ("mul", [name(32), Const(32, 64)]),
        ("urem", [name(32), Const(32, 16)]),
    ],
)
def test_wiring_is_free(opcode, operands):
    assert delay(opcode, 32, *operands) == 0


def test_carry_chains_grow_with_the_width():
    assert delay("add", 16, name(16), name(16)) == 2
    assert delay("add", 128, name(128), name(128)) == 9
    assert delay_of_comparison("ult", name(128), name(128)) == 9


def test_equality_is_a_tree_and_half_of_it_for_a_constant():
    assert delay_of_comparison("eq", name(128), name(128)) == 4
    assert delay_of_comparison("eq", name(64), Const(64, 9)) == 3
    assert delay_of_comparison("eq", name(1), Const(1, 1)) == 0.5


def test_the_slowest_is_the_product_and_a_constant_factor_makes_it_faster():
    product, by_three = (
        delay("mul", 32, name(32), name(32)),
        delay("mul", 32, name(32), Const(32, 3)),
    )
    assert product == 8 and by_three == 4


def test_a_look_up_takes_longer_in_a_larger_table():
    assert [
        levels(Load("load", "y", 8, [], Address.of("p")), table_words=words)
        for words in (4, 16, 256, 1024)
    ] == [1, 1, 3, 4]
    assert (
        table_words_of(
            PointerStep("getelementptr", "p", 0, [], "[2 x [16 x i8]]", Address("@t", table="t"))
        )
        == 32
    )
