"""Random statements: what they can name grows with the declarations before them, and loops stay
short enough to simulate.
"""

from collections.abc import Callable
from dataclasses import replace

from random_programs.around import Around
from random_programs.expression_maker import ExpressionMaker
from random_programs.expressions import (
    Address,
    Constant,
    Element,
    Expression,
    Reference,
    Signature,
    Variable,
)
from random_programs.jumps import Goto
from random_programs.layout import fills_memory
from random_programs.loop_maker import LoopMaker
from random_programs.statements import (
    Assign,
    Body,
    Copy,
    Declare,
    Fill,
    Filled,
    If,
    Indifferent,
    Invoke,
    Load,
    Local,
    Plain,
    Poll,
    Read,
    Return,
    Statement,
    Stream,
    Swap,
    VaryingCopy,
    Walk,
    Write,
)
from random_programs.switches import Case, Switch
from random_programs.types import (
    BYTE,
    INT,
    UNSIGNED,
    Array,
    Int,
    Pointer,
    Struct,
    Type,
    Union,
)

COMPOUND = ("", "", "", "+", "^", "-", "|", "&")


class StatementMaker:
    """Makes statements; `left` is how many may still be made."""

    def __init__(
        self,
        make: ExpressionMaker,
        streams: tuple[Stream, ...],
        records: tuple[Struct | Union, ...],
        most: int,
    ) -> None:
        self.make, self.choose, self.records, self.left = make, make.choose, records, most
        self.inputs = [stream for stream in streams if stream.direction == "STREAM_IN"]
        self.outputs = [stream for stream in streams if stream.direction == "STREAM_OUT"]
        self.procedures: list[Signature] = []
        self.arrays: list[Type] = []
        self.loops = LoopMaker(self)
        self.more: list[Callable[[Around], list[Statement]]] = []
        self.names = 0

    def body(self, around: Around) -> Body:
        """One to three statements."""
        found: list[Statement] = []
        for _ in range(self.choose.randrange(1, 4)):
            found += self.statement(around)
        return tuple(found)

    def statement(self, around: Around) -> list[Statement]:
        """One statement, or none where the chosen kind is not possible."""
        self.left -= 1
        simple = [self._assign] * 5 + [
            self._copy,
            self._copy,
            self._fill,
            self._load,
            self._swap,
            self._assign_struct,
            self._indifferent,
        ]
        kinds: list[Callable[[Around], list[Statement]]] = [*simple, self._local, self._local]
        if around.clocked:
            kinds += [self._wait, self._vary, self._walk]
        if around.clocked and around.seen:
            kinds += [
                self._read,
                self._read,
                self._write,
                self._write,
                self._invoke,
                self._invoke,
            ]
        if around.depth > 0 and self.left > 0:
            kinds += [self._if] * 4 + [
                self._switch,
                *[self.loops.loop] * 5,
                *([self.loops.staged, self.loops.counted] * 3 if around.always else []),
            ]
        return self.choose.choice([*kinds, *self.more])(around)

    def name(self, prefix: str) -> str:
        """A name that no other variable has."""
        self.names += 1
        return f"{prefix}{self.names}"

    def type(self) -> Type:
        """A type for a variable; of arrays often one that another array has, so that they can be
        copied.
        """
        if self.arrays and self.make.happens(0.3):
            return self.choose.choice(self.arrays)
        kind: Type = self.choose.choice(self.make.palette)
        if self.records and self.make.happens(0.35):
            kind = self.choose.choice(self.records)
        if self.make.happens(0.4):
            kind = Array(kind, self.choose.choice((2, 3, 4, 4, 5, 8)))
            if kind.length < 5 and self.make.happens(0.3):
                kind = Array(kind, self.choose.choice((2, 3, 4)))
            self.arrays.append(kind)
        return kind

    def initial(self, kind: Type) -> tuple[int, ...]:
        """Numbers to initialise a variable with."""
        if self.make.happens(0.2):
            return (0,)
        return tuple(
            self.choose.getrandbits(16) if self.make.happens(0.5) else self.make.number(UNSIGNED)
            for _ in range(8 if isinstance(kind, Array) else 4)
        )

    # Variables and places

    def _local(self, around: Around) -> list[Statement]:
        kind = self.type()
        variable = Variable(self.name("v"), kind)
        made: Statement
        if isinstance(kind, Array) and isinstance(kind.element, Int) and self.make.happens(0.4):
            counter = Variable(self.name("i"), INT, kind.length)
            unroll = (
                "" if around.clocked and around.trips < 10 and self.make.happens(0.3) else "UNROLL "
            )
            inside = replace(around.scope, constants=[*around.scope.constants, counter])
            made = Filled(variable, counter, self.make.integer(inside, 1), unroll)
        elif isinstance(kind, Array):
            made = self._declared(variable, around)
        else:
            value = (
                self.make.struct(kind, around.scope)
                if isinstance(kind, Struct | Union)
                else self.make.integer(around.scope, 2)
            )
            kept = around.seen and self.make.has("statics") and self.make.happens(0.5)
            made = (
                Local(variable, value) if value and not kept else self._declared(variable, around)
            )
        around.scope.variables.append(variable)
        return [made]

    def _declared(self, variable: Variable, around: Around) -> Declare:
        """A variable with constants; at times it keeps its value, where that may be."""
        designated = self.make.has("literals") and self.make.happens(0.5)
        kept = around.seen and self.make.has("statics") and self.make.happens(0.7)
        values = self.initial(variable.type)
        return Declare(variable, values, "static" if kept else "", designated)

    def _assign(self, around: Around) -> list[Statement]:
        place = self.make.place(around.scope, 2)
        kind = place.type
        assert isinstance(kind, Int)
        operator = (
            "" if kind.signed or kind == Int(1, False, False) else self.choose.choice(COMPOUND)
        )
        return [Assign(place, operator, self.make.integer(around.scope, 2))]

    def _assign_struct(self, around: Around) -> list[Statement]:
        for kind in self.choose.sample(self.records, len(self.records)):
            places = [
                place
                for place in (
                    self._place_of(variable, kind, around) for variable in around.scope.variables
                )
                if place
            ]
            if self.make.has("records"):
                inside = (
                    self.make.struct_in(Reference(v), kind, around.scope)
                    for v in around.scope.variables
                )
                places += filter(None, inside)
            value = self.make.struct(kind, around.scope)
            if places and value:
                return [Assign(self.choose.choice(places), "", value)]
        return []

    def _place_of(self, variable: Variable, kind: Type, around: Around) -> Expression | None:
        """A place of a type in a variable: itself, an element or a row."""
        place: Expression = Reference(variable)
        while place.type != kind and isinstance(place.type, Array):
            place = Element(place, self.make.index(around.scope, 1))
        return place if place.type == kind else None

    def _swap(self, around: Around) -> list[Statement]:
        return [Swap(self.make.place(around.scope), self.make.place(around.scope))]

    def _arrays(self, around: Around) -> list[Expression]:
        """Arrays of integers in registers, rows of larger ones among them."""
        found: list[Expression] = [
            Reference(v) for v in around.scope.variables if isinstance(v.type, Array) and not v.ram
        ]
        rows = [
            Element(array, self.make.index(around.scope, 1))
            for array in found
            if isinstance(array.type, Array) and isinstance(array.type.element, Array)
        ]
        return [
            place
            for place in (*found, *rows)
            if isinstance(place.type, Array) and isinstance(place.type.element, Int)
        ]

    def call(self, function: Signature, around: Around) -> list[Statement]:
        """What a function gives, in a variable of its own; none where there is nothing to give
        it.
        """
        if function not in self.make.callable(around.scope):
            return []
        assert function.result, "shared functions have one"
        variable = Variable(self.name("v"), function.result)
        made = Local(variable, self.make.call(function, around.scope, 1))
        around.scope.variables.append(variable)
        return [made]

    def _copy(self, around: Around) -> list[Statement]:
        arrays = self._arrays(around)
        tables: list[Expression] = [
            Reference(v) for v in around.scope.constants if isinstance(v.type, Array)
        ]
        pairs = [
            (to, source)
            for to in arrays
            for source in (*arrays, *tables)
            if _element(to) == _element(source)
        ]
        if not pairs:
            return self._assign(around)
        apart = [(to, source) for to, source in pairs if _root(to) != _root(source)]
        to, source = self.choose.choice(apart if apart and self.make.happens(0.6) else pairs)
        how = "memcpy" if _root(to) != _root(source) else "memmove"
        return [
            Copy(
                how, to, self._start(around), source, self._start(around), self.choose.randrange(8)
            )
        ]

    def _start(self, around: Around) -> Expression:
        return (
            self.make.index(around.scope, 1)
            if self.make.happens(0.3)
            else Constant(INT, self.choose.randrange(3))
        )

    def _fill(self, around: Around) -> list[Statement]:
        arrays = [array for array in self._arrays(around) if fills_memory(array.type)]
        if not arrays:
            return self._assign(around)
        value = Constant(BYTE, 0) if self.make.happens(0.4) else self.make.integer(around.scope, 1)
        return [
            Fill(self.choose.choice(arrays), self._start(around), value, self.choose.randrange(8))
        ]

    def _load(self, around: Around) -> list[Statement]:
        arrays = [array for array in self._arrays(around) if _element(array) == BYTE]
        words = [
            Reference(v)
            for v in around.scope.variables
            if isinstance(v.type, Int) and fills_memory(v.type)
        ]
        if not arrays or not words:
            return self._assign(around)
        return [
            Load(
                self.choose.choice(arrays),
                self._start(around),
                self.choose.choice(words),
                self.make.happens(0.5),
            )
        ]

    def _vary(self, around: Around) -> list[Statement]:
        """A copy or fill of a size that varies: a clocked loop."""
        made = self.choose.choice((self._copy, self._fill))(around) if around.trips < 10 else []
        return [
            VaryingCopy(one, self.make.integer(around.scope, 1))
            if isinstance(one, Copy | Fill)
            else one
            for one in made
        ]

    def _walk(self, around: Around) -> list[Statement]:
        """A pointer that is kept over the iterations of a clocked loop."""
        whole = (
            [array for array in self._arrays(around) if isinstance(array, Reference)]
            if around.trips < 10
            else []
        )
        if not whole:
            return []
        first = self.choose.choice(whole)
        second = self.choose.choice(
            [array for array in whole if _element(array) == _element(first)]
        )
        start, value = self.make.condition(around.scope, 1), self.make.integer(around.scope, 1)
        return [Walk(self.name("p"), (first, second), start, self.choose.randrange(2, 7), value)]

    def _indifferent(self, around: Around) -> list[Statement]:
        return [
            Indifferent(
                self.make.place(around.scope),
                self.make.condition(around.scope, 1),
                self.make.integer(around.scope, 1),
            )
        ]

    # Streams

    def _read(self, around: Around) -> list[Statement]:
        stream = self.choose.choice(self.inputs)
        if isinstance(stream.type, Struct):
            places = [
                place
                for place in (
                    self._place_of(v, stream.type, around) for v in around.scope.variables
                )
                if place
            ]
            if not places:
                return []
            return [Read(self.choose.choice(places), "", "stream_read", stream)]
        place = self.make.place(around.scope)
        if self.make.happens(0.1):
            return [Poll(place, stream)]
        assert isinstance(place.type, Int)
        operator = "" if place.type.signed or place.type.bits == 1 else self.choose.choice(COMPOUND)
        return [
            Read(
                place, operator, "stream_peek" if self.make.happens(0.3) else "stream_read", stream
            )
        ]

    def _write(self, around: Around) -> list[Statement]:
        return [self.write(self.choose.choice(self.outputs), around)]

    def write(self, stream: Stream, around: Around) -> Write:
        """A write of something to a stream."""
        count = len(stream.type.fields) if isinstance(stream.type, Struct) else 1
        return Write(stream, tuple(self.make.integer(around.scope, 2) for _ in range(count)))

    def _wait(self, _around: Around) -> list[Statement]:
        return [Plain("wait();")]

    def _invoke(self, around: Around) -> list[Statement]:
        if not self.procedures:
            return self._assign(around)
        procedure = self.choose.choice(self.procedures)
        given = [self._argument(parameter.type, around) for parameter in procedure.parameters]
        return (
            [Invoke(procedure, tuple(argument for argument in given if argument))]
            if all(given)
            else []
        )

    def _argument(self, kind: Type, around: Around) -> Expression | None:
        if isinstance(kind, Int):
            return self.make.integer(around.scope, 1)
        wanted = kind.target if isinstance(kind, Pointer) else kind
        places = [
            place
            for v in around.scope.variables
            if not v.ram and (place := self._place_of(v, wanted, around))
        ]
        if not places:
            return None
        place = self.choose.choice(places)
        return Address(place) if isinstance(kind, Pointer) else place

    # Branches and loops

    def _if(self, around: Around) -> list[Statement]:
        condition = self.make.condition(around.scope, 2)
        if around.exits and self.make.happens(0.5):
            return [If(condition, (Goto(self.choose.choice(around.exits)),), ())]
        if self.make.happens(0.2) and around.result != "none":
            return [If(condition, (self.leave(around),), ())]
        other = self.body(around.inner()) if self.make.happens(0.5) else ()
        return [If(condition, self.body(around.inner()), other)]

    def leave(self, around: Around) -> Statement:
        """What ends the function that is around."""
        if around.result is None or isinstance(around.result, str):
            return Plain(
                "{ stream_write(total, 1); return; }"
            )  # a program that writes nothing shows nothing
        if isinstance(around.result, Int):
            return Return(self.make.integer(around.scope, 1), around.result)
        assert isinstance(around.result, Struct | Union)
        value = self.make.struct(around.result, around.scope)
        assert value
        return Return(value, around.result)

    def _switch(self, around: Around) -> list[Statement]:
        count = self.choose.choice((3, 4, 8))
        numbers = self.choose.sample(range(count), count - 1)
        cases = []
        while numbers and len(cases) < 3:
            labels = tuple(
                numbers.pop() for _ in range(min(len(numbers), self.choose.choice((1, 1, 2))))
            )
            inside = around.inner(in_loop=False)
            cases.append(
                Case(
                    labels,
                    self.body(replace(inside, depth=inside.depth - 1)),
                    self.make.happens(0.7),
                )
            )
        default = self.body(around.inner(in_loop=False)) if self.make.happens(0.5) else ()
        before = self.choose.randrange(3) if self.make.has("jumps") else len(cases)
        value = self.make.integer(around.scope, 1)
        return [Switch(value, count, tuple(cases), default, before)]


def _element(array: Expression) -> Type:
    assert isinstance(array.type, Array)
    return array.type.element


def _root(place: Expression) -> Expression:
    while isinstance(place, Element):
        place = place.array
    return place
