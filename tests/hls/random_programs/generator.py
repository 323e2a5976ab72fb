"""Random designs of clocked C, free of undefined behaviour: first what a design declares, then what
it does.

Every program draws its own few types and kinds of declarations, so that rare combinations meet
often enough.
"""

import random

from cryptagon.hls.check import CDesign
from random_programs.around import Around
from random_programs.expression_maker import ExpressionMaker, Scope
from random_programs.expressions import (
    Arithmetic,
    Constant,
    Element,
    Expression,
    Member,
    Reference,
    Rotation,
    Shift,
    Signature,
    Variable,
)
from random_programs.families import add_families, families_of
from random_programs.layout import bytes_union
from random_programs.loops import Loop
from random_programs.nests import NestMaker, state_type
from random_programs.program import Function, Program
from random_programs.record_maker import RecordMaker, is_flat, is_operand
from random_programs.statement_maker import StatementMaker
from random_programs.statements import (
    Assign,
    Body,
    Declare,
    Filled,
    Plain,
    Read,
    Return,
    Statement,
    Stream,
    Write,
)
from random_programs.trees import walk
from random_programs.types import BYTE, INT, Array, Field, Int, Pointer, Struct, Type, Union

PRECISE = (
    *(Int(n) for n in (1, 3, 8, 13, 16, 31, 32, 40, 64, 65, 100, 128, 192)),
    *(Int(n, True) for n in (5, 12, 33, 64, 70)),
)
STANDARD = (
    *(Int(n, signed, False) for n in (8, 16, 32, 64) for signed in (False, True)),
    Int(1, False, False),
)
WIDE = (256, 300, 512, 777, 1024, 2048)
LARGE = (17, 40, 100, 257, 300, 300, 1000, 4096, 10000)
MOST_SUMMED = 300  # elements, since a simulation does not wait longer for an item
RAMS = ("DISTRIBUTED_RAM", "DISTRIBUTED_RAM_READS(2)", "BLOCK_RAM", "BLOCK_RAM_READS(2)")
ITEMS = {"first": 24, "more": 240}


