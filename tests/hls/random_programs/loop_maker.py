"""Random loops: clocked or unrolled, of stages, and with counted cycles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_programs.around import Around
from random_programs.expression_maker import Scope
from random_programs.expressions import Arithmetic, Constant, Reference, Rotation, Variable
from random_programs.jumps import Goto
from random_programs.loops import COUNT_FIRST, Loop, jumps_of, loop_of
from random_programs.statements import Assign, If, Local, Plain, Read, Statement, Write
from random_programs.types import BYTE, INT, UNSIGNED, Int

if TYPE_CHECKING:
    from random_programs.statement_maker import StatementMaker


class LoopMaker:
    """Makes loops; what is in them is made by `statements`."""

    def __init__(self, statements: StatementMaker) -> None:
        self.statements, self.make, self.choose = statements, statements.make, statements.choose

    def loop(self, around: Around) -> list[Statement]:
        """A loop: clocked, or to be unrolled."""
        room = max(1, 40 // around.trips)
        how = (
            self.choose.choice(("", "", "", "UNROLL ", "UNROLL_BY(2) "))
            if around.clocked
            else "UNROLL "
        )
        count = self.choose.randrange(1, 1 + min(room, 7 if not how else 4))
        form = (
            self.choose.choice(("up", "up", "up", "down", "while", "do"))
            if not how
            else self.choose.choice(("up", "up", "down"))
        )
        if not how and self.make.has("jumps") and self.make.happens(0.4):
            form = self.choose.choice(("goto", "goto first"))
        kind = self.choose.choice((INT, INT, UNSIGNED, Int(4), BYTE))
        counter = Variable(self.statements.name("i"), kind, count + (form in COUNT_FIRST))
        limit = self.make.integer(around.scope, 1) if not how and self.make.happens(0.35) else None
        condition = (
            self.make.condition(around.scope, 1) if not how and self.make.happens(0.2) else None
        )
        inside = around.inner(trips=around.trips * count, in_loop=True)
        by_two = how.startswith("UNROLL_BY")
        breaks = by_two and self.make.happens(0.3)
        if breaks:  # then such a loop must not access streams or wires
            inside = replace(inside, clocked=False, result="none")
            inside.scope.wires = []
        if by_two:
            inside = replace(inside, exits=())
        inside.scope.constants.append(counter)
        body = self.statements.body(inside)
        if breaks or self.make.happens(0.35):
            jumps = [*jumps_of(form, counter), *map(Goto, inside.exits)]
            jumps = jumps[:1] if breaks else jumps[1:] if by_two else jumps
            jump = If(self.make.condition(inside.scope, 1), (self.choose.choice(jumps),), ())
            body = (*body, jump, *self.statements.body(inside))
        return [loop_of(form, how, counter, count, limit, condition, body)]

    def staged(self, around: Around) -> list[Statement]:
        """A loop whose iterations are split into stages; a chain of rotations and additions gives
        them something to share.
        """
        count = self.choose.randrange(2, 6 if around.trips < 10 else 3)
        counter = Variable(self.statements.name("i"), INT, count)
        word = Variable(self.statements.name("v"), UNSIGNED)
        inside = around.inner()
        inside.scope.constants.append(counter)
        inside.scope.variables = [
            variable for variable in inside.scope.variables if not variable.ram
        ]
        chain: list[Statement] = []
        for _ in range(self.choose.randrange(4, 7)):
            added = Arithmetic(
                UNSIGNED, "+", Reference(word), Constant(UNSIGNED, self.choose.getrandbits(32) | 1)
            )
            turned = Rotation(
                UNSIGNED, Reference(word), Constant(UNSIGNED, self.choose.randrange(5, 27))
            )
            chain += [
                Assign(Reference(word), "", added),
                Assign(Reference(word), "", Arithmetic(UNSIGNED, "^", turned, Reference(counter))),
            ]
        # Nothing else computes in it: one product alone can be longer than two stages of the chain.
        stages = Plain(f"cycles({self.choose.choice((2, 2, 3))});")
        written = Write(self.statements.outputs[-1], (Reference(word),))
        accesses: list[Statement] = (
            [*self._read_as_it_is(inside.scope), written] if self.make.happens(0.5) else []
        )
        body = (stages, *accesses, *chain)
        start = Local(word, self.make.integer(around.scope, 1))
        used = Write(
            self.statements.outputs[-1], (Reference(word),)
        )  # or the chain would be of no use
        around.scope.variables.append(word)
        return [start, Loop("up", "", counter, count, None, None, body), used]

    def _read_as_it_is(self, scope: Scope) -> list[Statement]:
        """A read into an integer alone: an index or a sum would be logic, perhaps slower than the
        stages.
        """
        streams = [stream for stream in self.statements.inputs if isinstance(stream.type, Int)]
        places = [
            Reference(variable) for variable in scope.variables if isinstance(variable.type, Int)
        ]
        return (
            [Read(self.choose.choice(places), "", "stream_read", self.choose.choice(streams))]
            if places
            else []
        )

    def counted(self, around: Around) -> list[Statement]:
        """A loop that states its cycles: one an iteration, and one more for every wait() that it
        comes to.
        """
        count = self.choose.randrange(2, 6 if around.trips < 10 else 3)
        counter = Variable(self.statements.name("i"), INT, count)
        inside = around.inner(clocked=False, result="none", exits=())
        inside.scope.constants.append(counter)
        inside.scope.variables = [
            variable for variable in inside.scope.variables if not variable.ram
        ]
        inside.scope.functions, inside.scope.divides = [], False
        body, least, most = list(self.statements.body(inside)), 1, 1
        for _ in range(self.choose.randrange(3)):
            wait, certain = Plain("wait();"), self.make.happens(0.5)
            body += [
                wait if certain else If(self.make.condition(inside.scope, 1), (wait,), ()),
                *self.statements.body(inside),
            ]
            least, most = least + certain, most + 1
        said = (
            f"expect_cycles({least});"
            if least == most
            else f"expect_cycles_between({least}, {most});"
        )
        return [Loop("up", "", counter, count, None, None, (Plain(said), *body))]
