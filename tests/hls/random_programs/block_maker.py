"""Random copies, fills and comparisons of whole variables, structs and unions among them."""

from random_programs.around import Around
from random_programs.blocks import ByteOrder, WholeCopy, WholeFill
from random_programs.expression_maker import Scope
from random_programs.expressions import Expression, Reference, Variable
from random_programs.layout import fills_memory, size_of
from random_programs.statement_maker import StatementMaker
from random_programs.statements import Statement
from random_programs.types import INT, Pointer

MOST_COMPARED = 64
"""Bytes: more is slow to build and teaches nothing new."""


class BlockMaker:
    """Makes what works on whole variables."""

    def __init__(self, statements: StatementMaker) -> None:
        self.make, self.choose = statements.make, statements.choose

    def statement(self, around: Around) -> list[Statement]:
        """A copy or a fill."""
        variables = _in_registers(around.scope)
        filled = [v for v in variables if fills_memory(v.type)]
        if filled and self.make.happens(0.3):
            place = Reference(self.choose.choice(filled))
            return [WholeFill(place, self.make.integer(around.scope, 1))]
        pairs = [(a, b) for a in variables for b in variables if a != b and a.type == b.type]
        if not pairs:
            return []
        to, source = self.choose.choice(pairs)
        return [WholeCopy(Reference(to), Reference(source))]

    def order(self, scope: Scope, depth: int) -> Expression:
        """A comparison of two variables byte by byte."""
        found = [v for v in _in_registers(scope) if fills_memory(v.type)]
        found = [v for v in found if size_of(v.type) <= MOST_COMPARED]
        pairs = [(a, b) for a in found for b in found if a.type == b.type]
        if not pairs:
            return self.make.condition(scope, depth)
        left, right = self.choose.choice(pairs)
        operator = self.choose.choice(("<", "==", "!=", ">="))
        return ByteOrder(INT, operator, Reference(left), Reference(right))


def _in_registers(scope: Scope) -> list[Variable]:
    """The variables that are no memories and no pointers."""
    return [v for v in scope.variables if not v.ram and not isinstance(v.type, Pointer)]
