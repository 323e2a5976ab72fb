"""A figure as a function on bit slices: each bit of a value is a vector with that bit of many
blocks.

What moves bits costs nothing: it names other vectors. A node is an array of vectors with its name.
A state goes from one of two arrays to the other, so that a round writes where it does not read.
Where arrays are to be registers, it has one array, and the next state is moved to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import function, indented
from cryptagon.spt.code.layouts.lanes import Bit, Bits, Lane, lanes, over, pointer
from cryptagon.spt.code.layouts.linear import WIRING, cut, wired
from cryptagon.spt.code.layouts.slice_helpers import SliceHelpers
from cryptagon.spt.code.names import free
from cryptagon.spt.model import Figure, Matrix, Node, Program, Ref, Table, Type
from cryptagon.spt.rounds import in_turn, rounds, state

Sliced = tuple[Bits, ...]
"""The elements of an array; of a single value its one element."""
Writes = Callable[[Figure, frozenset[str]], str]
"""The name of the function of a figure whose inputs of these names are data."""
NEUTRAL = {"xor": 0, "and": 1, "or": 0}
SIGN = {"xor": "^", "and": "&", "or": "|"}


@dataclass(frozen=True)
class State:
    """Arrays in round i: of the state before it, of that behind it, and of that behind all rounds."""

    now: str
    next: str
    last: str
    width: int


@dataclass
class Slicer:
    """Writes one figure, in which calls were put in the place of what they call."""

    program: Program
    figure: Figure
    data: frozenset[str]
    helpers: SliceHelpers
    name: str
    writes: Writes
    taken: set[str]
    lines: list[str] = field(default_factory=list)
    known: dict[Ref, Sliced] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    """Nodes that are written where an output is."""

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """By their names."""
        return {one.name: one for one in self.figure.nodes}

    def function(self) -> str:
        """The function: a pointer for each input of the key, then for each of the data, then for
        each output.
        """
        keys, data, outputs = [], [], []
        for port in self.figure.inputs:
            name, is_key = self._free(port.name), port.name not in self.data
            kind = self.helpers.key if is_key else "const vec"
            (keys if is_key else data).append(f"{kind} *{name}")
            self.known[Ref(port.name)] = _elements(name, port.type, scalar=is_key)
        names: dict[str, str] = {}
        for port in self.figure.outputs:
            names[port.name] = self._free(
                f"{port.name}_out" if port.name in self.data else port.name
            )
            outputs.append(f"vec *{names[port.name]}")
            if port.source and self._can_be_written(port.source, port.type):
                self.written.setdefault(port.source.node, names[port.name])
        for node in self.figure.nodes:
            self._take(node)
        for port in self.figure.outputs:
            assert port.source
            flat = [bit for element in self.value(port.source) for bit in element]
            self._copy(names[port.name], flat)
        return function(
            f"{self.helpers.static} void {self.name}({', '.join([*keys, *data, *outputs])})",
            self.lines,
        )

    def _can_be_written(self, source: Ref, type_: Type) -> bool:
        node = self.nodes.get(source.node)
        return (
            node is not None
            and type_.count is None
            and node.operation in ("xor", "and", "or", "not", "sbox", "product")
        )

    def _free(self, name: str) -> str:
        found = free(name, self.taken)
        self.taken.add(found)
        return found

    def value(self, ref: Ref) -> Sliced:
        """The vectors of a value."""
        if ref not in self.known:
            node = self.nodes[ref.node]
            self.known[ref] = wired(
                self.program, node, [self.value(one) for one in node.operands], 0
            )
        return self.known[ref]

    def _array(self, node: Node, count: int) -> str:
        """Where a node is written."""
        if node.name in self.written:
            return self.written[node.name]
        return self._local(node.name, count)

    def _local(self, title: str, count: int, kind: str = "vec") -> str:
        name = self._free(title)
        self.lines.append(f"{kind} {name}[{count}];")
        return name

    def _copy(self, target: str, bits: Sequence[Bit]) -> None:
        """Bits to an array, but for those that are there."""
        pairs = [
            (Lane(target, place), bit)
            for place, bit in enumerate(bits)
            if bit != Lane(target, place)
        ]
        columns = [[one for one, _ in pairs], [bit for _, bit in pairs]]
        plain = [isinstance(bit, Lane) and not bit.scalar for _, bit in pairs]
        for kind in (True, False):
            chosen = [
                [bit for bit, is_plain in zip(column, plain) if is_plain == kind]
                for column in columns
            ]
            value = str if kind else _lane
            self.lines += over(
                chosen,
                lambda texts, value=value: f"{texts[0]} = {value(texts[1])};",
                self.helpers.straight,
            )

    def _place(self, title: str, bits: Sequence[Bit]) -> str:
        """A pointer to these, which are copied where they do not lie side by side."""
        found = pointer(bits)
        if found is None:
            found = self._local(title, len(bits))
            self._copy(found, bits)
        return found

    def _take(self, node: Node) -> None:
        if node.operation in WIRING:
            return
        if node.places and node.operation != "constant":
            target = f" {node.target}" if node.target else ""
            self.lines.append(
                f"/* {node.name} = {node.operation}{target}, drawn at {node.places[0]} */"
            )
        result, given = Ref(node.name), [self.value(one) for one in node.operands]
        match node.operation:
            case "constant":
                self.known[result] = tuple(
                    tuple(value >> place & 1 for place in range(node.type.width))
                    for value in node.numbers
                )
            case "xor" | "and" | "or":
                self.known[result] = (self._bitwise(node, [one[0] for one in given]),)
            case "not":
                self.known[result] = (self._inverted(node, given[0][0]),)
            case "sbox":
                self.known[result] = (self._looked_up(node, given[0][0]),)
            case "product":
                self.known[result] = (self._multiplied(node, given[0][0]),)
            case "repeat":
                self._repeat(node)
            case "select":
                self.known[result] = (self._selected(node, given),)
            case _:
                self.known[result] = (self._added(node, [one[0] for one in given]),)

    def _bitwise(self, node: Node, given: Sequence[Bits]) -> Bits:
        """Bit by bit; constants are folded, and a bit that needs no gate is the operand."""
        array, result = self._array(node, len(given[0])), []
        columns: list[list[Bit]] = []
        shapes: list[tuple[int, bool]] = []
        for place, bits in enumerate(zip(*given)):
            ones, used = (
                sum(bit == 1 for bit in bits if isinstance(bit, int)),
                [bit for bit in bits if isinstance(bit, Lane)],
            )
            fixed = _fixed(node.operation, bits)
            inverted = node.operation == "xor" and ones % 2 == 1
            if fixed is not None or not used:
                result.append(int(inverted) if fixed is None else fixed)
            elif len(used) == 1 and not inverted:
                result.append(used[0])
            else:
                result.append(Lane(array, place))
                columns.append([Lane(array, place), *used])
                shapes.append((len(used), inverted))
        sign = SIGN[node.operation]
        for shape in dict.fromkeys(shapes):
            chosen = [column for column, own in zip(columns, shapes) if own == shape]
            self.lines += over(
                list(zip(*chosen)),
                lambda texts: f"{texts[0]} = {_inverse(f' {sign} '.join(texts[1:]), shape[1])};",  # noqa: B023
                self.helpers.straight,
            )
        return tuple(result)

    def _inverted(self, node: Node, bits: Bits) -> Bits:
        array = self._array(node, len(bits))
        pairs = [
            (Lane(array, place), bit) for place, bit in enumerate(bits) if isinstance(bit, Lane)
        ]
        if pairs:
            self.lines += over(
                list(zip(*pairs)),
                lambda texts: f"{texts[0]} = ~{texts[1]};",
                self.helpers.straight,
            )
        return tuple(
            Lane(array, place) if isinstance(bit, Lane) else 1 - bit
            for place, bit in enumerate(bits)
        )

    def _looked_up(self, node: Node, bits: Bits) -> Bits:
        table = self.program.definition[node.target]
        assert isinstance(table, Table)
        called, pieces = self.helpers.table(table), cut(bits, table.width)
        array = self._array(node, len(pieces) * table.result)
        if (start := pointer(bits)) and len(pieces) > 1:
            call = f"{called}({array} + {table.result} * i, {start} + {table.width} * i);"
            self.lines.append(
                f"{self.helpers.straight}for (int i = 0; i < {len(pieces)}; i++) {call}"
            )
        else:
            for number, piece in enumerate(reversed(pieces)):
                place = self._place(f"{node.name}_{number}", piece)
                self.lines.append(
                    f"{called}({array}{f' + {table.result * number}' if number else ''}, {place});"
                )
        return lanes(array, len(pieces) * table.result)

    def _multiplied(self, node: Node, bits: Bits) -> Bits:
        matrix = self.program.definition[node.target]
        assert isinstance(matrix, Matrix)
        height = matrix.width * len(matrix.rows)
        array, called = self._array(node, len(bits)), self.helpers.matrix(matrix)
        for number, column in enumerate(reversed(cut(bits, height))):
            elements = [
                self._place(f"{node.name}_{number}", one) for one in cut(column, matrix.width)
            ]
            self.lines.append(
                f"{called}({array}{f' + {height * number}' if number else ''}, {', '.join(elements)});"
            )
        return lanes(array, len(bits))

    def _added(self, node: Node, given: Sequence[Bits]) -> Bits:
        """Sums, differences and products, two operands at a time."""
        helper, width = self.helpers.arithmetic(node.operation), node.type.width
        total = self._place(f"{node.name}_1", given[0])
        for number, bits in enumerate(given[1:], 2):
            other = self._place(f"{node.name}_{number}", bits)
            array = self._local(node.name if number == len(given) else f"{node.name}_part", width)
            self.lines.append(f"{helper}({array}, {total}, {other}, {width});")
            total = array
        return lanes(total, width)

    def _selected(self, node: Node, given: Sequence[Sliced]) -> Bits:
        width, index = node.type.width, given[1][0]
        array = self._place(
            f"{node.name}_array",
            [bit for element in given[0][: 1 << len(index)] for bit in element],
        )
        result = self._local(node.name, width)
        place = self._place(f"{node.name}_index", index)
        self.lines.append(
            f"{self.helpers.arithmetic('select')}({result}, {array}, {width}, {place}, {len(index)});"
        )
        return lanes(result, width)

    def _repeat(self, node: Node) -> None:
        callee, count = self.program.by_name[node.target], len(rounds(*node.numbers))
        given, kept = dict(zip(node.ports, node.operands)), state(callee)
        turns = in_turn(callee, {port: self.figure.types[ref] for port, ref in given.items()})
        keys = {port for port, ref in given.items() if port not in kept and self._is_key(ref)}
        called = self.writes(callee, frozenset(given) - keys)
        arguments: dict[bool, list[str]] = {True: [], False: []}
        states: dict[str, State] = {}
        for port in callee.inputs:
            step = f" + {port.type.width} * i" if port.name in turns else ""
            flat = [bit for element in self.value(given[port.name]) for bit in element]
            if port.name in keys:
                arguments[True].append(self._key_place(flat) + step)
            elif port.name in kept:
                one = states[port.name] = self._state(f"{node.name}_{port.name}", flat, count)
                arguments[False].append(one.now)
                self.known[Ref(node.name, port.name)] = _elements(one.last, port.type)
            else:
                arguments[False].append(self._place(f"{node.name}_{port.name}", flat) + step)
        outputs = [
            states[port.name].next
            if port.name in states
            else self._output(node, port.name, port.type, count)
            for port in callee.outputs
        ]
        call = f"{called}({', '.join([*arguments[True], *arguments[False], *outputs])});"
        moves = [line for one in states.values() for line in self._move(one)]
        head = f"for (int i = 0; i < {count}; i++)"
        self.lines += (
            [f"{head} {{", *indented([call, *moves]), "}"] if moves else [f"{head} {call}"]
        )

    def _state(self, title: str, bits: Sequence[Bit], count: int) -> State:
        """Where a state is in so many rounds, before which it is `bits`."""
        width = len(bits)
        if self.helpers.straight:
            name, following = self._local(title, width), self._local(f"{title}_next", width)
            self._copy(name, bits)
            return State(name, following, name, width)
        name = self._free(title)
        self.lines.append(f"vec {name}[2][{width}];")
        self._copy(f"{name}[0]", bits)
        return State(f"{name}[i & 1]", f"{name}[~i & 1]", f"{name}[{count & 1}]", width)

    def _move(self, one: State) -> list[str]:
        """Between two rounds: registers have names, and so the next state takes that of this one."""
        if one.now != one.last:
            return []
        return [
            f"{self.helpers.straight}for (int j = 0; j < {one.width}; j++) {one.now}[j] = {one.next}[j];"
        ]

    def _output(self, node: Node, port: str, type_: Type, count: int) -> str:
        """Where a round writes an output that is no state."""
        name = self._local(f"{node.name}_{port}", type_.width * count)
        self.known[Ref(node.name, port)] = _elements(name, Type(type_.width, count))
        return f"{name} + {type_.width} * i"

    def _is_key(self, ref: Ref) -> bool:
        node = self.nodes.get(ref.node)
        if node:
            return node.operation == "array" and self._is_key(node.operands[0])
        return ref.node not in self.data

    def _key_place(self, bits: Sequence[Bit]) -> str:
        """A pointer to bits of the key."""
        first = bits[0]
        if not isinstance(first, Lane) or tuple(bits) != lanes(
            first.array, len(bits), first.index, scalar=True
        ):
            what = f"figure {self.figure.name} has no bit-sliced layout: a round makes an array of keys in each turn"
            raise CryptagonError(
                what, why="keys are single values here", fix="take --layout scalar"
            )
        return f"{first.array} + {first.index}" if first.index else first.array


def _elements(name: str, type_: Type, *, scalar: bool = False) -> Sliced:
    return tuple(
        lanes(name, type_.width, type_.width * place, scalar=scalar)
        for place in range(type_.count or 1)
    )


def _lane(text: str) -> str:
    """A constant or a bit of the key as a vector."""
    return {"0": "LANE(0)", "1": "~LANE(0)"}.get(text, f"LANE({text})")


def _inverse(text: str, inverted: bool) -> str:
    return f"~({text})" if inverted else text


def _fixed(operation: str, bits: Sequence[Bit]) -> int | None:
    """The result where a constant decides it."""
    if operation == "xor":
        return None
    deciding = 1 - NEUTRAL[operation]
    if any(isinstance(bit, int) and bit == deciding for bit in bits):
        return deciding
    return NEUTRAL[operation] if all(isinstance(bit, int) for bit in bits) else None
