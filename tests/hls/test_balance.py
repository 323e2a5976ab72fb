"""Chains of one operator become trees of the same value, and nothing else changes."""

import random
from itertools import pairwise

import pytest

from cryptagon.hls.verilog.balance import LATE, balance_chains


def test_neighbours_are_paired_first() -> None:
    assert (
        balance_chains("  assign n9 = a ^ b ^ c ^ d ^ e;")
        == "  assign n9 = (((a ^ b) ^ (c ^ d)) ^ e);"
    )


@pytest.mark.parametrize(
    "line",
    [
        "assign y = a ^ b;",
        "assign y = a ^ b & c ^ d;",
        "assign y = {a, b} ^ c ^ d;",
        "assign y = ~a;",
    ],
)
def test_other_expressions_stay(line: str) -> None:
    assert balance_chains(line) == line


@pytest.mark.parametrize("operator", ["&", "|", "^"])
@pytest.mark.parametrize("count", [3, 4, 7, 14])
def test_value_and_depth(operator: str, count: int) -> None:
    names = [f"n{i}" for i in range(count)]
    chain = f" {operator} ".join(names)
    tree = (
        balance_chains(f"  assign out = {chain};")
        .strip()
        .removeprefix("assign out = ")
        .removesuffix(";")
    )
    depth = max(tree[:i].count("(") - tree[:i].count(")") for i in range(len(tree)))
    assert depth == (count - 1).bit_length()
    bits = random.Random(count)
    for _ in range(20):
        values = {name: bits.getrandbits(1) for name in names}
        assert eval(tree, {}, values) == eval(chain, {}, values)


HALF_ADDER = """
  input wire [7:0] x,
  input wire [7:0] y,
  wire [6:0] x_low;
  wire [6:0] y_low;
  wire [6:0] both;
  wire [7:0] carry;
  wire [7:0] sum;
  assign x_low = x[6:0];
  assign y_low = y[6:0];
  assign both = y_low & x_low;
  assign carry = {both, n2};
"""


@pytest.mark.parametrize(
    ("chain", "tree"),
    [
        ("x ^ carry ^ y", "((x ^ y) ^ carry)"),
        ("carry ^ y ^ x", "(carry ^ (y ^ x))"),
        ("z ^ x ^ carry ^ w ^ y", "((z ^ (x ^ y)) ^ (carry ^ w))"),
        ("x ^ carry ^ z", "((x ^ carry) ^ z)"),
        ("x | carry | y", "((x | carry) | y)"),
    ],
)
def test_what_a_carry_is_made_of_is_added_first(chain: str, tree: str) -> None:
    balanced = balance_chains(f"{HALF_ADDER}  assign sum = {chain};")
    assert balanced == f"{HALF_ADDER}  assign sum = {tree};"


def test_factors_at_different_places_are_no_half_adder() -> None:
    """`x ^ y` has no bit of `x & y` where the operands are turned against each other."""
    turned = HALF_ADDER.replace("y[6:0]", "y[7:1]") + "  assign sum = x ^ carry ^ y;"
    assert balance_chains(turned).endswith("sum = ((x ^ carry) ^ y);")


def deep(levels: int) -> str:
    """Assignments that make the net `deep` of as many gates."""
    names = ["a", *(f"step_{i}" for i in range(1, levels)), "deep"]
    return "".join(f"  assign {after} = {before} & b;\n" for before, after in pairwise(names))


@pytest.mark.parametrize(
    ("levels", "tree"),
    [(LATE, "((c ^ deep) ^ (d ^ e))"), (LATE + 1, "(((c ^ d) ^ e) ^ deep)")],
)
def test_what_is_late_is_added_last(levels: int, tree: str) -> None:
    made = balance_chains(deep(levels) + "  assign sum = c ^ deep ^ d ^ e;")
    assert made.endswith(f"  assign sum = {tree};")


def test_a_sum_is_as_deep_as_its_tree() -> None:
    """Its result is late in what follows."""
    parity = "  assign parity = deep ^ e ^ f ^ g;\n"
    made = balance_chains(deep(LATE - 1) + parity + "  assign sum = c ^ parity ^ d;")
    assert made.endswith("  assign sum = ((c ^ d) ^ parity);")
