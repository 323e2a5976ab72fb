"""Statements as a tree that becomes C; what is inside blocks is indented."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from random_programs.expressions import Expression, Node, Signature, Variable, call, index_below
from random_programs.initialisers import initialiser
from random_programs.types import BYTE, Array, Int, Struct, Type, declaration


@dataclass(frozen=True)
class Statement(Node, ABC):
    """What is done; `lines` are its lines of C."""

    @property
    def lines(self) -> list[str]:
        """The statement in C."""
        return self._lines()

    @abstractmethod
    def _lines(self) -> list[str]: ...


Body = tuple[Statement, ...]


def indented(body: Sequence[Statement]) -> list[str]:
    """The lines of a body, one level further in."""
    return [f"    {line}" for statement in body for line in statement.lines]


@dataclass(frozen=True)
class Stream(Node):
    """A stream or wire; `items` are what it offers, one number an item and field.

    `depth` is that of its FIFO, 0 for none.
    """

    direction: str
    name: str
    type: Type
    items: tuple[tuple[int, ...], ...] = ()
    depth: int = 0

    @property
    def c(self) -> str:
        """Its declaration."""
        fifo = f" STREAM_DEPTH({self.name}, {self.depth})" if self.depth else ""
        return f"{self.direction}({declaration(self.type, '').strip()}, {self.name}){fifo}"


@dataclass(frozen=True)
class Declare(Statement):
    """A variable, with as many numbers as it takes of `values`, over and over; with none it is not
    initialised. Where it is `designated` some elements and members are, by number and name.
    """

    variable: Variable
    values: tuple[int, ...]
    storage: str = ""
    designated: bool = False

    def _lines(self) -> list[str]:
        words = [self.variable.ram, self.storage, self.variable.declaration]
        values = itertools.cycle(self.values)
        kind, designated = self.variable.type, self.designated
        initial = f" = {initialiser(kind, values, designated=designated)}" if self.values else ""
        return [f"{' '.join(filter(None, words))}{initial};"]


@dataclass(frozen=True)
class Local(Statement):
    """A variable with its first value."""

    variable: Variable
    value: Expression

    def _lines(self) -> list[str]:
        kind = self.variable.type
        return [
            f"{self.variable.declaration} = {self.value.of(kind) if isinstance(kind, Int) else self.value.c};"
        ]


@dataclass(frozen=True)
class Filled(Statement):
    """An array declared without values, and each element assigned in a loop."""

    variable: Variable
    counter: Variable
    value: Expression
    unroll: str

    def _lines(self) -> list[str]:
        kind, i = self.variable.type, self.counter.name
        assert isinstance(kind, Array)
        assert isinstance(kind.element, Int)
        loop = f"{self.unroll}for ({self.counter.declaration} = 0; {i} < {kind.length}; {i}++)"
        declared = f"{self.variable.ram} {self.variable.declaration};".strip()
        return [declared, f"{loop} {self.variable.name}[{i}] = {self.value.of(kind.element)};"]


@dataclass(frozen=True)
class Assign(Statement):
    """`place OPERATOR= value` between integers, or `place = value` between structs."""

    place: Expression
    operator: str
    value: Expression

    def _lines(self) -> list[str]:
        kind = self.place.type
        value = self.value.of(kind) if isinstance(kind, Int) else self.value.c
        return [f"{self.place.c} {self.operator}= {value};"]


@dataclass(frozen=True)
class Swap(Statement):
    """Two places exchange their values."""

    left: Expression
    right: Expression

    def _lines(self) -> list[str]:
        kind, left, right = self.left.type, self.left.c, self.right.c
        assert isinstance(kind, Int)
        return [
            f"{{ {declaration(kind, 'swapped')} = {left}; {left} = {self.right.of(kind)}; {right} = {self._back()}; }}"
        ]

    def _back(self) -> str:
        kind = self.right.type
        assert isinstance(kind, Int)
        return f"({kind.name})swapped"


@dataclass(frozen=True)
class Block(Statement):
    """Statements in braces."""

    body: Body

    def _lines(self) -> list[str]:
        return ["{", *indented(self.body), "}"]


@dataclass(frozen=True)
class If(Statement):
    """A branch."""

    condition: Expression
    then: Body
    other: Body

    def _lines(self) -> list[str]:
        other = ["} else {", *indented(self.other)] if self.other else []
        return [f"if ({self.condition.c}) {{", *indented(self.then), *other, "}"]


@dataclass(frozen=True)
class Plain(Statement):
    """A statement without parts: `break;`, `continue;`, `return;`, `wait();`, `cycles(2);`."""

    text: str

    def _lines(self) -> list[str]:
        return [self.text]


@dataclass(frozen=True)
class Return(Statement):
    """The end of a function with its result."""

    value: Expression
    kind: Type

    def _lines(self) -> list[str]:
        return [
            f"return {self.value.of(self.kind) if isinstance(self.kind, Int) else self.value.c};"
        ]


@dataclass(frozen=True)
class Read(Statement):
    """A read of a stream, or a look at its next item, into a place."""

    place: Expression
    operator: str
    access: str
    stream: Stream

    def _lines(self) -> list[str]:
        kind = self.place.type
        item = f"{self.access}({self.stream.name})"
        return [
            f"{self.place.c} {self.operator}= {f'({kind.name}){item}' if isinstance(kind, Int) else item};"
        ]


@dataclass(frozen=True)
class Poll(Statement):
    """A read after asking until there is something to read."""

    place: Expression
    stream: Stream

    def _lines(self) -> list[str]:
        kind = self.place.type
        item = f"stream_read({self.stream.name})"
        item = f"({kind.name}){item}" if isinstance(kind, Int) else item
        return [
            "for (;;) {",
            f"    if (stream_has({self.stream.name})) {{ {self.place.c} = {item}; break; }}",
            "}",
        ]


@dataclass(frozen=True)
class Write(Statement):
    """A write to a stream; of a struct the fields in order."""

    stream: Stream
    values: tuple[Expression, ...]

    def _lines(self) -> list[str]:
        kind = self.stream.type
        if isinstance(kind, Int):
            return [f"stream_write({self.stream.name}, {self.values[0].of(kind)});"]
        assert isinstance(kind, Struct)
        values = (
            f".{f.name} = {v.of(f.type)}"
            for f, v in zip(kind.fields, self.values, strict=True)
            if isinstance(f.type, Int)
        )
        return [f"stream_write({self.stream.name}, (struct {kind.name}){{{', '.join(values)}}});"]


@dataclass(frozen=True)
class Invoke(Statement):
    """A call for its effects."""

    function: Signature
    arguments: tuple[Expression, ...]

    def _lines(self) -> list[str]:
        return [f"{call(self.function, self.arguments)};"]


@dataclass(frozen=True)
class Copy(Statement):
    """`count` elements copied between arrays with elements of one type; memmove where they may
    overlap.
    """

    how: str
    to: Expression
    at: Expression
    source: Expression
    start: Expression
    count: int

    def _lines(self) -> list[str]:
        to, source = self.to.type, self.source.type
        assert isinstance(to, Array)
        assert isinstance(source, Array)
        count = 1 + self.count % min(to.length, source.length)
        places = [
            f"&{array.c}[{index_below(index, kind.length - count + 1)}]"
            for array, index, kind in ((self.to, self.at, to), (self.source, self.start, source))
        ]
        return [f"{self.how}({places[0]}, {places[1]}, {count} * sizeof {self.to.c}[0]);"]


@dataclass(frozen=True)
class Fill(Statement):
    """`count` elements of an array whose bytes are filled with one value."""

    array: Expression
    at: Expression
    value: Expression
    count: int

    def _lines(self) -> list[str]:
        kind = self.array.type
        assert isinstance(kind, Array)
        count = 1 + self.count % kind.length
        place = f"&{self.array.c}[{index_below(self.at, kind.length - count + 1)}]"
        return [f"memset({place}, {self.value.of(BYTE)}, {count} * sizeof {self.array.c}[0]);"]


@dataclass(frozen=True)
class VaryingCopy(Statement):
    """A copy, or a fill where `source` is a byte, of a size that varies: at most `copy`
    elements.
    """

    copy: Copy | Fill
    size: Expression

    def _lines(self) -> list[str]:
        (line,) = self.copy.lines
        call, _, rest = line.rpartition(", ")
        count, _, element = rest.partition(" * ")
        return [f"{call}, {index_below(self.size, int(count) + 1)} * {element}"]


@dataclass(frozen=True)
class Walk(Statement):
    """A pointer that is kept: it walks over two arrays of one type, or one twice, and changes what
    it points to.
    """

    pointer: str
    arrays: tuple[Expression, Expression]
    start: Expression
    count: int
    value: Expression

    def _lines(self) -> list[str]:
        (kind, first), (_, second) = ((array.type, array.c) for array in self.arrays)
        lengths = [array.type.length for array in self.arrays if isinstance(array.type, Array)]
        assert isinstance(kind, Array)
        assert isinstance(kind.element, Int)
        p, element, i = self.pointer, kind.element, f"{self.pointer}_i"
        turn = f"{p} == &{first}[{lengths[0] - 1}] ? {second} : {p} == &{second}[{lengths[1] - 1}] ? {first} : {p} + 1"
        return [
            "{",
            f"    {element.name} *{p} = {self.start.c} ? {first} : {second};",
            f"    for (int {i} = 0; {i} < {self.count}; {i}++) {{",
            f"        *{p} = ({element.name})(*{p} ^ {self.value.of(element)});",
            f"        {p} = {turn};",
            "    }",
            "}",
        ]


@dataclass(frozen=True)
class Load(Statement):
    """A word from bytes, or bytes from a word, by memcpy: `memcpy(&word, &bytes[i], sizeof
    word)`.
    """

    bytes: Expression
    at: Expression
    word: Expression
    stores: bool

    def _lines(self) -> list[str]:
        kind, word = self.bytes.type, self.word.type
        assert isinstance(kind, Array)
        assert isinstance(word, Int)
        if word.size > kind.length:
            return [";"]
        place = f"&{self.bytes.c}[{index_below(self.at, kind.length - word.size + 1)}]"
        to, source = (place, f"&{self.word.c}") if self.stores else (f"&{self.word.c}", place)
        return [f"memcpy({to}, {source}, {word.size});"]


@dataclass(frozen=True)
class Indifferent(Statement):
    """A value that does not matter where a condition holds, and is not used there."""

    place: Expression
    condition: Expression
    value: Expression

    def _lines(self) -> list[str]:
        kind = self.place.type
        assert isinstance(kind, Int)
        chosen = (
            f"{declaration(kind, 'chosen')} = matters ? {self.value.of(kind)} : any({kind.name})"
        )
        return [
            f"{{ bool matters = {self.condition.c}; {chosen}; if (matters) {self.place.c} = chosen; }}"
        ]
