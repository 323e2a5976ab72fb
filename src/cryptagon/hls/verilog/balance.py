"""Long sums as trees.

Verilog reads `a ^ b ^ c ^ d` as a chain from the left, and logic synthesis mostly keeps the shape
that it is given. LLVM and XLS leave the operands in an order of their own, whatever the C says.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cryptagon.hls.verilog.half_adders import half_adder
from cryptagon.hls.verilog.nets import Nets

_ASSIGNMENT = re.compile(r"^(\s*assign (\w+) = )(.*);$", re.MULTILINE)
_CHAIN = re.compile(r"\w+(?: ([&|^]) \w+)(?: \1 \w+)+")
LATE = 16
"""An operand of a sum that comes more levels than this after another one is added after it: about
the depth of a round (docs/compiler.md).
"""


@dataclass(frozen=True)
class Operand:
    """What is joined: its text, its level, and the place in the chain of its first name."""

    text: str
    level: int
    place: int


def balance_chains(verilog: str) -> str:
    """Groups every assignment of three or more names joined by one of `&`, `|`, `^` as a balanced
    tree.

    The operands keep their order, but for sums (`^`): there the two whose product is another
    operand come first, and what is late comes last (docs/compiler.md).
    """
    nets = Nets(verilog)

    def written(assignment: re.Match[str]) -> str:
        begin, name, expression = assignment.groups()
        nets.assign(name, expression)
        chain = _CHAIN.fullmatch(expression)
        if chain is None:
            return assignment[0]
        tree = _grouped(expression.split(f" {chain[1]} "), chain[1], nets)
        nets.set_level(name, tree.level)
        return f"{begin}{tree.text};"

    return _ASSIGNMENT.sub(written, verilog)


def _grouped(names: Sequence[str], operator: str, nets: Nets) -> Operand:
    operands = [Operand(name, nets.level(name), place) for place, name in enumerate(names)]
    if operator != "^":
        return _tree(operands, operator)
    if pair := half_adder(names, nets):
        two = [operands[place] for place in pair]
        others = [one for one in operands if one not in two]
        operands = [_tree(two, operator), *others]
    return _early_ones_first(operands)


def _early_ones_first(operands: Iterable[Operand]) -> Operand:
    """A sum of trees, each of operands that come within LATE levels. What is added last passes one
    gate, and shares it with what is added to it.
    """
    waiting = sorted(operands, key=lambda one: one.level)
    sums: list[Operand] = []
    while waiting:
        limit = waiting[0].level + LATE
        now = [*sums, *(one for one in waiting if one.level <= limit)]
        waiting = [one for one in waiting if one.level > limit]
        sums = [_tree(sorted(now, key=lambda one: one.place), "^")]
    return sums[0]


def _tree(operands: Sequence[Operand], operator: str) -> Operand:
    """Full pairs first, so that neighbours meet: they often share inputs, and two products fill one
    four-input look-up table.
    """
    if len(operands) == 1:
        return operands[0]
    middle = 1 << (len(operands) - 1).bit_length() - 1
    left, right = _tree(operands[:middle], operator), _tree(operands[middle:], operator)
    return Operand(
        f"({left.text} {operator} {right.text})", 1 + max(left.level, right.level), left.place
    )
