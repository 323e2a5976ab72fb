"""Compound literals, and sizes of types: expressions that begin with the name of a type."""

from dataclasses import dataclass

from random_programs.expression_maker import ExpressionMaker, Scope
from random_programs.expressions import Element, Expression, Node
from random_programs.types import Array, Int, Pointer, Struct, Type, Union, declaration

SIZE = Int(64, False, False)


@dataclass(frozen=True)
class Part(Node):
    """What a member or element has in a literal; without a `name` it is the next one."""

    name: str
    value: Expression
    kind: Type

    @property
    def c(self) -> str:
        """The part in C."""
        value = self.value.of(self.kind) if isinstance(self.kind, Int) else self.value.c
        return f"{self.name} = {value}" if self.name else value


@dataclass(frozen=True)
class Literal(Expression):
    """`(TYPE){...}`: a struct, union or array of values; what no part names is 0."""

    kind: Struct | Union | Array
    parts: tuple[Part, ...]

    def _type(self) -> Type:
        return self.kind

    def _c(self) -> str:
        parts = ", ".join(part.c for part in self.parts)
        return f"(({declaration(self.kind, '').strip()}){{{parts}}})"


@dataclass(frozen=True)
class SizeOf(Expression):
    """`sizeof` or `_Alignof` of a type."""

    operator: str
    of_type: Type

    def _type(self) -> Type:
        return SIZE

    def _c(self) -> str:
        return f"{self.operator}({declaration(self.of_type, '').strip()})"


class LiteralMaker:
    """Makes literals with any expressions in them."""

    def __init__(self, make: ExpressionMaker) -> None:
        self.make, self.choose = make, make.choose

    def record(self, kind: Struct | Union, scope: Scope) -> Expression:
        """A struct with some of its members, or a union with one."""
        fields = list(kind.fields)
        if isinstance(kind, Union):
            fields = [self.choose.choice(fields)]
        elif self.make.happens(0.5):
            self.choose.shuffle(fields)
        parts: list[Part] = []
        for field in fields:
            value = self._value(field.type, scope)
            if value and self.make.happens(0.85):
                parts.append(Part(f".{field.name}", value, field.type))
        return Literal(kind, tuple(parts))

    def _value(self, kind: Type, scope: Scope) -> Expression | None:
        if isinstance(kind, Int):
            return self.make.integer(scope, 1)
        return None if isinstance(kind, Array | Pointer) else self.make.variable(kind, scope)

    def element(self, scope: Scope, depth: int) -> Expression:
        """An element of an array that is there for this expression alone."""
        kind = self.choose.choice(self.make.palette)
        length = self.choose.choice((2, 3, 4, 8))
        count = self.choose.randrange(1, min(length, 4) + 1)
        numbers = self.choose.sample(range(length), count)
        designated = self.make.happens(0.5)
        parts = tuple(
            Part(f"[{number}]" if designated else "", self.make.integer(scope, depth), kind)
            for number in numbers
        )
        return Element(Literal(Array(kind, length), parts), self.make.index(scope, depth))


def size(make: ExpressionMaker, scope: Scope, _depth: int) -> Expression:
    """The size of the type of a variable, or of one of the palette."""
    kinds = [kind for variable in scope.variables if not isinstance(kind := variable.type, Pointer)]
    operator = make.choose.choice(("sizeof", "sizeof", "_Alignof"))
    return SizeOf(operator, make.choose.choice((*kinds, *make.palette)))
