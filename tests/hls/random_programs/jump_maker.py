"""Random jumps and switches over enum types."""

from random_programs.around import Around
from random_programs.expressions import Conversion
from random_programs.jumps import Goto, Labelled
from random_programs.statement_maker import StatementMaker
from random_programs.statements import If, Statement
from random_programs.switches import Case, EnumSwitch
from random_programs.types import Enum


class JumpMaker:
    """Makes blocks that are left by jumps."""

    def __init__(self, statements: StatementMaker) -> None:
        self.statements = statements
        self.make, self.choose = statements.make, statements.choose

    def block(self, around: Around) -> list[Statement]:
        """A block whose label those inside may jump to, out of loops and switches too."""
        if around.depth <= 0:
            return []
        label = self.statements.name("l")
        inside = around.inner(exits=(*around.exits, label))
        first = If(self.make.condition(inside.scope, 1), (Goto(label),), ())
        body = [*self.statements.body(inside), first, *self.statements.body(inside)]
        return [Labelled(label, tuple(body))]


class EnumMaker:
    """Makes switches over the constants of enum types."""

    def __init__(self, statements: StatementMaker) -> None:
        self.statements = statements
        self.make, self.choose = statements.make, statements.choose
        self.kinds = [kind for kind in self.make.palette if isinstance(kind, Enum)]

    def switch(self, around: Around) -> list[Statement]:
        """A switch over a value that is one of the constants, or another."""
        if around.depth <= 0:
            return []
        kind = self.choose.choice(self.kinds)
        value = Conversion(kind, self.make.integer(around.scope, 1))
        numbers = list(range(len(kind.constants)))
        cases = []
        while numbers and len(cases) < 3:
            labels = tuple(numbers.pop() for _ in range(min(len(numbers), 2)))
            inside = around.inner(in_loop=False)
            cases.append(Case(labels, self.statements.body(inside), self.make.happens(0.6)))
        default = self.statements.body(around.inner(in_loop=False))
        return [EnumSwitch(value, 0, tuple(cases), default, self.choose.randrange(4))]
