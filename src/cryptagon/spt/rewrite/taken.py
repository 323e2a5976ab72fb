"""A figure with one repeat, and what its round takes that hangs on the key and the number of the
round alone: bits, and windows of what is kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import finished, needs, ports_of, renamed
from cryptagon.spt.rewrite.inline import without_calls
from cryptagon.spt.rewrite.joining import CHOICE, choice_of
from cryptagon.spt.rewrite.selecting import Moment, Table
from cryptagon.spt.rewrite.selection import WIRING
from cryptagon.spt.rewrite.traced import Planes, Tracer, Window, element
from cryptagon.spt.rewrite.walk import cone
from cryptagon.spt.rounds import in_turn, rounds, state


@dataclass(frozen=True)
class Loop:
    """A figure with one repeat, and its round on the state, on what it gets in turn and on the
    inputs of the figure; neither calls another one.
    """

    figure: Figure
    repeat: Node
    round: Figure
    state: tuple[Port, ...]
    turns: frozenset[str]

    @property
    def numbers(self) -> range:
        """Of the rounds."""
        return rounds(*self.repeat.numbers)

    @property
    def given(self) -> Mapping[str, Ref]:
        """What the repeat begins with, and takes, by values of the figure."""
        return ports_of(self.repeat)

    def behind(self, after: Mapping[str, Ref], output: str) -> tuple[list[Node], Port]:
        """The nodes that make an output of the figure of the state `after` the rounds, and it."""
        port = next(one for one in self.figure.outputs if one.name == output)
        assert port.source  # outputs have one
        nodes = cone(self.figure, [port.source], {self.repeat.name})
        refs = {Ref(self.repeat.name, name): ref for name, ref in after.items()}
        refs |= _own(nodes, f"#end_{output}")
        end = replace(port, source=refs.get(port.source, port.source))
        return _moved(nodes, refs, f"#end_{output}"), end


def loop_of(program: Program, name: str) -> Loop | None:
    """The loop of a figure; None where it is none, or its round gives more than state."""
    figure = without_calls(program, program.by_name[name])
    repeats = [one for one in figure.nodes if one.operation == "repeat"]
    if len(repeats) != 1:
        return None
    (repeat,) = repeats
    inner = without_calls(program, program.by_name[repeat.target])
    given = ports_of(repeat)
    kept = tuple(replace(one, source=None) for one in inner.outputs)
    turns = in_turn(inner, {port: figure.types[ref] for port, ref in given.items()})
    names = {one.name for one in kept} | turns
    nested = any(one.operation == "repeat" for one in inner.nodes)
    if nested or {one.name for one in kept} != state(inner):
        return None
    if names & {one.name for one in figure.inputs}:
        return None
    behind = needs(figure, repeat.name)
    before = [one for one in figure.nodes if one.name not in behind]
    outer, own = _own(before, "#out"), _own(inner.nodes, "#in")
    inside = {Ref(port): outer.get(ref, ref) for port, ref in given.items() if port not in names}
    nodes = [*_moved(before, outer, "#out"), *_moved(inner.nodes, own | inside, "#in")]
    refs = own | inside
    outputs = [replace(one, source=refs.get(one.source, one.source)) for one in inner.outputs if one.source]  # fmt: skip
    inputs = [*kept, *(one for one in inner.inputs if one.name in turns), *figure.inputs]
    return Loop(figure, repeat, trimmed("", inputs, outputs, nodes), kept, frozenset(turns))


def _own(nodes: Sequence[Node], prefix: str) -> dict[Ref, Ref]:
    """What the values of nodes are called with a prefix."""
    return {
        Ref(one.name, output): Ref(f"{prefix}_{one.name}", output)
        for one in nodes
        for output, _ in one.results
    }


def _moved(nodes: Sequence[Node], refs: Mapping[Ref, Ref], prefix: str) -> list[Node]:
    return [replace(renamed(one, refs), name=f"{prefix}_{one.name}") for one in nodes]


def trimmed(
    name: str, inputs: Sequence[Port], outputs: Sequence[Port], nodes: Sequence[Node]
) -> Figure:
    """The figure of these, with the inputs that it needs."""
    made = finished(Figure(name, tuple(inputs), tuple(outputs), tuple(nodes)))
    used = {ref.node for one in made.nodes for ref in one.operands}
    used |= {one.source.node for one in made.outputs if one.source}
    return replace(made, inputs=tuple(one for one in made.inputs if one.name in used))


@dataclass
class Taken:
    """A loop, and what its round takes in each moment: a number of the round, from 0, and a
    direction.

    `round` takes it by the names of `bits` and `values`; `live` has the moments in which a value
    matters.
    """

    loop: Loop
    sources: tuple[Port, ...]
    round: Figure
    bits: Mapping[str, Table]
    values: Mapping[str, Mapping[Moment, Window]]
    live: dict[str, set[Moment]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        taken = {at: {one.name for one in self.at(at).inputs} for at in self.moments}
        self.live = {name: {at for at in taken if name in taken[at]} for name in self.values}

    @property
    def moments(self) -> list[Moment]:
        """All of them."""
        tables = [*self.bits.values(), *self.values.values()]
        return sorted(tables[0]) if tables else []

    def width(self, name: str) -> int:
        """Of a value."""
        return self.round.types[Ref(name)].width

    def at(self, moment: Moment) -> Figure:
        """The round as it is in a moment."""
        return on(self.round, self.known(self.round, moment))

    def known(self, round_: Figure, moment: Moment) -> dict[Ref, Ref]:
        """What a bit chooses in a round, by what is chosen in a moment."""
        refs: dict[Ref, Ref] = {}
        for node in round_.nodes:
            choice = choice_of(round_, Ref(node.name))
            if choice and choice[0].node in self.bits:
                value = choice[1 + self.bits[choice[0].node][moment]]
                refs[Ref(node.name)] = refs.get(value, value)
        return refs


def on(figure: Figure, refs: Mapping[Ref, Ref], inputs: Sequence[Port] = ()) -> Figure:
    """The figure on other values, which may be more inputs."""
    outputs = [replace(one, source=refs.get(one.source, one.source)) for one in figure.outputs if one.source]  # fmt: skip
    nodes = [renamed(one, refs) for one in figure.nodes]
    return trimmed(figure.name, (*figure.inputs, *inputs), outputs, nodes)


def taken_by(
    program: Program, loop: Loop, sources: tuple[Port, ...], directions: Sequence[int]
) -> Taken | None:
    """What the round of a loop takes of the key and of its number; None where that is more than
    windows of the sources and bits.
    """
    tracer = Tracer(sources, program.definition)
    traced = {
        (number, direction): values
        for direction in directions
        for number, values in enumerate(_traced(tracer, loop, direction))
    }
    bits: dict[str, Table] = {}
    values: dict[str, Mapping[Moment, Window]] = {}
    refs: dict[Ref, Ref] = {}
    for ref in _cuts(loop):
        found = {at: one.get(ref) for at, one in traced.items()}
        if found[0, directions[0]] and len(set(found.values())) == 1:
            continue
        windows = _windows(tracer, found, loop.round.types[ref])
        if windows is None:
            return None
        if loop.round.types[ref].width == 1 and not any(one.source for one in windows.values()):
            refs[ref] = Ref(f"bit{len(bits)}")
            bits[refs[ref].node] = {at: one.constant for at, one in windows.items()}
        else:
            refs[ref] = Ref(f"value{len(values)}")
            values[refs[ref].node] = windows
    inputs = [Port(one.node, loop.round.types[ref]) for ref, one in refs.items()]
    return Taken(loop, sources, on(loop.round, refs, inputs), bits, values)


def _windows(
    tracer: Tracer, found: Mapping[Moment, Planes | None], type_: Type
) -> dict[Moment, Window] | None:
    """The windows that a value is; None where it is more in a moment."""
    windows: dict[Moment, Window] = {}
    for at, planes in found.items():
        window = tracer.window(planes, type_.width) if planes and type_.count is None else None
        if window is None:
            return None
        windows[at] = window
    return windows


def _traced(tracer: Tracer, loop: Loop, direction: int) -> list[dict[Ref, Planes]]:
    """The values of the round in each round."""
    given = tracer.inputs() | {Ref(CHOICE): tracer.constant(direction)}
    outer = tracer.values(loop.figure, given)
    index = loop.round.index
    found = []
    for place, number in enumerate(loop.numbers):
        here = {
            Ref(port): element(outer[ref], place)
            for port, ref in loop.given.items()
            if port in loop.turns and ref in outer
        }
        if index:
            here[Ref(index.name)] = tracer.constant(number)
        found.append(tracer.values(loop.round, given | here))
    return found


def _cuts(loop: Loop) -> list[Ref]:
    """Values that do not hang on the state, and are taken by what does."""
    figure, names = loop.round, {one.name for one in loop.state}
    nodes = {one.name: one for one in figure.nodes}
    behind = names.union(*(needs(figure, one) for one in names))
    static = {one.name for one in figure.inputs} - loop.turns - names

    def root(ref: Ref) -> Ref:
        node = nodes.get(ref.node)
        wires = node and node.operation in WIRING and len(node.operands) == 1
        return root(node.operands[0]) if node and wires else ref

    taken = [ref for one in figure.nodes if one.name in behind for ref in one.operands]
    taken += [one.source for one in figure.outputs if one.source]
    roots = dict.fromkeys(root(ref) for ref in taken if ref.node not in behind)
    return [ref for ref in roots if ref.node not in static]
