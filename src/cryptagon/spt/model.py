"""The figure model (DML): what a drawing says, without how it was drawn.

A `Program` holds figures and the tables they share. A `Figure` is a graph without cycles in static
single assignment: each node is computed once, after its operands. It is in canonical form
(`canonical.py`): one figure drawn twice gives equal objects and one text. What an operation
computes is in `operations.py`, and nowhere else.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.spt.sheet import Point

MOST_BITS = 1 << 14
"""Bits of a value, and elements of an array: far above what ciphers have, and low enough that no
figure takes long.
"""


@dataclass(frozen=True, order=True)
class Type:
    """`width` bits, an unsigned number; or an array of `count` such values."""

    width: int
    count: int | None = None

    def __str__(self) -> str:
        return str(self.width) if self.count is None else f"{self.width}[{self.count}]"

    @property
    def element(self) -> "Type":
        """The type of an element of the array; of a single value its own."""
        return Type(self.width)

    @classmethod
    def parse(cls, text: str) -> "Type":
        """`32` or `32[4]`.

        Raises ValueError for anything else, and for sizes that no figure has.
        """
        found = re.fullmatch(r"\s*(\d{1,6})\s*(?:\[\s*(\d{1,6})\s*\])?\s*", text, re.ASCII)
        if not found:
            raise ValueError(
                f'"{text.strip()[:40]}" is no width: write 32, or 32[4] for an array of four'
            )
        sizes = [int(size) for size in found.groups() if size is not None]
        if not all(1 <= size <= MOST_BITS for size in sizes):
            raise ValueError(f"{text.strip()} is not between 1 and {MOST_BITS:,}")
        return cls(*sizes)


Value = int | tuple[int, ...]
"""What a type holds: a number below 2 to the width, or one for each element."""


@dataclass(frozen=True)
class Ref:
    """A value as an operand: the name of an input or a node, and of a call the name of one of its
    outputs.
    """

    node: str
    output: str = ""

    def __str__(self) -> str:
        return f"{self.node}.{self.output}" if self.output else self.node


@dataclass(frozen=True)
class Node:
    """One operation of a figure.

    `numbers` are its parameters and `target` the table or the figure that it names (`operations.py`
    says which of them it has). `ports` are the names of the inputs that the operands of a call go
    to, in the order of `operands`; empty for other operations. `results` are the types of its
    outputs by their names; the one output of other operations than calls has the name "". `places`
    are the boxes that it was drawn as; they are no part of what the figure means, and take no part
    in comparisons.
    """

    name: str
    operation: str
    operands: tuple[Ref, ...] = ()
    results: tuple[tuple[str, Type], ...] = ()
    numbers: tuple[int, ...] = ()
    target: str = ""
    ports: tuple[str, ...] = ()
    places: tuple[Point, ...] = field(default=(), compare=False)

    @property
    def type(self) -> Type:
        """Of the one output."""
        return self.results[0][1]


@dataclass(frozen=True)
class Port:
    """An input or an output of a figure; `source` is what drives an output, and None for an
    input.
    """

    name: str
    type: Type
    source: Ref | None = None


@dataclass(frozen=True)
class Figure:
    """One function: inputs and outputs by the order of their names, nodes in an order in which they
    can be computed.
    """

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    nodes: tuple[Node, ...]

    @cached_property
    def types(self) -> Mapping[Ref, Type]:
        """The type of every value that an operand or an output can name."""
        given = {Ref(one.name): one.type for one in self.inputs}
        return given | {
            Ref(node.name, output): type_ for node in self.nodes for output, type_ in node.results
        }

    @property
    def index(self) -> Node | None:
        """The node that gives the number of the round, where there is one."""
        return next((node for node in self.nodes if node.operation == "index"), None)


@dataclass(frozen=True)
class Table:
    """An S-box: `values[x]`, of `result` bits, for each x of `width` bits."""

    name: str
    width: int
    result: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Permutation:
    """Elements of `width` bits in another order: the output's element i is the input's
    `sources[i]`; element 0 is the most significant.
    """

    name: str
    width: int
    sources: tuple[int, ...]


@dataclass(frozen=True)
class Matrix:
    """A square matrix over GF(2^width) modulo `polynomial`, row by row.

    It multiplies a column, whose first element is the most significant.
    """

    name: str
    width: int
    polynomial: int
    rows: tuple[tuple[int, ...], ...]


Definition = Table | Permutation | Matrix


@dataclass(frozen=True)
class Program:
    """Figures in an order in which each calls only those before it, and the definitions that they
    use, by the order of their names.
    """

    figures: tuple[Figure, ...]
    definitions: tuple[Definition, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, Figure]:
        """The figures by their names."""
        return {one.name: one for one in self.figures}

    @cached_property
    def definition(self) -> Mapping[str, Definition]:
        """The tables, permutations and matrices by their names."""
        return {one.name: one for one in self.definitions}

    @property
    def tops(self) -> tuple[Figure, ...]:
        """The figures that no other one calls."""
        called = {
            node.target
            for figure in self.figures
            for node in figure.nodes
            if node.operation in ("call", "repeat")
        }
        return tuple(figure for figure in self.figures if figure.name not in called)
