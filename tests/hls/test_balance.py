"""Chains of one operator become trees of the same value, and nothing else changes."""

import random

import pytest

from cryptagon.hls.verilog.balance import balance_chains


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
