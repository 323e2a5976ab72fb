"""A figure cut into stages of a pipeline: before each of them are registers, and in each are some
of the rounds.

Rounds are counted along the longest way from the inputs. What comes before the first round is done
as the inputs are taken, in stage 0. A value that a later stage needs goes through the registers
between them. What only moves bits is made again where it is needed: the registers keep what it is
made of.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cryptagon.errors import CryptagonError
from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, in_order, ports_of, renamed
from cryptagon.spt.rewrite.selection import WIRING
from cryptagon.spt.rounds import in_turn, rounds, state

FREE = WIRING | {"constant"}
"""Operations that cost no logic."""


def in_stages(program: Program, name: str, each: int) -> tuple[Program, list[str]]:
    """The program with the figure cut up, `each` rounds a stage or all (0), and the names of the
    stages' figures, the first one first.

    A stage takes what the one before it gives, by the same names; the last one gives the figure's
    outputs. Raises CryptagonError for a figure that repeats nothing.
    """
    figure = program.by_name[name]
    if all(node.operation != "repeat" for node in figure.nodes):
        raise CryptagonError(
            f"figure {name} repeats nothing, so that there are no rounds to make stages of",
            fix="use the architecture basic",
        )
    pieces = _Pieces(program, each, dict(figure.types)).of(figure)
    cut = _Cut(pieces, most=len(pieces.nodes) if each else 1)
    taken = {one.name for one in program.figures}
    names = [fresh(f"{name}_stage{number}", taken) for number in range(cut.last + 1)]
    stages = [replace(cut.stage(number), name=called) for number, called in enumerate(names)]
    others = tuple(one for one in program.figures if one.name != name)
    return Program((*others, *stages), program.definitions), names


@dataclass
class _Pieces:
    """Repeats as several repeats, each of `each` rounds at most, or as they are (0).

    `types` are those of the values that are there.
    """

    program: Program
    each: int
    types: dict[Ref, Type]

    def of(self, figure: Figure) -> Figure:
        """The figure with its repeats in pieces."""
        refs: dict[Ref, Ref] = {}
        nodes: list[Node] = []
        for number, node in enumerate(figure.nodes):
            now = renamed(node, refs)
            if node.operation != "repeat":
                nodes.append(now)
                continue
            made, given = self._repeat(now, f"#{number}")
            nodes += made
            refs |= {Ref(node.name, output): ref for output, ref in given.items()}
        outputs = tuple(
            replace(one, source=refs.get(one.source, one.source))
            for one in figure.outputs
            if one.source
        )
        return replace(figure, nodes=tuple(in_order(nodes)), outputs=outputs)

    def _repeat(self, node: Node, prefix: str) -> tuple[list[Node], dict[str, Ref]]:
        """The pieces of one repeat, and what gives its outputs now."""
        called = self.program.by_name[node.target]
        given = ports_of(node)
        kept, turns = (
            state(called),
            in_turn(called, {port: self.types[ref] for port, ref in given.items()}),
        )
        numbers = rounds(*node.numbers)
        new = Nodes(self.types, prefix=f"{prefix}_wire")
        parts: dict[str, list[Ref]] = {port: [] for port, _ in node.results if port not in kept}
        made: list[Node] = []
        each = self.each or len(numbers)
        for start in range(0, len(numbers), each):
            part = numbers[start : start + each]
            taken = {
                port: new.add("elements", [ref], [start, start + len(part) - 1])
                for port, ref in given.items()
                if port in turns
            }
            results = tuple(
                (port, type_ if port in kept else Type(type_.width, len(part)))
                for port, type_ in node.results
            )
            name = f"{prefix}_{start}"
            operands = tuple(taken.get(port, given[port]) for port in node.ports)
            made.append(
                replace(
                    node, name=name, operands=operands, results=results, numbers=(part[0], part[-1])
                )
            )
            self.types |= {Ref(name, port): type_ for port, type_ in results}
            given |= {port: Ref(name, port) for port in kept}
            for port, arrays in parts.items():
                arrays.append(Ref(name, port))
        outputs = {port: given[port] for port, _ in node.results if port in kept}
        outputs |= {port: self._joined(arrays, new) for port, arrays in parts.items()}
        return [*made, *new.made], outputs

    def _joined(self, arrays: Sequence[Ref], new: Nodes) -> Ref:
        """Several arrays as one."""
        if len(arrays) == 1:
            return arrays[0]
        return new.add(
            "array",
            [new.add("concat", [new.add("flat", [one]) for one in arrays])],
            [self.types[arrays[0]].width],
        )


@dataclass
class _Cut:
    """In which stage each node of a figure is; there are `most` with rounds in them."""

    figure: Figure
    most: int
    place: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes = {one.name: one for one in self.figure.nodes}
        for node in self.figure.nodes:
            before = max((self.place.get(one.node, 0) for one in node.operands), default=0)
            self.place[node.name] = min(before + (node.operation == "repeat"), self.most)
        self.last = max(self.place.values())
        self.names = self._names()

    def _names(self) -> dict[Ref, str]:
        """What the stages call the values that go from one to the next."""
        names: dict[Ref, str] = {}
        for ref in self.figure.types:
            written = f"{ref.node}_{ref.output}" if ref.output else ref.node
            plain = ref.output or "value" if written.startswith("#") else written
            names[ref] = fresh(plain, names.values())
        return names

    def stage(self, number: int) -> Figure:
        """The figure of a stage."""
        here = [
            node
            for node in self.figure.nodes
            if self.place[node.name] == number and node.operation not in FREE
        ]
        taken = self._registers(number)
        inside = {ref: Ref(self.names[ref]) for ref in taken}
        inputs = tuple(Port(self.names[ref], self.figure.types[ref]) for ref in taken)
        if number == 0:
            inputs, inside = self.figure.inputs, {}
        if number == self.last:
            outputs = self.figure.outputs
        else:
            outputs = tuple(
                Port(self.names[ref], self.figure.types[ref], ref)
                for ref in self._registers(number + 1)
            )
        wires, _ = self._behind(
            [
                *(ref for node in here for ref in node.operands),
                *(one.source for one in outputs if one.source),
            ]
        )
        nodes = in_order([*here, *wires])
        taken_names = {one.name for one in inputs}
        apart = {node.name: f"#{node.name}" for node in nodes if node.name in taken_names}
        inside |= {
            Ref(one.name, output): Ref(apart[one.name], output)
            for one in nodes
            if one.name in apart
            for output, _ in one.results
        }
        nodes = [
            replace(renamed(node, inside), name=apart.get(node.name, node.name)) for node in nodes
        ]
        ends = tuple(
            replace(one, source=inside.get(one.source, one.source)) for one in outputs if one.source
        )
        return finished(Figure("#", inputs, ends, tuple(nodes)))

    def _registers(self, number: int) -> list[Ref]:
        """The values before a stage: made before it, and needed in it or behind it."""
        later = [
            node
            for node in self.figure.nodes
            if node.operation not in FREE and self.place[node.name] >= number
        ]
        ends = [one.source for one in self.figure.outputs if one.source]
        _, needed = self._behind([*(ref for node in later for ref in node.operands), *ends])
        return sorted(
            (ref for ref in needed if self.place.get(ref.node, 0) < number),
            key=lambda ref: self.names[ref],
        )

    def _behind(self, refs: Sequence[Ref]) -> tuple[list[Node], set[Ref]]:
        """The wires that lead to these, and the values that are behind the wires."""
        wires: dict[str, Node] = {}
        values: set[Ref] = set()
        waiting = list(refs)
        while waiting:
            ref = waiting.pop()
            node = self.nodes.get(ref.node)
            if node is None or node.operation not in FREE:
                values.add(ref)
            elif node.name not in wires:
                wires[node.name] = node
                waiting += node.operands
        return list(wires.values()), values
