"""A figure of one width with every operation in it, so that one program tries them all."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptagon.spt import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.model import Definition, Matrix, Permutation, Table
from cryptagon.spt.operations import OPERATIONS, Use

AES, CUBE, LONE = 0x11B, 0xB, 0x3
"""Polynomials of the degrees 8, 3 and 1."""


@dataclass
class EveryOperation:
    """Each node that is added is an output too."""

    width: int
    nodes: list[Node] = field(default_factory=list)
    types: dict[Ref, Type] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)

    def add(
        self,
        operation: str,
        operands: Sequence[str],
        numbers: Sequence[int] = (),
        definition: Definition | None = None,
    ) -> str:
        name = f"{operation}_of_{len(self.nodes)}"
        refs = tuple(map(Ref, operands))
        result = OPERATIONS[operation].result(
            Use(tuple(self.types[ref] for ref in refs), tuple(numbers), definition)
        )
        target = definition.name if definition else ""
        if definition:
            self.definitions[target] = definition
        self.nodes.append(Node(name, operation, refs, (("", result),), tuple(numbers), target))
        self.types[Ref(name)] = result
        return name

    def constant(self, type_: Type, numbers: Sequence[int]) -> str:
        name = f"constant_of_{len(self.nodes)}"
        self.nodes.append(Node(name, "constant", (), (("", type_),), tuple(numbers)))
        self.types[Ref(name)] = type_
        return name


def program_of_width(width: int) -> Program:
    """One figure, `every`, with the inputs a, b and c of this width, an array of it, and an
    index.
    """
    inputs = {
        "a": Type(width),
        "array": Type(width, 4),
        "b": Type(width),
        "c": Type(width),
        "index": Type(2),
    }
    made = EveryOperation(width, types={Ref(name): type_ for name, type_ in inputs.items()})
    _arithmetic(made)
    _moves(made)
    _arrays(made)
    _lookups(made)
    outputs = tuple(
        Port(f"out{number}", node.type, Ref(node.name)) for number, node in enumerate(made.nodes)
    )
    figure = Figure(
        "every",
        tuple(Port(name, type_) for name, type_ in inputs.items()),
        outputs,
        tuple(made.nodes),
    )
    return Program((figure,), tuple(made.definitions.values()))


def _arithmetic(made: EveryOperation) -> None:
    for operation in ("xor", "and", "or", "add", "mul"):
        made.add(operation, "abc")
    made.add("sub", "ab")
    made.add("not", "a")
    value = made.constant(Type(made.width), [random.Random(made.width).getrandbits(made.width)])
    made.add("add", ["a", value])


def _moves(made: EveryOperation) -> None:
    width = made.width
    for operation in ("rotl", "rotr", "shl", "shr"):
        for distance in sorted({0, 1 % width, width // 2, width - 1}):
            made.add(operation, "a", [distance])
    for high, low in {(width - 1, 0), (width - 1, width // 2), (width // 2, width // 3), (0, 0)}:
        made.add("slice", "a", [high, low])
    for wider in (width, width + 1, width + 70):
        made.add("extend", "a", [wider])
    made.add("concat", "ab")
    made.add("concat", ["index", "a", "b", "c", "index"])


def _arrays(made: EveryOperation) -> None:
    made.add("flat", [made.add("reverse", ["array"])])
    made.add("element", ["array"], [1])
    made.add("elements", ["array"], [1, 3])
    made.add("select", ["array", "index"])
    made.add("array", [made.add("concat", "abc")], [made.width])
    made.add("array", "a", [1])
    made.constant(Type(made.width, 2), [1, (1 << made.width) - 1])


def _lookups(made: EveryOperation) -> None:
    choose, width = random.Random(made.width), made.width
    piece = next(size for size in (8, 7, 5, 1) if width % size == 0)
    for result in (1, 5, 64):
        values = [choose.getrandbits(result) for _ in range(1 << piece)]
        made.add("sbox", "a", definition=Table(f"S{result}", piece, result, tuple(values)))
    for size in {1, piece}:
        sources = choose.sample(range(width // size), width // size)
        made.add("permute", "a", definition=Permutation(f"P{size}", size, tuple(sources)))
    polynomial = {8: AES, 7: 0x83, 5: 0x25, 1: LONE}[piece]
    side = next(size for size in (4, 13, 1) if width // piece % size == 0)
    rows = tuple(tuple(choose.getrandbits(piece) for _ in range(side)) for _ in range(side))
    made.add("product", "a", definition=Matrix("M", piece, polynomial, rows))


def cipher_of_width(width: int) -> Program:
    """The same operations as a figure of a key and a text, which hang on both; all that they give
    is folded into one output.
    """
    every = program_of_width(width)
    made = EveryOperation(width, types={Ref("key"): Type(width), Ref("text"): Type(width)})
    names = {"a": "text", "b": made.add("rotl", ["text"], [width // 3])}
    names["c"] = made.add("add", [names["b"], "key"])
    names["array"] = made.add(
        "array", [made.add("concat", ["key", *(names[one] for one in "abc")])], [width]
    )
    names["index"] = made.add("slice", ["text"], [1, 0])
    for node in every.figures[0].nodes:
        definition = next((one for one in every.definitions if one.name == node.target), None)
        given = [names[one.node] for one in node.operands]
        if node.operation == "constant":
            names[node.name] = made.constant(node.type, node.numbers)
        else:
            names[node.name] = made.add(node.operation, given, node.numbers, definition)
    parts = [_to_width(made, names[node.name]) for node in every.figures[0].nodes]
    total = made.add("xor", [f"{one}" for one in parts])
    ports = (Port("key", Type(width)), Port("text", Type(width)))
    figure = Figure("every", ports, (Port("y", Type(width), Ref(total)),), tuple(made.nodes))
    return Program((figure,), tuple(made.definitions.values()))


def _to_width(made: EveryOperation, name: str) -> str:
    """The lowest bits of a value, or zeros before it; turned by as many places as there are nodes,
    so that no two cancel out.
    """
    if made.types[Ref(name)].count is not None:
        name = made.add("flat", [name])
    if made.types[Ref(name)].width > made.width:
        name = made.add("slice", [name], [made.width - 1, 0])
    elif made.types[Ref(name)].width < made.width:
        name = made.add("extend", [name], [made.width])
    return made.add("rotl", [name], [len(made.nodes) % made.width])
