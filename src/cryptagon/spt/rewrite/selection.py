"""Round keys that are parts of a few values, as those of Camellia are of two: each round selects
its own, and only these values are kept.

The array of keys becomes a figure that gives the key of a number, and the round one that counts and
asks it.
"""

from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.arrays import elements_of
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, replaced
from cryptagon.spt.rounds import in_turn, rounds

WIRING = frozenset(
    (
        "array",
        "flat",
        "concat",
        "slice",
        "rotl",
        "rotr",
        "elements",
        "element",
        "reverse",
        "permute",
    )
)
"""Operations that only move bits."""
NUMBER = "number"
"""The input of a selecting figure that counts."""


def with_selected_elements(program: Program, figure: Figure) -> Program | None:
    """The program with one input of a repeat, that gets parts of values in turn, selected in the
    round; None where there is none.
    """
    for node in figure.nodes:
        if node.operation == "repeat" and not program.by_name[node.target].index:
            given = ports_of(node)
            for port in sorted(
                in_turn(
                    program.by_name[node.target],
                    {name: figure.types[ref] for name, ref in given.items()},
                )
            ):
                if found := _Selection.of(figure, node, port):
                    return found.applied(program)
    return None


def is_selection(figure: Figure) -> bool:
    """Whether a figure only selects one of several parts of its inputs."""
    selects = [node for node in figure.nodes if node.operation == "select"]
    rest = {node.operation for node in figure.nodes if node.operation != "select"}
    return (
        len(selects) == 1
        and bool(rest)
        and rest <= WIRING | {"constant"}
        and NUMBER in {one.name for one in figure.inputs}
    )


def joins(node: Node, nodes: dict[str, Node]) -> bool:
    """Whether a node puts values together that are computed: that is kept as one value."""
    operands = [nodes.get(one.node) for one in node.operands]
    return node.operation == "concat" and not any(
        one and one.operation in WIRING for one in operands
    )


