"""Numbers that values are multiples of, as far as a few steps back tell."""

import re
from collections.abc import Iterable
from math import gcd

from cryptagon.hls.ir.statements import Statement
from cryptagon.hls.ir.text import split_top

MULTIPLE = re.compile(
    r"= (shl|mul|and|zext|sext|trunc|add|select)\b(?: nneg| nuw| nsw)* (?:i1 \S+, )?i\d+ (.*?)(?:, !dbg !\d+)?$"
)
DEEPEST = 8


class Multiples:
    """What the values of a function are multiples of."""

    def __init__(self, body: Iterable[Statement]) -> None:
        self.define = {one.result: one for one in body if one.result}

    def of(self, operand: str, depth: int = 0) -> int:
        """A number that divides an operand; 0 for 0."""
        if not operand.startswith("%"):
            return int(operand)
        define = self.define.get(operand[1:])
        found = MULTIPLE.search(define.text) if define and depth < DEEPEST else None
        if not found:
            return 1
        opcode, parts = found[1], split_top(found[2].partition(" to ")[0])
        operands = [part.rpartition(" ")[2] for part in parts]
        if opcode == "shl":
            return 1 << int(operands[1]) if operands[1].isdigit() else 1
        if opcode in ("mul", "and"):
            constant = operands[1]
            factor = 1 if constant.startswith("%") else int(constant)
            return factor & -factor if opcode == "and" else abs(factor)
        return gcd(*(self.of(operand, depth + 1) for operand in operands))
