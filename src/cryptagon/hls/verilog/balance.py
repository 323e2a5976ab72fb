"""Long sums as trees.

Verilog reads `a ^ b ^ c ^ d` as a chain from the left, and logic synthesis mostly keeps the shape
that it is given.
"""

import re
from collections.abc import Sequence

_CHAIN = re.compile(r"^(\s*assign \w+ = )(\w+(?: ([&|^]) \w+)(?: \3 \w+)+);$", re.MULTILINE)


def balance_chains(verilog: str) -> str:
    """Groups every assignment of three or more names joined by one of `&`, `|`, `^` as a balanced
    tree; the operands keep their order.
    """
    return _CHAIN.sub(
        lambda chain: f"{chain[1]}{_tree(chain[2].split(f' {chain[3]} '), chain[3])};", verilog
    )


def _tree(operands: Sequence[str], operator: str) -> str:
    """Full pairs first, so that neighbours meet: they often share inputs, and two products fill one
    four-input look-up table.
    """
    if len(operands) == 1:
        return operands[0]
    middle = 1 << (len(operands) - 1).bit_length() - 1
    return f"({_tree(operands[:middle], operator)} {operator} {_tree(operands[middle:], operator)})"
