"""Programs as a specification reads: loop nests in sequence over one state, steps that several
phases call, reads between and inside.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from random_programs.around import Around
from random_programs.expression_maker import Scope
from random_programs.expressions import (
    Address,
    Arithmetic,
    Call,
    Comparison,
    Constant,
    Element,
    Expression,
    Inverse,
    Member,
    Reference,
    Rotation,
    Shift,
    Signature,
    Target,
    Variable,
)
from random_programs.jumps import Goto
from random_programs.loops import COUNT_FIRST, Loop, jumps_of, loop_of
from random_programs.program import Function
from random_programs.rewired import Item, Reversed
from random_programs.statement_maker import StatementMaker
from random_programs.statements import (
    Assign,
    Body,
    If,
    Invoke,
    Local,
    Plain,
    Return,
    Statement,
    Write,
)
from random_programs.tree_edits import declares
from random_programs.trees import rebuilt, walk
from random_programs.types import BYTE, INT, UNSIGNED, Array, Field, Int, Pointer, Struct

Phase = Callable[[Around], list[Statement]]
STEPS = 8
"""Iterations of a step at most."""
COUNTERS = (INT, UNSIGNED, BYTE, Int(64, precise=False), Int(64, True, precise=False))


class NestMaker:
    """Makes the phases of a program that works on `state`, a wide integer or a struct."""

    def __init__(self, statements: StatementMaker, state: Variable) -> None:
        self.statements, self.state = statements, state
        self.make, self.choose = statements.make, statements.choose
        self.inputs = [stream for stream in statements.inputs if isinstance(stream.type, Int)]
        self.outputs = [stream for stream in statements.outputs if isinstance(stream.type, Int)]
        self.steps: list[Signature] = []
        self.loops: list[Loop] = []

    # Steps: functions with a clocked loop

    def step(self, scope: Scope) -> Function:
        """A function that works on a state for some iterations: on a copy that it returns, or where
        its parameter points to.
        """
        kind = self.state.type
        by_value = self.make.happens(0.6)
        state = Variable(self.statements.name("p"), kind if by_value else Pointer(kind))
        key = Variable(self.statements.name("p"), self.choose.choice(self.make.palette))
        number = Variable(self.statements.name("p"), BYTE)
        place = Reference(state) if by_value else Target(Reference(state))
        rams = [variable for variable in scope.variables if variable.ram and self.make.happens(0.4)]
        inside = Scope(
            [state, key, number, *rams], list(scope.constants), [], list(scope.functions)
        )
        around = Around(inside, 1, result=kind if by_value else None)
        limit = Reference(number) if self.make.happens(0.5) else None
        body: Body = (self._loop(place, around, limit),)
        signature = Signature(
            self.statements.name("f"), (state, key, number), kind if by_value else None
        )
        self.steps.append(signature)
        return Function(signature, (*body, Return(place, kind)) if by_value else body)

    def _loop(self, place: Expression, around: Around, limit: Expression | None) -> Loop:
        """A clocked loop that works on a place; at times it reads in its header or its body, or is
        left early.
        """
        count = self.choose.randrange(2, STEPS) if around.trips < 4 else self.choose.randrange(1, 4)
        form = self.choose.choice(("up", "up", "up", "down", "while", "do"))
        kind = self.choose.choice((INT, UNSIGNED, BYTE, Int(5)))
        if self.make.has("jumps") and self.make.happens(0.4):
            form = self.choose.choice(("goto", "goto first"))
        counter = Variable(self.statements.name("i"), kind, count + (form in COUNT_FIRST))
        inside = around.inner(trips=around.trips * count, in_loop=True, clocked=False)
        inside.scope.constants.append(counter)
        apart = [Plain("not_shared();")] if self.make.happens(0.1) else []
        work = [
            *self._updates(place, inside.scope),
            *self._read(place, 0.15),
            *self._leave(inside, jumps_of(form, counter)),
            *self._updates(place, inside.scope),
        ]
        body = [*apart, *work]
        return loop_of(form, "", counter, count, limit, self._reading_condition(0.1), tuple(body))

    def _leave(self, around: Around, jumps: list[Statement]) -> list[Statement]:
        """At times a way out of the iteration, the loop or the function."""
        if not self.make.happens(0.3):
            return []
        exits = map(Goto, around.exits)
        return [
            If(
                self.make.condition(around.scope, 1),
                (self.choose.choice([*jumps, *exits, self.statements.leave(around)]),),
                (),
            )
        ]

    def _reading_condition(self, probability: float) -> Expression | None:
        """At times a condition on the next item, so that a loop's header reads."""
        if not self.inputs or not self.make.happens(probability):
            return None
        stream = self.choose.choice(self.inputs)
        assert isinstance(stream.type, Int)
        item = Item(self.choose.choice(("stream_peek", "stream_read")), stream)
        return Comparison(
            self.choose.choice(("!=", "<=", ">")),
            stream.type,
            item,
            Constant(stream.type, self.make.number(stream.type)),
        )

    # What is done to the state

    def _updates(self, place: Expression, scope: Scope) -> list[Statement]:
        kinds = (self._mixed, self._fed_back, self._masked, self._masked, self._cut, self._rewired)
        return [
            self.choose.choice(kinds)(self.word(place), scope)
            for _ in range(self.choose.randrange(1, 4))
        ]

    def word(self, place: Expression) -> Expression:
        """An integer of a state."""
        if isinstance(place.type, Struct):
            return self.word(Member(place, self.choose.choice(place.type.fields).name))
        if isinstance(place.type, Array):
            return self.word(
                Element(place, Constant(INT, self.choose.randrange(place.type.length)))
            )
        return place

    def _mixed(self, word: Expression, scope: Scope) -> Statement:
        """`s = rotated s + something`, as block ciphers do."""
        kind = _int(word)
        turned = Rotation(kind, word, Constant(INT, self.choose.randrange(kind.bits)))
        return Assign(
            word,
            "",
            Arithmetic(kind, self.choose.choice("+^"), turned, self.make.integer(scope, 1)),
        )

    def _fed_back(self, word: Expression, scope: Scope) -> Statement:
        """`s = s >> k | f << N - k`, as shift registers do."""
        kind = _int(word)
        steps = self.choose.randrange(1, max(2, kind.bits // 4))
        taps = [
            Shift(kind, ">>", word, Constant(INT, self.choose.randrange(kind.bits)))
            for _ in range(2)
        ]
        fed = Arithmetic(
            kind,
            "^",
            Arithmetic(kind, self.choose.choice("&^"), *taps),
            self.make.integer(scope, 1),
        )
        moved = Arithmetic(
            kind,
            "&",
            Shift(kind, ">>", word, Constant(INT, steps)),
            Constant(kind, (1 << kind.bits - steps) - 1),
        )
        return Assign(
            word,
            "",
            Arithmetic(kind, "|", moved, Shift(kind, "<<", fed, Constant(INT, kind.bits - steps))),
        )

    def _masked(self, word: Expression, scope: Scope) -> Statement:
        """`s ^= x << k`, as what absorbs a block or a key does."""
        kind, added = _int(word), self.make.integer(scope, 0)
        distances = (
            (7,) if added == word else (0, kind.bits // 2, 7)
        )  # or nothing would be left of it
        return Assign(
            word, "^", Shift(kind, "<<", added, Constant(INT, self.choose.choice(distances)))
        )

    def _cut(self, word: Expression, scope: Scope) -> Statement:
        """A slice of a state gets another value."""
        kind = _int(word)
        low = self.choose.randrange(kind.bits)
        mask = Constant(kind, (1 << self.choose.randrange(1, kind.bits - low + 1)) - 1 << low)
        other = Arithmetic(
            kind, "&", Shift(kind, "<<", self.make.integer(scope, 0), Constant(INT, low)), mask
        )
        return Assign(
            word,
            "",
            Arithmetic(kind, "|", Arithmetic(kind, "&", word, Inverse(kind, "~", mask)), other),
        )

    def _rewired(self, word: Expression, _scope: Scope) -> Statement:
        kind = _int(word)
        whole = Reversed(kind, word, self.choose.choice((8, 8, 16, 32, max(1, kind.bits // 3))))
        return Assign(
            word,
            "",
            whole
            if self.make.happens(0.7)
            else Rotation(kind, word, Constant(INT, self.choose.randrange(kind.bits))),
        )

    def _read(self, place: Expression, probability: float) -> list[Statement]:
        """At times an item is added to the state, or only a look at it."""
        if not self.inputs or not self.make.happens(probability):
            return []
        word, access = (
            self.word(place),
            self.choose.choice(("stream_read", "stream_read", "stream_peek")),
        )
        kind, item = _int(word), Item(access, self.choose.choice(self.inputs))
        return [
            Assign(
                word,
                "^",
                Shift(kind, "<<", item, Constant(INT, self.choose.choice((0, kind.bits // 2)))),
            )
        ]

    # Phases

    def phases(self, around: Around) -> Body:
        """Some phases one after the other, with something else between them at times."""
        found: list[Statement] = []
        for _ in range(self.choose.randrange(3, 7)):
            phase: Phase = self.choose.choice(
                (
                    self._call,
                    self._call,
                    self._nest,
                    self._nest,
                    self._alone,
                    self._alike,
                    self._either,
                )
            )
            found += phase(around)
            found += self._read(Reference(self.state), 0.3)
            found += (
                self._updates(Reference(self.state), around.scope) if self.make.happens(0.3) else []
            )
            found += self.statements.statement(around) if self.make.happens(0.2) else []
        return tuple(found)

    def _call(self, around: Around) -> list[Statement]:
        """A step is run on the state, or on something kept of an earlier one; what it gives becomes
        the state, or is kept for later.
        """
        step = self.choose.choice(self.steps)
        kept = [
            variable
            for variable in around.scope.variables
            if variable.type == self.state.type and not variable.ram
        ]
        variable = self.choose.choice([self.state, self.state, *kept])
        number = (
            Constant(BYTE, self.choose.randrange(STEPS))
            if self.make.happens(0.7)
            else self.make.integer(around.scope, 0)
        )
        more = (self.make.integer(around.scope, self.choose.choice((0, 0, 1))), number)
        if not step.result:
            return [Invoke(step, (Address(Reference(variable)), *more))]
        result = Call(step, (Reference(variable), *more))
        if self.make.happens(0.6):
            return [Assign(Reference(self.state), "", result)]
        new = Variable(self.statements.name("v"), self.state.type)
        around.scope.variables.append(new)
        return [Local(new, result)]

    def _alone(self, around: Around) -> list[Statement]:
        """A loop on the state, to be written again at times."""
        limit = self.make.integer(around.scope, 0) if self.make.happens(0.4) else None
        self.loops.append(self._loop(Reference(self.state), around, limit))
        return [self.loops[-1]]

    def _nest(self, around: Around) -> list[Statement]:
        """A loop with one or two phases in it, with a read before them and a write behind them at
        times.
        """
        count = self.choose.randrange(1, 5)
        counter = Variable(self.statements.name("i"), INT, count)
        limit = self.make.integer(around.scope, 0) if self.make.happens(0.4) else None
        inside = around.inner(trips=around.trips * count, in_loop=True)
        inside.scope.constants.append(counter)
        body = self._read(Reference(self.state), 0.6)
        phases: list[Statement] = []
        for _ in range(self.choose.choice((1, 1, 1, 2))):
            phase: Phase = self.choose.choice((self._call, self._call, self._alone, self._alike))
            phases += [*phase(inside), *self._leave(inside, jumps_of("up", counter))]
        body += self._shown_around(phases) if self.make.happens(0.2) else phases
        body += self._updates(Reference(self.state), inside.scope) if self.make.happens(0.4) else []
        body += [self._shown()] if self.make.happens(0.6) else []
        return [Loop("up", "", counter, count, limit, self._reading_condition(0.15), tuple(body))]

    def _shown(self) -> Statement:
        """A write of part of the state."""
        word, stream = self.word(Reference(self.state)), self.choose.choice(self.outputs)
        return Write(
            stream,
            (
                Shift(
                    _int(word),
                    ">>",
                    word,
                    Constant(INT, self.choose.choice((0, _int(word).bits // 2))),
                ),
            ),
        )

    def _shown_around(self, phases: Sequence[Statement]) -> list[Statement]:
        """Phases with a write before them and one behind them, as a value of this iteration says:
        that of the next one may be there in the same cycle.
        """
        word = self.word(Reference(self.state))
        kind, kept = _int(word), Variable(self.statements.name("v"), BYTE)
        before, behind = (
            If(
                Comparison(
                    self.choose.choice(("==", "!=")), BYTE, Reference(kept), Constant(BYTE, 2)
                ),
                (self._shown(),),
                (),
            )
            for _ in range(2)
        )
        value = Arithmetic(kind, "&", word, Constant(kind, 3))
        return [Local(kept, value), before, *phases, behind]

    def _either(self, around: Around) -> list[Statement]:
        phases: tuple[Phase, ...] = (self._call, self._alone, self._alike, self._nest)
        then, other = (tuple(self.choose.choice(phases)(around.inner())) for _ in range(2))
        return [
            If(self.make.condition(around.scope, 1), then, other if self.make.happens(0.6) else ())
        ]

    def _alike(self, around: Around) -> list[Statement]:
        """A loop that is there already, written again once or twice: with other constants, another
        count, a counter of another type, other variables of the same types.
        """
        known = {variable.name for variable in (*around.scope.variables, *around.scope.constants)}
        loops = [loop for loop in self.loops if _free_names(loop) <= known]
        if not loops:
            return self._call(around)
        loop = self.choose.choice(loops)
        return [self._again(loop, around) for _ in range(self.choose.choice((1, 1, 2)))]

    def _again(self, loop: Loop, around: Around) -> Loop:
        count = self.choose.randrange(1, STEPS) if self.make.happens(0.5) else loop.count
        counter = replace(
            loop.counter,
            name=self.statements.name("i"),
            bound=loop.counter.bound - loop.count + count,
            type=self.choose.choice(COUNTERS) if self.make.happens(0.3) else loop.counter.type,
        )
        changes: dict[Any, Any] = {loop.counter: counter}
        for variable in around.scope.variables if self.make.happens(0.5) else ():
            same = [
                other
                for other in around.scope.variables
                if (other.type, other.ram) == (variable.type, variable.ram)
            ]
            changes[variable] = self.choose.choice(same)
        return replace(
            rebuilt(
                loop,
                lambda part: changes.get(part, self._changed(part)) if _is_leaf(part) else part,
            ),
            count=count,
        )

    def _changed(self, part: Variable | Constant) -> Variable | Constant:
        return (
            Constant(part.kind, self.make.number(part.kind))
            if isinstance(part, Constant) and self.make.happens(0.3)
            else part
        )


def _is_leaf(part: Any) -> bool:
    return isinstance(part, Variable | Constant)


def _free_names(loop: Loop) -> set[str]:
    """The variables of a loop that are declared around it."""
    parts = list(walk(loop))
    named = {part.variable.name for part in parts if isinstance(part, Reference)}
    return named - {name for part in parts for name in declares(part)}


def _int(place: Expression) -> Int:
    assert isinstance(place.type, Int)
    return place.type


def state_type(choose: random.Random) -> Int | Struct:
    """A type for a state: an integer of many bits, or a struct of words that may be in an array."""
    if choose.random() < 0.6:
        return Int(choose.choice((96, 128, 128, 160, 192, 293, 320)))
    word = (
        Int(choose.choice((16, 32, 64)), precise=False)
        if choose.random() < 0.5
        else Int(choose.choice((24, 40, 64, 128)))
    )
    if choose.random() < 0.3:
        return Struct("state", (Field("a", word), Field("w", Array(word, choose.randrange(2, 5)))))
    return Struct("state", tuple(Field(name, word) for name in "abcde"[: choose.randrange(2, 6)]))