class _Selection:
    """A repeat, one of its inputs, and the consecutive elements of an array that it gets, upwards
    or downwards.
    """

    def __init__(
        self, figure: Figure, repeat: Node, port: str, array: Ref, numbers: tuple[int, int]
    ) -> None:
        self.figure, self.repeat, self.port, self.array, self.numbers = (
            figure,
            repeat,
            port,
            array,
            numbers,
        )
        self.nodes = {one.name: one for one in figure.nodes}
        self.wires, self.sources = self._wiring(array)

    @classmethod
    def of(cls, figure: Figure, repeat: Node, port: str) -> "_Selection | None":
        """None where the elements are not of one array that is made of parts of values."""
        elements = elements_of(figure, ports_of(repeat)[port])
        array, first = elements[0]
        last = elements[-1][1]
        maker = next((one for one in figure.nodes if one.name == array.node), None)
        if maker is None or maker.operation != "array" or len(elements) < 2:
            return None
        if list(elements) != [(array, number) for number in rounds(first, last)]:
            return None
        return cls(figure, repeat, port, array, (first, last))

    def _wiring(self, array: Ref) -> tuple[list[Node], list[Ref]]:
        """The nodes that make the array, each after its operands, and the values that these
        take.
        """
        wires: dict[str, Node] = {}
        sources: dict[Ref, None] = {}

        def take(ref: Ref) -> None:
            node = self.nodes.get(ref.node)
            if node is None or node.operation not in WIRING or joins(node, self.nodes):
                sources.setdefault(ref)
            elif node.name not in wires:
                for operand in node.operands:
                    take(operand)
                wires[node.name] = node

        take(array)
        return list(wires.values()), list(sources)

    def applied(self, program: Program) -> Program:
        """The program with the selecting figure and the round that asks it."""
        names = self._source_names()
        select = self._select(program, names)
        asking = self._asking(program, names, select)
        given = {port: ref for port, ref in ports_of(self.repeat).items() if port != self.port}
        given |= {asking_name: ref for ref, asking_name in self._asked(program, names).items()}
        ports = tuple(sorted(given))
        operands = tuple(given[one] for one in ports)
        repeat = replace(
            self.repeat, ports=ports, operands=operands, numbers=self.numbers, target=asking.name
        )
        nodes = tuple(repeat if one.name == repeat.name else one for one in self.figure.nodes)
        return replaced(program, select, asking, finished(replace(self.figure, nodes=nodes)))

    def _source_names(self) -> dict[Ref, str]:
        """What the selecting figure calls the values."""
        names: dict[Ref, str] = {}
        for ref in self.sources:
            names[ref] = fresh(
                f"{ref.node}_{ref.output}" if ref.output else ref.node, {NUMBER, *names.values()}
            )
        return names

    def _asked(self, program: Program, names: dict[Ref, str]) -> dict[Ref, str]:
        """What the round that asks calls the values."""
        round_ = program.by_name[self.repeat.target]
        taken = {one.name for one in (*round_.inputs, *round_.outputs)}
        asked: dict[Ref, str] = {}
        for ref, name in names.items():
            asked[ref] = fresh(name, {*taken, NUMBER, *asked.values()})
        return asked

    def _select(self, program: Program, names: dict[Ref, str]) -> Figure:
        """Gives the element of a number; the array is made as long as the number may be large."""
        type_ = self.figure.types[self.array]
        count, width = type_.count or 1, type_.width
        bits = (count - 1).bit_length()
        inside = {ref: Ref(name) for ref, name in names.items()}
        wires = [
            replace(one, operands=tuple(inside.get(ref, ref) for ref in one.operands))
            for one in self.wires
        ]
        inputs = [Port(name, self.figure.types[ref]) for ref, name in names.items()] + [
            Port(NUMBER, Type(bits))
        ]
        types = dict(self.figure.types) | {Ref(one.name): one.type for one in inputs}
        new = Nodes(types)
        array = self.array
        if missing := (1 << bits) - count:
            zeros = new.constant(Type(width * missing), (0,))
            array = new.add(
                "array", [new.add("concat", [new.add("flat", [array]), zeros])], [width]
            )
        element = new.add("select", [array, Ref(NUMBER)])
        output = Port("element", Type(width), element)
        made = finished(Figure("#", tuple(inputs), (output,), (*wires, *new.made)))
        return _named(program, made, f"{self.array.node}_of")

    def _asking(self, program: Program, names: dict[Ref, str], select: Figure) -> Figure:
        """The round, which counts and takes the element of its number."""
        round_ = program.by_name[self.repeat.target]
        asked = self._asked(program, names)
        given = {name: Ref(asked[ref]) for ref, name in names.items()} | {NUMBER: Ref("#index")}
        bits = next(one.type for one in select.inputs if one.name == NUMBER)
        index = Node("#index", "index", (), (("", bits),))
        element = select.outputs[0]
        ask = Node(
            "#ask", "call", tuple(given[one] for one in sorted(given)), ((element.name, element.type),), (), select.name,
            tuple(sorted(given)),
        )  # fmt: skip
        ports = {
            one.name: Ref("#ask", element.name) if one.name == self.port else Ref(one.name)
            for one in round_.inputs
        }
        results = tuple((one.name, one.type) for one in round_.outputs)
        call = Node(
            "#call",
            "call",
            tuple(ports[one] for one in sorted(ports)),
            results,
            (),
            round_.name,
            tuple(sorted(ports)),
        )
        inputs = [one for one in round_.inputs if one.name != self.port]
        inputs += [Port(name, self.figure.types[ref]) for ref, name in asked.items()]
        outputs = tuple(Port(one.name, one.type, Ref("#call", one.name)) for one in round_.outputs)
        made = finished(Figure("#", tuple(inputs), outputs, (index, ask, call)))
        return _named(program, made, f"{round_.name}_selecting")


def _named(program: Program, figure: Figure, name: str) -> Figure:
    """The figure by this name: the one that is there, if it is the same."""
    named = replace(figure, name=name)
    return (
        named
        if program.by_name.get(name, named) == named
        else replace(figure, name=fresh(name, program.by_name))
    )
