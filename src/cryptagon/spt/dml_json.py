"""DML as JSON, for programs of others: what the text says, by `dml.schema.json`, which is made of
the models here. Values are hexadecimal strings.
"""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from cryptagon.errors import CryptagonError
from cryptagon.spt import dml
from cryptagon.spt.definitions import NAME
from cryptagon.spt.documents import Format, Part
from cryptagon.spt.model import (
    Definition,
    Figure,
    Matrix,
    Node,
    Permutation,
    Port,
    Program,
    Ref,
    Table,
    Type,
)
from cryptagon.user_files import UnreadableError, read_json

Name = Annotated[
    str,
    Field(pattern=f"^{NAME}$", description="a letter or _, then letters, digits and _, 40 at most"),
]
TypeText = Annotated[
    str,
    Field(
        pattern=r"^\d{1,6}(\[\d{1,6}\])?$", description="bits, as in 32; 32[4] is an array of four"
    ),
]
Source = Annotated[
    str,
    Field(
        pattern=rf"^{NAME}(\.{NAME})?$",
        description="an input or a node; of a call, also which of its outputs",
    ),
]
Hexadecimal = Annotated[
    str, Field(pattern=r"^[0-9a-f]{1,5000}$", description="a number, hexadecimal")
]


class InputPart(Part):
    """A value that the figure is given."""

    name: Name
    type: TypeText


class OutputPart(InputPart):
    """A value that the figure gives, and what drives it."""

    source: Source


class NodePart(Part):
    """One operation; docs/spt.md lists them. Calls and repeats name their inputs in `ports`, and
    their outputs in `results`. Any other node has one result, called "". `numbers` are parameters:
    distances, bits HIGH and LOW, first and last round.
    """

    name: Name
    operation: Name
    results: dict[Name | Annotated[str, Field(max_length=0)], TypeText]
    operands: tuple[Source, ...] = ()
    ports: tuple[Name, ...] = ()
    numbers: tuple[int, ...] = ()
    target: Name | Annotated[str, Field(max_length=0)] = ""
    values: Annotated[
        tuple[Hexadecimal, ...], Field(description="of a constant alone: one, or one an element")
    ] = ()


class FigurePart(Part):
    """A function; its nodes name only inputs and nodes before them."""

    name: Name
    inputs: tuple[InputPart, ...]
    nodes: tuple[NodePart, ...]
    outputs: Annotated[tuple[OutputPart, ...], Field(min_length=1)]


class TablePart(Part):
    """A table from `width` to `result` bits, its values from that of 0 on."""

    name: Name
    width: int
    result: int
    values: tuple[Hexadecimal, ...]


class PermutationPart(Part):
    """The output's element i is the input's element `sources[i]`, of `width` bits; element 0 is the
    most significant.
    """

    name: Name
    width: int
    sources: tuple[int, ...]


class MatrixPart(Part):
    """A matrix over GF(2^width) modulo `polynomial`, row by row."""

    name: Name
    width: int
    polynomial: Hexadecimal
    rows: tuple[tuple[Hexadecimal, ...], ...]


class Document(Part):
    """A program. `dml` is the version of the format; figures call only those before them."""

    dml: int
    tables: tuple[TablePart, ...] = ()
    permutations: tuple[PermutationPart, ...] = ()
    matrices: tuple[MatrixPart, ...] = ()
    figures: tuple[FigurePart, ...]


FORMAT = Format("DML", dml.VERSION, Document)


def written(program: Program) -> str:
    """The JSON of a program."""
    kinds: dict[type[Definition], list[Any]] = {Table: [], Permutation: [], Matrix: []}
    for one in program.definitions:
        kinds[type(one)].append(_definition_part(one))
    document = Document(
        dml=dml.VERSION, tables=tuple(kinds[Table]), permutations=tuple(kinds[Permutation]), matrices=tuple(kinds[Matrix]),
        figures=tuple(map(_figure_part, program.figures)),
    )  # fmt: skip
    return FORMAT.written(document)


def _definition_part(one: Definition) -> TablePart | PermutationPart | MatrixPart:
    match one:
        case Table():
            return TablePart(
                name=one.name,
                width=one.width,
                result=one.result,
                values=tuple(map(_digits, one.values)),
            )
        case Permutation():
            return PermutationPart(name=one.name, width=one.width, sources=one.sources)
        case Matrix():
            rows = tuple(tuple(map(_digits, row)) for row in one.rows)
            return MatrixPart(
                name=one.name, width=one.width, polynomial=_digits(one.polynomial), rows=rows
            )


def _digits(value: int) -> str:
    return f"{value:x}"


def _figure_part(figure: Figure) -> FigurePart:
    inputs = tuple(InputPart(name=one.name, type=str(one.type)) for one in figure.inputs)
    outputs = tuple(
        OutputPart(name=one.name, type=str(one.type), source=str(one.source))
        for one in figure.outputs
    )
    return FigurePart(
        name=figure.name, inputs=inputs, nodes=tuple(map(_node_part, figure.nodes)), outputs=outputs
    )


def _node_part(node: Node) -> NodePart:
    constant = node.operation == "constant"
    return NodePart(
        name=node.name, operation=node.operation, operands=tuple(map(str, node.operands)), ports=node.ports, target=node.target,
        results={name: str(type_) for name, type_ in node.results},
        numbers=() if constant else node.numbers, values=tuple(map(_digits, node.numbers)) if constant else (),
    )  # fmt: skip


def read_file(file: Path) -> Program:
    """The program in a file with DML as JSON.

    Raises CryptagonError, also for one of a later version.
    """
    try:
        content = read_json(file)
    except UnreadableError as fault:
        raise CryptagonError(FORMAT.not_one, where=fault.at(file), why=str(fault)) from fault
    document = FORMAT.read(content, file)
    try:
        program = _program(document)
    except ValueError as fault:
        raise CryptagonError(FORMAT.not_one, where=str(file), why=str(fault)) from fault
    return dml.read(dml.written(program), file)


def _program(document: Document) -> Program:
    definitions: list[Definition] = [
        Table(one.name, one.width, one.result, tuple(int(value, 16) for value in one.values))
        for one in document.tables
    ]
    definitions += [Permutation(one.name, one.width, one.sources) for one in document.permutations]
    for one in document.matrices:
        rows = tuple(tuple(int(value, 16) for value in row) for row in one.rows)
        definitions.append(Matrix(one.name, one.width, int(one.polynomial, 16), rows))
    ordered = tuple(sorted(definitions, key=lambda one: one.name))
    return Program(tuple(map(_figure, document.figures)), ordered)


def _figure(part: FigurePart) -> Figure:
    inputs = tuple(Port(one.name, Type.parse(one.type)) for one in part.inputs)
    outputs = tuple(Port(one.name, Type.parse(one.type), _ref(one.source)) for one in part.outputs)
    return Figure(part.name, inputs, outputs, tuple(map(_node, part.nodes)))


def _node(part: NodePart) -> Node:
    if not part.results or (part.ports and len(part.ports) != len(part.operands)):
        raise ValueError(
            f"node {part.name} has not a result at least, or not a port for each operand"
        )
    numbers = tuple(int(value, 16) for value in part.values) or part.numbers
    results = tuple((name, Type.parse(text)) for name, text in part.results.items())
    return Node(
        part.name,
        part.operation,
        tuple(map(_ref, part.operands)),
        results,
        numbers,
        part.target,
        part.ports,
    )


def _ref(text: str) -> Ref:
    node, _, output = text.partition(".")
    return Ref(node, output)
