"""Expressions with effects: assignments, steps and reads inside of them.

Each stands where C says what comes first: an effect is before a comma, an arm of a choice or behind
`&&` and `||`, and nothing beside it in its statement names what it changes.
"""

from dataclasses import dataclass

from random_programs.around import Around
from random_programs.expressions import (
    Choice,
    Comparison,
    Constant,
    Expression,
    Logic,
    Reference,
    Typed,
    Variable,
)
from random_programs.rewired import Item
from random_programs.statement_maker import COMPOUND, StatementMaker
from random_programs.statements import Assign, If, Local, Statement, Write
from random_programs.types import Int


@dataclass(frozen=True)
class Sequence(Typed):
    """`effect, effect, value`."""

    effects: tuple[Assign, ...]
    value: Expression

    def _c(self) -> str:
        parts = [effect.lines[0].rstrip(";") for effect in self.effects]
        return f"({', '.join([*parts, self.value.of(self.kind)])})"


@dataclass(frozen=True)
class Step(Typed):
    """A variable that is counted up or down, before or after its value is taken."""

    place: Reference
    operator: str
    before: bool

    def _c(self) -> str:
        operator, place = self.operator, self.place.c
        step = f"{operator}{place}" if self.before else f"{place}{operator}"
        return f"(({self.kind.name}){step})"


class EffectMaker:
    """Makes statements whose expressions have effects."""

    def __init__(self, statements: StatementMaker) -> None:
        self.statements = statements
        self.make, self.choose = statements.make, statements.choose
        self.inputs = [stream for stream in statements.inputs if isinstance(stream.type, Int)]

    def statement(self, around: Around) -> list[Statement]:
        """A variable, a branch or an item of a stream with effects in its expression."""
        integers = [v for v in around.scope.variables if isinstance(v.type, Int) and not v.ram]
        if not integers:
            return []
        kinds = [self._assigned, self._assigned, self._local, self._branch]
        if around.clocked and around.seen:
            kinds.append(self._written)
        return self.choose.choice(kinds)(around, integers)

    def _assigned(self, around: Around, integers: list[Variable]) -> list[Statement]:
        variable = self.choose.choice(integers)
        assert isinstance(variable.type, Int)
        value = self._value(variable.type, around, [v for v in integers if v != variable])
        return [Assign(Reference(variable), "", value)]

    def _local(self, around: Around, integers: list[Variable]) -> list[Statement]:
        variable = Variable(self.statements.name("v"), self.choose.choice(self.make.palette))
        assert isinstance(variable.type, Int)
        made = Local(variable, self._value(variable.type, around, integers))
        around.scope.variables.append(variable)
        return [made]

    def _branch(self, around: Around, integers: list[Variable]) -> list[Statement]:
        condition = self.condition(around, integers)
        then = self.statements.body(around.inner()) if around.depth > 0 else ()
        return [If(condition, then, tuple(self._assigned(around.inner(), integers)))]

    def _written(self, around: Around, integers: list[Variable]) -> list[Statement]:
        streams = [s for s in self.statements.outputs if isinstance(s.type, Int)]
        stream = self.choose.choice(streams)
        assert isinstance(stream.type, Int)
        steps = self._value(stream.type, around, integers)
        return [Write(stream, (steps,))]

    def condition(self, around: Around, integers: list[Variable]) -> Expression:
        """A condition of which a part has effects, which are not always reached."""
        kind = self.choose.choice(self.make.palette)
        part: Expression = self._sequence(kind, around)
        if self.make.happens(0.4):
            part = self._value(kind, around, integers)
        operator = self.choose.choice(("==", "!=", "<", ">="))
        compared = Comparison(operator, kind, part, Constant(kind, self.make.number(kind)))
        if self.make.happens(0.3):
            return compared
        first = self.make.condition(around.scope, 1)
        return Logic(self.choose.choice(("&&", "||")), first, compared)

    def _value(self, kind: Int, around: Around, others: list[Variable]) -> Expression:
        """A value with effects; steps are of `others`, which nothing else in it names."""
        if self.make.happens(0.4):
            return self._sequence(kind, around)
        if others and self.make.happens(0.3):
            return self._step(self.choose.choice(others))
        condition = self.make.condition(around.scope, 1)
        return Choice(kind, condition, self._arm(kind, around), self._arm(kind, around))

    def _arm(self, kind: Int, around: Around) -> Expression:
        if self.make.happens(0.4):
            return self.make.integer(around.scope, 1)
        if self.inputs and around.clocked and around.seen and self.make.happens(0.4):
            return Item("stream_read", self.choose.choice(self.inputs))
        return self._sequence(kind, around)

    def _sequence(self, kind: Int, around: Around) -> Sequence:
        effects = tuple(self._effect(around) for _ in range(self.choose.choice((1, 1, 2))))
        return Sequence(kind, effects, self.make.integer(around.scope, 1))

    def _effect(self, around: Around) -> Assign:
        place = self.make.place(around.scope, 1)
        assert isinstance(place.type, Int)
        plain = place.type.signed or place.type == Int(1, False, False)
        operator = "" if plain else self.choose.choice(COMPOUND)
        return Assign(place, operator, self.make.integer(around.scope, 1))

    def _step(self, variable: Variable) -> Expression:
        kind = variable.type
        assert isinstance(kind, Int)
        if kind.signed and not kind.promoted:  # it could overflow
            return Reference(variable)
        return Step(
            kind, Reference(variable), self.choose.choice(("++", "--")), self.make.happens(0.5)
        )
