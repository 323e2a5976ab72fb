"""Random expressions over what is in scope."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from random_programs.expressions import (
    Arithmetic,
    ByteOf,
    Call,
    Choice,
    Comparison,
    Constant,
    Conversion,
    Division,
    Element,
    Expression,
    Inverse,
    Logic,
    Member,
    Quotient,
    Reference,
    Rotation,
    Shift,
    Signature,
    Target,
    Variable,
    WireRead,
)
from random_programs.layout import fills_memory
from random_programs.types import INT, Array, Enum, Int, Pointer, Struct, Type, Union

MOST_MULTIPLIED, MOST_DIVIDED, MOST_BY_VARIABLES = (
    100,
    64,
    40,
)  # bits; wider is slow to build and teaches nothing new


@dataclass
class Scope:
    """What a place in a program can name. `variables` can be assigned, `constants` only read:
    counters and tables.

    Where it `divides`, there may be divisions by variables, which take cycles.
    """

    variables: list[Variable] = field(default_factory=list)
    constants: list[Variable] = field(default_factory=list)
    wires: list[Variable] = field(default_factory=list)
    functions: list[Signature] = field(default_factory=list)
    divides: bool = True

    def inner(self) -> "Scope":
        """The scope of a block inside this one."""
        return replace(
            self,
            variables=list(self.variables),
            constants=list(self.constants),
            functions=list(self.functions),
        )


class ExpressionMaker:
    """Makes expressions; `palette` are the types in which a program computes."""

    def __init__(
        self, choose: random.Random, palette: Sequence[Int], families: frozenset[str]
    ) -> None:
        self.choose, self.palette, self.families = choose, palette, families
        self.more: list[Callable[[Scope, int], Expression]] = []
        self.twins: dict[Signature, Signature] = {}
        self.literal: Callable[[Struct | Union, Scope], Expression] | None = None

    def has(self, family: str) -> bool:
        """Whether the program has a family of constructs."""
        return family in self.families

    def happens(self, probability: float) -> bool:
        """True as often as asked for."""
        return self.choose.random() < probability

    def number(self, kind: Int) -> int:
        """A number of a type, often a corner."""
        if isinstance(kind, Enum) and self.happens(0.6):
            return self.choose.choice(kind.constants)
        corners = (0, 1, kind.mask, 1 << kind.bits - 1, kind.mask >> 1)
        return (
            self.choose.choice(corners) if self.happens(0.4) else self.choose.getrandbits(kind.bits)
        )

    def integer(self, scope: Scope, depth: int) -> Expression:
        """An expression of any integer type."""
        if depth <= 0 or self.happens(0.15):
            return self._leaf(scope)
        kinds = (
            self._arithmetic,
            self._arithmetic,
            self._arithmetic,
            self._division,
            self._shift,
            self._rotation,
            self._inverse,
        )
        return self.choose.choice(
            (*kinds, self._conversion, self._choice, self.condition, self._call, *self.more)
        )(scope, depth - 1)

    def condition(self, scope: Scope, depth: int) -> Expression:
        """A comparison, or two joined."""
        if depth > 1 and self.happens(0.25):
            return Logic(
                self.choose.choice(("&&", "||")),
                self.condition(scope, depth - 1),
                self.condition(scope, depth - 1),
            )
        operator = self.choose.choice(("==", "!=", "<", "<=", ">", ">="))
        return Comparison(
            operator,
            self.choose.choice(self.palette),
            self.integer(scope, depth - 1),
            self.integer(scope, depth - 1),
        )

    def place(self, scope: Scope, depth: int = 1, *, assigned: bool = True) -> Expression:
        """An integer that can be assigned, or at least read."""
        found = [
            v for v in scope.variables if not assigned or not (v.ram and is_of_structs(v.type))
        ]
        if not assigned:
            found += scope.constants
        variable = self.choose.choice(found)
        return self.inside(Reference(variable), scope, depth, views=not variable.ram)

    def inside(self, place: Expression, scope: Scope, depth: int, *, views: bool) -> Expression:
        """An integer inside a place; with `views` it may be a byte of a larger one."""
        kind = place.type
        if isinstance(kind, Pointer):
            assert isinstance(place, Reference)
            return self.inside(Target(place), scope, depth, views=views)
        if isinstance(kind, Struct | Union):
            if views and self.has("unions") and fills_memory(kind) and self.happens(0.2):
                return ByteOf(place, self.index(scope, depth))
            return self.inside(
                Member(place, self.choose.choice(kind.fields).name), scope, depth, views=views
            )
        if (
            views
            and fills_memory(kind)
            and not _is_bit_field(place)
            and not (isinstance(kind, Int) and self.happens(0.9))
            and self.happens(0.25)
        ):
            return ByteOf(place, self.index(scope, depth))
        if isinstance(kind, Array):
            return self.inside(Element(place, self.index(scope, depth)), scope, depth, views=views)
        return place

    def index(self, scope: Scope, depth: int) -> Expression:
        """An index: often the counter of a loop around."""
        counters = [variable for variable in scope.constants if variable.bound]
        if counters and self.happens(0.5):
            return Reference(self.choose.choice(counters))
        if depth > 0:
            return self.integer(scope, depth - 1)
        plain = [variable for variable in scope.variables if isinstance(variable.type, Int)]
        return (
            Reference(self.choose.choice(plain))
            if plain
            else Constant(INT, self.choose.randrange(8))
        )

    def struct(self, kind: Struct | Union, scope: Scope) -> Expression | None:
        """A struct or union of a type: a variable, an element, what a function returns, or a
        literal; None where there is nothing.
        """
        found = self._structs(kind, scope)
        found += [
            self.call(function, scope, 1)
            for function in self.callable(scope)
            if function.result == kind
        ]
        if self.literal and found and self.happens(0.3):
            return self.literal(kind, scope)
        return self.choose.choice(found) if found else None

    def variable(self, kind: Struct | Union, scope: Scope) -> Expression | None:
        """A struct or union of a type that is in a variable."""
        found = self._structs(kind, scope)
        return self.choose.choice(found) if found else None

    def _structs(self, kind: Struct | Union, scope: Scope) -> list[Expression]:
        return [
            place
            for variable in scope.variables
            if (place := self.struct_in(Reference(variable), kind, scope))
        ]

    def struct_in(self, place: Expression, kind: Struct | Union, scope: Scope) -> Expression | None:
        """The struct or union of a type that is in a place; None where there is none."""
        if place.type == kind:
            return place
        if (
            isinstance(place.type, Pointer)
            and place.type.target == kind
            and isinstance(place, Reference)
        ):
            return Target(place)
        if isinstance(place.type, Array):
            return self.struct_in(Element(place, self.index(scope, 1)), kind, scope)
        if isinstance(place.type, Struct) and self.has("records"):
            members = (Member(place, field.name) for field in place.type.fields)
            return next(filter(None, (self.struct_in(one, kind, scope) for one in members)), None)
        return None

    def call(self, function: Signature, scope: Scope, depth: int) -> Call:
        """A call of a function without effects."""
        given = []
        for parameter in function.parameters:
            kind = parameter.type
            value = (
                self._given(kind, scope, depth)
                if isinstance(kind, Struct | Union)
                else self.integer(scope, depth)
            )
            assert value
            given.append(value)
        other = self.twins.get(function)
        if other is None or self.happens(0.3):
            return Call(function, tuple(given))
        condition = self.condition(scope, min(depth, 1))
        return Call(function, tuple(given), other, condition, self.happens(0.4))

    def twin(self, scope: Scope, depth: int) -> Expression:
        """A call of one of two functions of a type, where functions may be called: not where a loop
        states its cycles.
        """
        if not scope.functions:
            return self.integer(scope, depth - 1)
        known = [one for one in self.twins if isinstance(one.result, Int)]
        return self.call(self.choose.choice(known), scope, depth - 1)

    def _given(self, kind: Struct | Union, scope: Scope, depth: int) -> Expression | None:
        """A struct for a call: at times what another call gives."""
        nested = self.has("records") and depth > 0 and self.happens(0.4)
        known = self.callable(scope) if nested else []
        calls = [function for function in known if function.result == kind]
        if calls:
            return self.call(self.choose.choice(calls), scope, depth - 1)
        return self.struct(kind, replace(scope, functions=[]))

    def callable(self, scope: Scope) -> list[Signature]:
        """The functions to which there is something to give."""
        alone = replace(scope, functions=[])
        wanted = [
            [p.type for p in function.parameters if isinstance(p.type, Struct | Union)]
            for function in scope.functions
        ]
        return [
            function
            for function, kinds in zip(scope.functions, wanted, strict=True)
            if all(self.struct(kind, alone) for kind in kinds)
        ]

    def _leaf(self, scope: Scope) -> Expression:
        if self.happens(0.12) or not (scope.variables or scope.constants):
            kind = self.choose.choice(self.palette)
            return Constant(kind, self.number(kind))
        if scope.wires and self.happens(0.1):
            return WireRead(self.choose.choice(scope.wires))
        return self.place(scope, 0, assigned=False)

    def _kind(self, most: int = 1 << 16) -> Int:
        """A type in which arithmetic is done."""
        kinds = [kind for kind in self.palette if 1 < kind.bits <= most]
        return self.choose.choice(kinds or [Int(13)])

    def _arithmetic(self, scope: Scope, depth: int) -> Expression:
        operator = self.choose.choice(("+", "+", "-", "*", "&", "|", "^", "^"))
        kind = self._kind(MOST_MULTIPLIED if operator == "*" else 1 << 16)
        return Arithmetic(kind, operator, self.integer(scope, depth), self.integer(scope, depth))

    def _division(self, scope: Scope, depth: int) -> Expression:
        if scope.divides and self.happens(0.4):
            kind = self._kind(MOST_BY_VARIABLES)
            return Quotient(
                kind,
                self.choose.choice("/%"),
                self.integer(scope, depth),
                self.integer(scope, depth),
            )
        divisor = self.choose.choice((1, 2, 6, 9, 63, 254, self.choose.getrandbits(16)))
        return Division(
            self._kind(MOST_DIVIDED), self.choose.choice("/%"), self.integer(scope, depth), divisor
        )

    def _shift(self, scope: Scope, depth: int) -> Expression:
        amount = (
            Constant(Int(16), self.choose.randrange(64))
            if self.happens(0.5)
            else self.integer(scope, depth)
        )
        return Shift(
            self._kind(), self.choose.choice(("<<", ">>")), self.integer(scope, depth), amount
        )

    def _rotation(self, scope: Scope, depth: int) -> Expression:
        amount = (
            Constant(Int(16), self.choose.randrange(64)) if self.happens(0.7) else self._leaf(scope)
        )
        return Rotation(self._kind(), self.place(scope, depth, assigned=False), amount)

    def _inverse(self, scope: Scope, depth: int) -> Expression:
        return Inverse(self._kind(), self.choose.choice("~-"), self.integer(scope, depth))

    def _conversion(self, scope: Scope, depth: int) -> Expression:
        return Conversion(self.choose.choice(self.palette), self._cast(self.integer(scope, depth)))

    def _cast(self, value: Expression) -> Expression:
        """A value, at times converted to types that are wider and narrower, of either sign."""
        while self.has("casts") and self.happens(0.6):
            signed, precise = self.happens(0.5), self.happens(0.5)
            bits = self.choose.randrange(2, 90) if precise else self.choose.choice((8, 16, 32, 64))
            value = Conversion(Int(bits, signed, precise), value)
        return value

    def _choice(self, scope: Scope, depth: int) -> Expression:
        return Choice(
            self._kind(),
            self.condition(scope, depth),
            self.integer(scope, depth),
            self.integer(scope, depth),
        )

    def _call(self, scope: Scope, depth: int) -> Expression:
        known = self.callable(scope)
        if not known:
            return self._arithmetic(scope, depth)
        result: Expression = self.call(self.choose.choice(known), scope, depth)
        return self.inside(result, scope, 0, views=False)


def _is_bit_field(place: Expression) -> bool:
    return isinstance(place, Member) and place.field.bits > 0


def is_of_structs(kind: Type) -> bool:
    """Whether a type is an array of structs."""
    return (
        isinstance(kind.element, Struct) or is_of_structs(kind.element)
        if isinstance(kind, Array)
        else False
    )
