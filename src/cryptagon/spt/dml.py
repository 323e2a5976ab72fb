"""DML as text: a program written down in one way only, and read again.

`docs/spt.md` describes the format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.definitions import NAME, definition_in
from cryptagon.spt.documents import too_new
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
from cryptagon.spt.operations import OPERATIONS, MisfitError
from cryptagon.spt.rounds import results_of_call, results_of_repeat
from cryptagon.spt.typing_rules import result_of
from cryptagon.user_files import UnreadableError, did_you_mean, read_text

VERSION = 1
HEAD = f"dml {VERSION}"
PER_LINE = 16


def written(program: Program) -> str:
    """The text of a program: the same for equal programs."""
    parts = [HEAD, *map(definition_text, program.definitions), *map(_figure, program.figures)]
    return "\n\n".join(parts) + "\n"


def definition_text(one: Definition) -> str:
    """A definition as DML has it, and as a box may have it."""
    match one:
        case Table():
            head, digits = f"table {one.name}: {one.width} -> {one.result}", -(-one.result // 4)
            return _listed(head, [f"{value:0{digits}x}" for value in one.values], PER_LINE)
        case Permutation():
            return _listed(
                f"permutation {one.name}: {len(one.sources)} x {one.width}",
                list(map(str, one.sources)),
                PER_LINE,
            )
        case Matrix():
            values = [f"{value:0{-(-one.width // 4)}x}" for row in one.rows for value in row]
            return _listed(
                f"matrix {one.name}: {one.width} mod {one.polynomial:#x}", values, len(one.rows)
            )


def _listed(head: str, values: list[str], per_line: int) -> str:
    lines = [values[start : start + per_line] for start in range(0, len(values), per_line)]
    return "\n".join([head, *("  " + " ".join(line) for line in lines)])


def _figure(figure: Figure) -> str:
    inputs = [f"  input {one.name}: {one.type}" for one in figure.inputs]
    outputs = [f"  output {one.name}: {one.type} = {one.source}" for one in figure.outputs]
    return "\n".join([f"figure {figure.name}", *inputs, *map(_node, figure.nodes), *outputs])


def _node(node: Node) -> str:
    if node.operation == "constant":
        digits = -(-node.type.width // 4)
        values = [f"0x{value:0{digits}x}" for value in node.numbers]
        return f"  {node.name}: {node.type} = constant {' '.join(values)}"
    numbers = "..".join(map(str, node.numbers))
    operands = (
        [f"{port}={ref}" for port, ref in zip(node.ports, node.operands)]
        if node.ports
        else map(str, node.operands)
    )
    said = " ".join(part for part in (node.operation, numbers, node.target, *operands) if part)
    if node.operation in ("call", "repeat"):
        results = ", ".join(f"{name}: {type_}" for name, type_ in node.results)
        return f"  {node.name} ({results}) = {said}"
    return f"  {node.name}: {node.type} = {said}"


INPUT = re.compile(rf"input ({NAME}): (\S+)")
OUTPUT = re.compile(rf"output ({NAME}): (\S+) = (\S+)")
CALL = re.compile(
    rf"({NAME}) \(([^()]*)\) = (call|repeat (\d{{1,6}})\.\.(\d{{1,6}})) ({NAME})((?: {NAME}=\S+)*)"
)
NODE = re.compile(rf"({NAME}): (\S+) = (\w+)(?: (\d{{1,6}})(?:\.\.(\d{{1,6}}))?)?((?: \S+)*)")
CONSTANT = re.compile(rf"({NAME}): (\S+) = constant((?: 0x[0-9a-f]{{1,5000}})+)")


def read(text: str, file: Path) -> Program:
    """The program in a text of DML.

    Raises CryptagonError for a later version of the format, and with the line of what is none, or
    what does not fit together.
    """
    if (found := re.match(r"dml (\d{1,9})\s*$", text.lstrip(), re.MULTILINE)) and int(
        found[1]
    ) > VERSION:
        raise too_new("DML", int(found[1]), VERSION, f"{file}:1")
    reader = _Reader()
    at = 1
    try:
        for number, line in _lines(text):
            at = number
            reader.take(line)
        return reader.program()
    except ValueError as fault:
        fix = fault.fix if isinstance(fault, MisfitError) else ""
        raise CryptagonError(
            "this is not DML that fits together", where=f"{file}:{at}", why=str(fault), fix=fix
        ) from fault


def read_file(file: Path) -> Program:
    """The program in a file with DML. Raises CryptagonError."""
    try:
        return read(read_text(file), file)
    except UnreadableError as fault:
        raise CryptagonError("this is not DML", where=fault.at(file), why=str(fault)) from fault


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with something on them, with the number of the line; the lists below a definition are
    put behind it.
    """
    lines = [
        (number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    if not lines or lines[0][1] != HEAD:
        raise ValueError(f'its first line is not "{HEAD}"')
    place = 1
    while place < len(lines):
        number, line = lines[place]
        place += 1
        if line.startswith(("table ", "permutation ", "matrix ")):
            while place < len(lines) and lines[place][1].startswith("  "):
                line += " " + lines[place][1].strip()
                place += 1
        yield number, line


@dataclass
class _Open:
    """A figure that is being read."""

    name: str
    inputs: list[Port] = field(default_factory=list)
    outputs: list[Port] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    types: dict[Ref, Type] = field(default_factory=dict)

    def closed(self) -> Figure:
        if not self.outputs:
            raise MisfitError(f"figure {self.name} has no output")
        return Figure(self.name, tuple(self.inputs), tuple(self.outputs), tuple(self.nodes))


class _Reader:
    """Takes line by line; each line may name only what was before it."""

    def __init__(self) -> None:
        self.definitions: dict[str, Definition] = {}
        self.figures: dict[str, Figure] = {}
        self.open: _Open | None = None

    def take(self, line: str) -> None:
        """One line. Raises MisfitError or ValueError."""
        if found := definition_in(line):
            self._new(found.name, {**self.definitions, **self.figures})
            self.definitions[found.name] = found
        elif found := re.fullmatch(rf"figure ({NAME})", line):
            self._close()
            self._new(found[1], {**self.definitions, **self.figures})
            self.open = _Open(found[1])
        elif self.open and line.startswith("  "):
            self._inside(self.open, line.strip())
        else:
            raise MisfitError(f'"{line[:60]}" is no line of DML')

    def program(self) -> Program:
        """What was read."""
        self._close()
        return Program(tuple(self.figures.values()), tuple(self.definitions.values()))

    def _close(self) -> None:
        if self.open:
            self.figures[self.open.name] = self.open.closed()

    @staticmethod
    def _new(name: str, taken: Mapping[str, object]) -> None:
        if name in taken:
            raise MisfitError(f"{name} is there twice")

    def _inside(self, figure: _Open, line: str) -> None:
        if found := INPUT.fullmatch(line):
            self._new(found[1], {one.node: one for one in figure.types})
            figure.inputs.append(Port(found[1], Type.parse(found[2])))
            figure.types[Ref(found[1])] = Type.parse(found[2])
        elif found := OUTPUT.fullmatch(line):
            self._new(found[1], {one.name: one for one in figure.outputs})
            source = _ref(found[3])
            figure.outputs.append(
                Port(
                    found[1],
                    _agreed(found[1], Type.parse(found[2]), _known(figure, source)),
                    source,
                )
            )
        else:
            self._enter(figure, self._node(figure, line))

    def _enter(self, figure: _Open, node: Node) -> None:
        self._new(node.name, {one.node: one for one in figure.types})
        figure.nodes.append(node)
        figure.types |= {Ref(node.name, output): type_ for output, type_ in node.results}

    def _node(self, figure: _Open, line: str) -> Node:
        if found := CALL.fullmatch(line):
            return self._call(figure, found)
        if found := CONSTANT.fullmatch(line):
            return _constant(
                found[1], Type.parse(found[2]), tuple(int(value, 16) for value in found[3].split())
            )
        if not (found := NODE.fullmatch(line)):
            raise MisfitError(f'"{line[:60]}" is no line of a figure')
        name, type_, operation = found[1], Type.parse(found[2]), found[3]
        if operation == "index":
            return Node(name, operation, (), (("", type_),))
        if operation not in OPERATIONS:
            raise MisfitError(
                f'"{operation[:40]}" is no operation', did_you_mean(operation, OPERATIONS)
            )
        numbers = tuple(int(one) for one in (found[4], found[5]) if one)
        words = found[6].split()
        target = words.pop(0) if OPERATIONS[operation].definition and words else ""
        operands = tuple(map(_ref, words))
        types = [_known(figure, one) for one in operands]
        result = result_of(OPERATIONS[operation], types, numbers, self.definitions.get(target))
        return Node(
            name, operation, operands, (("", _agreed(name, type_, result)),), numbers, target
        )

    def _call(self, figure: _Open, found: re.Match[str]) -> Node:
        target = self.figures.get(found[6])
        if not target:
            raise MisfitError(f"figure {found[6]} is not above this one")
        pairs = [pair.split("=", 1) for pair in found[7].split()]
        ports, operands = tuple(port for port, _ in pairs), tuple(_ref(ref) for _, ref in pairs)
        given = dict(zip(ports, (_known(figure, one) for one in operands)))
        numbers = (int(found[4]), int(found[5])) if found[4] else ()
        results = (
            results_of_repeat(target, given, *numbers)
            if numbers
            else results_of_call(target, given)
        )
        said = dict(result.strip().split(": ", 1) for result in found[2].split(","))
        if {name: Type.parse(text) for name, text in said.items()} != results:
            raise MisfitError(
                f"{found[1]} gives {', '.join(f'{name}: {type_}' for name, type_ in results.items())}"
            )
        return Node(
            found[1],
            "repeat" if numbers else "call",
            operands,
            tuple(results.items()),
            numbers,
            target.name,
            ports,
        )


def _constant(name: str, type_: Type, values: tuple[int, ...]) -> Node:
    if len(values) != (type_.count or 1) or max(values) >> type_.width:
        raise MisfitError(f"the values of {name} are not {type_}")
    return Node(name, "constant", (), (("", type_),), values)


def _ref(text: str) -> Ref:
    found = re.fullmatch(rf"({NAME})(?:\.({NAME}))?", text)
    if not found:
        raise MisfitError(f'"{text[:40]}" is no operand')
    return Ref(found[1], found[2] or "")


def _known(figure: _Open, ref: Ref) -> Type:
    if ref not in figure.types:
        raise MisfitError(
            f"{ref} is not above its use", did_you_mean(str(ref), map(str, figure.types))
        )
    return figure.types[ref]


def _agreed(name: str, said: Type, found: Type) -> Type:
    if said != found:
        raise MisfitError(f"{name} is written as {said}, and is {found}")
    return found
