"""A figure in two: what it makes of its key alone, within rounds too, and what it makes of its data
with that.

The first is computed once for a key, the second for each block. A round that makes its key and its
state, as that of AES, becomes two rounds: one gives the round keys as an array, the other takes
them in turn. Nothing of the second depends on the number of the round.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, renamed
from cryptagon.spt.rounds import state


@dataclass(frozen=True)
class Scheduled:
    """`schedule` takes the key and gives each input of `block` but the data, by the same names; ""
    where there is nothing to compute.

    `block` takes the data and these values.
    """

    program: Program
    schedule: str
    block: str


def scheduled(program: Program, name: str, data: str) -> Scheduled:
    """The figure in two; `data` is the input that changes from block to block."""
    splitter = _Splitter(program, dict(program.by_name))
    halves = splitter.halves(name, frozenset({data}))
    figure, given = program.by_name[name], halves.data
    outputs = tuple(
        Port(one.name, given.types[Ref(one.name)]) for one in given.inputs if one.name != data
    )
    if not outputs:
        return Scheduled(splitter.whole(given), "", given.name)
    keys = _of_top(figure, halves, outputs)
    keys = replace(keys, name=fresh(f"{name}_schedule", splitter.figures))
    splitter.figures[keys.name] = keys
    return Scheduled(splitter.whole(given, keys), keys.name, given.name)


def _of_top(figure: Figure, halves: "_Halves", outputs: tuple[Port, ...]) -> Figure:
    """The schedule of the whole figure also gives what the data takes as it is."""
    sources = {one.name: one.source for one in halves.keys.outputs} if halves.keys else {}
    wanted = tuple(replace(one, source=sources.get(one.name) or Ref(one.name)) for one in outputs)
    nodes = halves.keys.nodes if halves.keys else ()
    used = {ref.node for node in nodes for ref in node.operands} | {
        one.source.node for one in wanted if one.source
    }
    return finished(
        Figure(figure.name, tuple(one for one in figure.inputs if one.name in used), wanted, nodes)
    )


@dataclass(frozen=True)
class _Halves:
    """`keys` gives the values `made`, by the names of the inputs of `data`; those of `passed` go to
    `data` as they are.
    """

    keys: Figure | None
    data: Figure
    made: tuple[str, ...]
    passed: tuple[str, ...]

    @property
    def outputs(self) -> set[str]:
        return {one.name for one in self.data.outputs}


@dataclass
class _Splitter:
    """Splits figures, each once for the inputs that are data."""

    program: Program
    figures: dict[str, Figure]
    """By their names, each after those that it calls, new ones at the end."""
    known: dict[tuple[str, frozenset[str]], _Halves] = field(default_factory=dict)

    def halves(self, name: str, data: frozenset[str]) -> _Halves:
        if (name, data) not in self.known:
            found = _Split(self, self.program.by_name[name], data).halves()
            keys = self._kept(found.keys, f"{name}_keys") if found.keys else None
            self.known[name, data] = replace(
                found, keys=keys, data=self._kept(found.data, f"{name}_data")
            )
        return self.known[name, data]

    def _kept(self, figure: Figure, name: str) -> Figure:
        """The figure under a name that is free; one that is there already is used again."""
        if self.figures[figure.name] == figure:
            return figure
        figure = replace(figure, name=fresh(name, self.figures))
        self.figures[figure.name] = figure
        return figure

    def whole(self, *tops: Figure) -> Program:
        """What these need, each after those that it calls."""
        found = {one.name for one in tops}
        for figure in reversed(self.figures.values()):
            if figure.name in found:
                found |= {
                    node.target for node in figure.nodes if node.operation in ("call", "repeat")
                }
        figures = tuple(one for one in self.figures.values() if one.name in found)
        targets = {node.target for one in figures for node in one.nodes}
        return Program(
            figures, tuple(one for one in self.program.definitions if one.name in targets)
        )


@dataclass
class _Split:
    """One figure; `data` are its inputs that are data."""

    splitter: _Splitter
    figure: Figure
    data: frozenset[str]
    changing: set[Ref] = field(default_factory=set)
    """Values that depend on data."""
    inner: dict[str, _Halves] = field(default_factory=dict)
    """Of the calls that take data."""
    keys: list[Node] = field(default_factory=list)
    rest: list[Node] = field(default_factory=list)
    made: dict[Ref, str] = field(default_factory=dict)
    passed: dict[Ref, str] = field(default_factory=dict)
    constants: dict[str, Node] = field(default_factory=dict)

    def halves(self) -> _Halves:
        self.constants = {one.name: one for one in self.figure.nodes if one.operation == "constant"}
        self.changing = {Ref(one) for one in self.data}
        for node in self.figure.nodes:
            self._classify(node)
        for node in self.figure.nodes:
            self._place(node)
        outputs = [one for one in self.figure.outputs if one.source in self.changing]
        others = [one for one in self.figure.outputs if one.source not in self.changing]
        nodes, inputs = self._taken()
        data = finished(Figure(self.figure.name, inputs, tuple(outputs), nodes))
        return _Halves(
            self._keys_figure(others), data, tuple(self.made.values()), tuple(self.passed.values())
        )

    def _classify(self, node: Node) -> None:
        if not any(ref in self.changing for ref in node.operands):
            return
        results = {name for name, _ in node.results}
        if node.operation in ("call", "repeat"):
            self.inner[node.name] = self._inner(node)
            results = self.inner[node.name].outputs
        self.changing |= {Ref(node.name, name) for name in results}

    def _inner(self, node: Node) -> _Halves:
        """A state that depends on data after some round is data in all of them."""
        data = {port for port, ref in ports_of(node).items() if ref in self.changing}
        kept = (
            state(self.splitter.program.by_name[node.target])
            if node.operation == "repeat"
            else set()
        )
        while True:
            found = self.splitter.halves(node.target, frozenset(data))
            more = (found.outputs & kept) - data
            if not more:
                return found
            data |= more

    def _place(self, node: Node) -> None:
        """Into one half or both."""
        if node.name in self.inner:
            self._place_call(node, self.inner[node.name])
        elif Ref(node.name, node.results[0][0]) in self.changing:
            self.rest.append(
                replace(node, operands=tuple(self._wanted(one) for one in node.operands))
            )
        else:
            self.keys.append(node)

    def _place_call(self, node: Node, halves: _Halves) -> None:
        given = ports_of(node)
        if halves.keys:
            ports = tuple(one.name for one in halves.keys.inputs)
            results = tuple((one.name, self._collected(node, one)) for one in halves.keys.outputs)
            called = replace(
                node,
                operands=tuple(given[one] for one in ports),
                ports=ports,
                results=results,
                target=halves.keys.name,
            )
            self.keys.append(called)
        ports = tuple(one.name for one in halves.data.inputs)
        operands = tuple(self._operand(node, halves, given, one) for one in ports)
        results = tuple(one for one in node.results if one[0] in halves.outputs)
        self.rest.append(
            replace(node, operands=operands, ports=ports, results=results, target=halves.data.name)
        )

    def _collected(self, node: Node, port: Port) -> Type:
        """The type of what the keys of a call give."""
        known = dict(node.results)
        if port.name in known:
            return known[port.name]
        first, last = node.numbers if node.operation == "repeat" else (0, 0)
        return (
            Type(port.type.width, abs(last - first) + 1)
            if node.operation == "repeat"
            else port.type
        )

    def _operand(self, node: Node, halves: _Halves, given: dict[str, Ref], port: str) -> Ref:
        if port in halves.made:
            keys = halves.keys
            assert keys  # it gives what is made
            type_ = next(self._collected(node, one) for one in keys.outputs if one.name == port)
            return self._key(Ref(node.name, port), type_)
        return (
            self._key(given[port], self.figure.types[given[port]])
            if port in halves.passed
            else self._wanted(given[port])
        )

    def _wanted(self, ref: Ref) -> Ref:
        """An operand of the data half. A constant is there itself."""
        if ref in self.changing:
            return ref
        if ref.node in self.constants:
            if self.constants[ref.node] not in self.rest:
                self.rest.append(self.constants[ref.node])
            return ref
        return self._key(ref, self.figure.types[ref])

    def _key(self, ref: Ref, type_: Type) -> Ref:
        """A value of the key as an input of the data half."""
        if ref in self.passed or ref in self.made:
            return Ref(self.passed.get(ref) or self.made[ref])
        ports = {one.name for one in (*self.figure.inputs, *self.figure.outputs)}
        if ref.node in ports - state(self.figure):
            self.passed[ref] = ref.node
        else:
            written = f"{ref.node}_{ref.output}" if ref.output else ref.node
            self.made[ref] = fresh(
                written,
                {
                    *ports,
                    *(node.name for node in self.figure.nodes if node.name != written),
                    *self.made.values(),
                },
            )
        self._types[ref] = type_
        return self._key(ref, type_)

    _types: dict[Ref, Type] = field(default_factory=dict)
    """Of the values of the key that the data half takes."""

    def _taken(self) -> tuple[tuple[Node, ...], tuple[Port, ...]]:
        """The nodes and the inputs of the data half; an array that is made is cut again."""
        cut: dict[Ref, Ref] = {}
        inputs = [one for one in self.figure.inputs if one.name in self.data]
        new = Nodes({}, prefix="#cut")
        for ref, name in (self.passed | self.made).items():
            type_ = self._types[ref]
            if ref in self.made and type_.count is not None and not self._top:
                port = Port(name, Type(type_.width * type_.count))
                new.types[Ref(name)] = port.type
                cut[Ref(name)] = new.add("array", [Ref(name)], [type_.width])
                inputs.append(port)
            else:
                inputs.append(Port(name, type_))
        return (*new.made, *(renamed(one, cut) for one in self.rest)), tuple(
            sorted(inputs, key=lambda one: one.name)
        )

    @property
    def _top(self) -> bool:
        """Whether no other figure calls it: an array need not be one value then."""
        return self.figure in self.splitter.program.tops

    def _keys_figure(self, others: list[Port]) -> Figure | None:
        """Whatever the outputs need; what the data half takes is an output."""
        new = Nodes(dict(self.figure.types) | self._types, prefix="#flat")
        outputs = list(others)
        for ref, name in self.made.items():
            type_ = self._types[ref]
            source = new.add("flat", [ref]) if type_.count is not None and not self._top else ref
            outputs.append(Port(name, new.types[source], source))
        if not outputs:
            return None
        live = set(
            self._needed(
                [*self.keys, *new.made], {one.source.node for one in outputs if one.source}
            )
        )
        nodes = tuple(one for one in (*self.keys, *new.made) if one.name in live)
        kept = live | {one.name for one in outputs}
        inputs = tuple(
            one for one in self.figure.inputs if one.name in kept and one.name not in self.data
        )
        return finished(
            Figure(
                self.figure.name, inputs, tuple(sorted(outputs, key=lambda one: one.name)), nodes
            )
        )

    @staticmethod
    def _needed(nodes: list[Node], names: set[str]) -> Iterator[str]:
        """The names of what these need, and their own."""
        for node in reversed(nodes):
            if node.name in names:
                names |= {ref.node for ref in node.operands}
        yield from names