class ProgramMaker:
    """Makes one program."""

    def __init__(
        self, name: str, choose: random.Random, families: frozenset[str], *, of_nests: bool
    ) -> None:
        self.name, self.choose = name, choose
        self.palette = [
            *choose.sample(PRECISE, 3),
            *choose.sample(STANDARD, 3),
            choose.choice((Int(8), BYTE, Int(32), Int(64))),
        ]
        if choose.random() < 0.06:
            self.palette.append(Int(choose.choice(WIDE)))
        records = RecordMaker(choose, self.palette)
        if "enums" in families:
            self.palette += [records.enum(f"e{i}") for i in range(choose.choice((1, 2)))]
        self.make = ExpressionMaker(choose, self.palette, families)
        self.structs = tuple(self._struct(f"s{i}") for i in range(choose.choice((0, 0, 1, 1, 2))))
        words = [kind for kind in self.palette if kind.fills_memory and kind.bits > 8]
        self.unions = tuple(
            bytes_union(f"u{i}", word) for i, word in enumerate(words[:1]) if self.make.happens(0.3)
        )
        self._records(records)
        self.streams = self._streams()
        self.statements = StatementMaker(
            self.make, self.streams, (*self.structs, *self.unions), most=choose.randrange(6, 20)
        )
        add_families(self.statements)
        self.nests = (
            NestMaker(self.statements, Variable("state", state_type(choose))) if of_nests else None
        )
        self.scope = Scope(
            wires=[Variable(s.name, s.type) for s in self.streams if s.direction == "WIRE_IN"]
        )
        self.declared: list[Declare] = []
        self.functions: list[Function] = []
        self.shared: list[Signature] = []

    def program(self) -> Program:
        """The program."""
        self._tables()
        self._registers()
        with_pointers = self.make.has("function pointers")
        for _ in range(self.choose.choice((2, 3, 4) if with_pointers else (0, 0, 1, 2, 3))):
            self._function()
        for _ in range(self.choose.choice((0, 0, 1))):
            self._procedure()
        self._rams()
        self._large()
        self._steps()
        self._twins()
        body = self._body()
        return Program(
            self.name,
            self.streams,
            tuple(self.declared),
            tuple(self.functions),
            body,
            self._levels(body),
        )

    def _levels(self, body: Body) -> int:
        """The levels of a cycle: any where the source says how many cycles a loop has."""
        told = any("cycles" in part.text for part in walk(body) if isinstance(part, Plain))
        return 0 if told else self.choose.choice((0, 0, 0, 2, 4, 8, 16))

    def _struct(self, name: str) -> Struct:
        """A struct of integers, at times with an array among them."""
        fields = []
        for i in range(self.choose.randrange(1, 4)):
            kind: Type = self.choose.choice(self.palette)
            fields.append(
                Field(
                    "abc"[i],
                    Array(kind, self.choose.choice((2, 3, 4))) if self.make.happens(0.2) else kind,
                )
            )
        return Struct(name, tuple(fields))

    def _records(self, records: RecordMaker) -> None:
        """The records of the families that the program has."""
        if self.make.has("bit-fields"):
            self.structs += (records.bit_fields("bits"),)
        if self.make.has("unions"):
            self.unions += (records.union("words"),)
        if self.make.has("records"):
            inside = (*self.structs, *self.unions) or (self._struct("inner"),)
            self.structs += (records.nested("outer", inside),)

    def _plain_structs(self) -> list[Struct]:
        """Those of integers alone, which can be items of streams and elements of RAMs."""
        return list(filter(is_flat, self.structs))

    def _streams(self) -> tuple[Stream, ...]:
        directions = [
            "STREAM_IN",
            "STREAM_IN",
            "STREAM_OUT",
            *self.choose.sample(("STREAM_IN", "STREAM_OUT", "STREAM_OUT", "WIRE_IN"), 2),
        ]
        found = []
        for i, direction in enumerate(directions):
            kind: Type = self.choose.choice(self.palette)
            structs = self._plain_structs()
            if i and structs and direction != "WIRE_IN" and self.make.happens(0.3):
                kind = self.choose.choice(structs)
            count = (
                0
                if direction == "STREAM_OUT"
                else 1
                if direction == "WIRE_IN"
                else ITEMS["more" if i else "first"]
            )
            items = tuple(self._item(kind) for _ in range(count))
            depth = (
                self.choose.choice((1, 2, 5, 16))
                if direction != "WIRE_IN" and self.make.happens(0.1)
                else 0
            )
            found.append(
                Stream(direction, f"{direction.split('_')[-1].lower()}_{i}", kind, items, depth)
            )
        return (*found, Stream("STREAM_OUT", "total", Int(32)))

    def _item(self, kind: Type) -> tuple[int, ...]:
        kinds = [field.type for field in kind.fields] if isinstance(kind, Struct) else [kind]
        return tuple(self.make.number(part) for part in kinds if isinstance(part, Int))

    def _declare(self, kind: Type, prefix: str, storage: str, ram: str = "") -> Declare:
        variable = Variable(self.statements.name(prefix), kind, ram=ram)
        return Declare(variable, self.statements.initial(kind), storage)

    def _tables(self) -> None:
        for _ in range(self.choose.choice((0, 1, 1, 2))):
            kind: Type = Array(
                self.choose.choice((*self.palette, *self.structs)),
                self.choose.choice((3, 4, 8, 16)),
            )
            if self.make.happens(0.15):
                kind = Array(BYTE, 256)
            elif self.make.happens(0.15) and kind.length < 8:
                kind = Array(kind, 3)
            table = self._declare(kind, "table_", "ROM")
            values = (
                tuple(self.choose.getrandbits(64) for _ in range(256))
                if kind == Array(BYTE, 256)
                else table.values
            )
            self.declared.append(Declare(table.variable, values, "ROM"))
            self.scope.constants.append(table.variable)
            if isinstance(kind.element, Int):
                self.statements.arrays.append(kind)

    def _registers(self) -> None:
        for _ in range(self.choose.randrange(1, 4)):
            declared = self._declare(self.statements.type(), "r", "REGISTER")
            self.declared.append(declared)
            self.scope.variables.append(declared.variable)

    def _rams(self) -> None:
        for _ in range(self.choose.choice((0, 0, 1, 1, 2))):
            element = self.choose.choice((*self.palette, *self._plain_structs()))
            kind = Array(element, self.choose.choice((4, 8, 11, 16)))
            if self.make.happens(0.2):
                kind = Array(kind, self.choose.choice((2, 3)))
            declared = self._declare(kind, "m", "static", self.choose.choice(RAMS))
            self.declared.append(declared)
            self.scope.variables.append(declared.variable)

    def _large(self) -> None:
        """At times a larger array: registers, or a RAM that the compiler makes of it."""
        if not self.make.happens(0.3):
            return
        kinds = [kind for kind in self.palette if kind.fills_memory] or [BYTE]
        kind = Array(self.choose.choice(kinds), self.choose.choice(LARGE))
        declared = self._declare(kind, "large", "static")
        self.declared.append(declared)
        self.scope.variables.append(declared.variable)

    # Functions

    def _twins(self) -> None:
        """Functions of the types of others, which the hardware function calls through pointers."""
        plain = [f for f in self.scope.functions if f not in self.shared and f.result]
        for function in plain if self.make.has("function pointers") else ():
            self._function(function)
            twin = self.scope.functions[-1]
            self.make.twins |= {function: twin, twin: function}
        if any(isinstance(function.result, Int) for function in plain) and self.make.twins:
            self.make.more += [self.make.twin] * 2

    def _function(self, like: Signature | None = None) -> None:
        """A function without effects, of integers and structs by value; of the type of another one
        where that is given.
        """
        unions = self.unions if self.make.has("unions") else ()
        kinds = (
            [parameter.type for parameter in like.parameters]
            if like
            else self._parameters((*self.palette, *self.structs * 4, *unions * 4))
        )
        parameters = tuple(Variable(self.statements.name("p"), kind) for kind in kinds)
        structs = [kind for kind in kinds if isinstance(kind, Struct | Union)]
        result = like.result if like else self.choose.choice((*self.palette, *structs * 6))
        shared = (
            self.choose.choice(("SHARED static", "SHARED static", "SHARED_UNITS(2) static"))
            if not like and self.make.happens(0.5)
            else ""
        )
        if not all(map(is_operand, kinds)):
            shared = ""
        # Static variables may only be read, so that the order of calls in an expression does not
        # matter. A shared function knows nothing around it; with clock cycles of its own it may
        # call others that are shared.
        clocked = shared.startswith("SHARED ") and self.make.happens(0.7)
        readable = [] if shared else self.scope.variables
        callable_ = self.shared if clocked else [] if shared else self.scope.functions
        scope = Scope(list(parameters), [*self.scope.constants, *readable], [], list(callable_))
        around = Around(scope, 2, trips=8, clocked=clocked, seen=False, result=result)
        body = (*self._cycles(around), *self.statements.body(around))
        value = (
            self.make.struct(result, scope)
            if isinstance(result, Struct | Union)
            else self.make.integer(scope, 2)
        )
        assert value
        assert isinstance(result, Int | Struct | Union)
        signature = Signature(self.statements.name("f"), parameters, result)
        self.functions.append(
            Function(signature, (*body, Return(value, result)), shared or "static")
        )
        self.scope.functions.append(signature)
        self.shared += [signature] if shared else []

    def _cycles(self, around: Around) -> Body:
        """What makes a shared function take clock cycles: a loop, and calls of others."""
        if not around.clocked:
            return ()
        called = [one for one in self.shared if self.make.happens(0.4)]
        calls = [made for one in called for made in self.statements.call(one, around)]
        return (*calls, *(self.statements.loops.loop(around) if self.make.happens(0.8) else ()))

    def _calls(self, around: Around) -> list[Statement]:
        """Calls of shared functions, at times none of one, at times several."""
        called = [one for one in self.shared for _ in range(self.choose.choice((0, 1, 1, 2)))]
        return [made for one in called for made in self.statements.call(one, around)]

    def _parameters(self, kinds: tuple[Type, ...]) -> list[Type]:
        return [self.choose.choice(kinds) for _ in range(self.choose.randrange(1, 4))]

    def _procedure(self) -> None:
        """A function with effects: on streams, static variables, and what its parameters
        point to.
        """
        kinds: list[Type] = [self.choose.choice(self.palette)]
        for variable in self.choose.sample(self.scope.variables, 1):
            kinds.append(
                variable.type if isinstance(variable.type, Array) else Pointer(variable.type)
            )
        parameters = tuple(Variable(self.statements.name("p"), kind) for kind in kinds)
        scope = Scope(
            [*parameters, *self.scope.variables],
            list(self.scope.constants),
            [],
            list(self.scope.functions),
        )
        body = self.statements.body(Around(scope, 2, trips=8, result=None))
        signature = Signature(self.statements.name("g"), parameters, None)
        self.functions.append(Function(signature, body))
        self.statements.procedures.append(signature)

    def _steps(self) -> None:
        """Functions with a clocked loop, which the phases of a program of nests call."""
        if self.nests:
            self.functions += [
                self.nests.step(self.scope) for _ in range(self.choose.choice((1, 1, 2)))
            ]

    def _phases(self, around: Around) -> Body:
        """What a program of nests begins with: a state, and its phases.

        It then does little else.
        """
        if not self.nests:
            return ()
        state = self.nests.state
        self.scope.variables.append(state)
        self.statements.left //= 3
        start = Declare(
            state, self.statements.initial(state.type), self.choose.choice(("", "", "REGISTER"))
        )
        return (start, *self.nests.phases(around))

    def _body(self) -> Body:
        """The hardware function: reads, does something, and writes what came of it."""
        first = self.streams[0]
        x = Variable("x", first.type)
        item = tuple(first.items[0])
        start: list[Statement] = [Declare(x, item), Read(Reference(x), "", "stream_read", first)]
        self.scope.variables.append(x)
        for kind in (*self.structs, *self.unions):
            declared = self._declare(kind, "v", "")
            start.append(declared)
            self.scope.variables.append(declared.variable)
        self._local_ram(start)
        around = Around(self.scope, 3, result=None, always=True)
        body = [*self._phases(around), *self._calls(around), *self.statements.body(around)]
        while self.statements.left > 0:
            body += self.statements.statement(around)
        return (*start, *body, *self._last())

    def _local_ram(self, start: list[Statement]) -> None:
        """At times a RAM of the function's own, filled before anything reads it."""
        if not self.make.happens(0.15):
            return
        kind = Array(self.choose.choice(self.palette), self.choose.choice((4, 7, 8)))
        ram = Variable(self.statements.name("m"), kind, ram=self.choose.choice(RAMS))
        counter = Variable(self.statements.name("i"), INT, kind.length)
        scope = Scope(
            [variable for variable in self.scope.variables if not variable.ram], [counter]
        )
        start.append(Filled(ram, counter, self.make.integer(scope, 1), ""))
        self.scope.variables.append(ram)

    def _last(self) -> list[Statement]:
        """What every variable holds, summed and written, so that nothing wrong stays hidden."""
        total = Variable("sum", Int(32))
        sums = [
            statement
            for variable in self.scope.variables
            for statement in self._summed(total, Reference(variable), bool(variable.ram))
        ]
        return [Declare(total, (1,)), *sums, Write(self.streams[-1], (Reference(total),))]

    def _summed(self, total: Variable, place: Expression, is_ram: bool) -> list[Statement]:
        kind = place.type
        if isinstance(kind, Array):
            count = min(kind.length, MOST_SUMMED)
            counter = Variable(self.statements.name("i"), INT, count)
            how = "" if is_ram or count > LARGE[0] or self.make.happens(0.3) else "UNROLL "
            index = Reference(counter if count == kind.length else total)
            body = self._summed(total, Element(place, index), is_ram)
            return [Loop("up", how, counter, count, None, None, tuple(body))]
        if isinstance(kind, Struct | Union):
            return [
                statement
                for field in kind.fields
                for statement in self._summed(total, Member(place, field.name), is_ram)
            ]
        assert isinstance(kind, Int)
        parts = (
            [place]
            if kind.bits <= 32
            else [place, Shift(kind, ">>", place, Constant(INT, kind.bits // 2))]
        )
        turned = Rotation(Int(32), Reference(total), Constant(INT, 5))
        return [
            Assign(Reference(total), "", Arithmetic(Int(32), "+", turned, part)) for part in parts
        ]


def random_program(seed: int, number: int) -> Program:
    """The program of that number among those of a seed; half of them are of loop nests."""
    of_nests = random.Random(f"{seed} {number} nests").random() < 0.5
    return ProgramMaker(
        f"random_{seed}_{number}",
        random.Random(f"{seed} {number}"),
        families_of(seed, number),
        of_nests=of_nests,
    ).program()


def design_of(program: Program) -> CDesign:
    """A program with what its streams and wires are offered."""
    items = {
        stream.name: [_item(stream.type, item) for item in stream.items]
        for stream in program.streams
        if stream.direction == "STREAM_IN"
    }
    wires = {
        stream.name: _item(stream.type, stream.items[0])
        for stream in program.streams
        if stream.direction == "WIRE_IN"
    }
    return CDesign(program.name, program.c, items, wires)  # type: ignore[arg-type]


def _item(kind: Type, numbers: tuple[int, ...]) -> int | dict[str, int]:
    if isinstance(kind, Int):
        return numbers[0] & kind.mask
    assert isinstance(kind, Struct)
    return {
        field.name: number & field.type.mask
        for field, number in zip(kind.fields, numbers, strict=True)
        if isinstance(field.type, Int)
    }


def random_design(seed: int, number: int) -> CDesign:
    """The design of that number among those of a seed."""
    return design_of(random_program(seed, number))


def random_designs(seed: int, count: int) -> list[CDesign]:
    """`count` designs, the same for the same seed."""
    return [random_design(seed, number) for number in range(count)]
