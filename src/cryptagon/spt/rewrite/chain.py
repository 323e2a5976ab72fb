"""A row of repeats becomes one repeat over all rounds and over what is between them: each of these
is an iteration of its own.

What is between is there once where it is alike: what differs is selected by the iteration. The
rounds count, and take elements, as tables of the iterations say. Light values that only what is
between needs are made in it, since a value from outside is kept while the rounds go on.
"""

from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, renamed, replaced
from cryptagon.spt.rewrite.joining import chosen, shape
from cryptagon.spt.rewrite.row import Row, rows
from cryptagon.spt.rewrite.selection import WIRING

LIGHT = WIRING | {"constant", "select", "xor", "and", "or", "not"}
"""Operations that are cheaper than a register for what they give."""
INDEX = Ref("#index")


def chained(program: Program, figure: Figure) -> Program | None:
    """The program with one row of repeats of the figure in one; None where there is no row."""
    row = next(rows(program, figure), None)
    if row is None:
        return None
    chain = _Chain(row)
    return replaced(program, *chain.applied(fresh(f"{row.round.name}_chain", program.by_name)))


class _Chain:
    """The round of the new repeat, as it is made; refs of the figure become refs of the round."""

    def __init__(self, row: Row) -> None:
        self.row, self.figure, self.round = row, row.figure, row.round
        self.steps = list(row.iterations())
        self.places = [place for place, number in self.steps if number is None]
        self.nodes = {one.name: one for one in self.figure.nodes}
        self.shared = {
            ref: port
            for port, ref in ports_of(row.repeats[0]).items()
            if port not in (*row.kept, *row.turns)
        }
        self.new = Nodes(dict(self.round.types))
        self.new.types[INDEX] = Type(max((len(self.steps) - 1).bit_length(), 1))
        self.asked: dict[Ref, str] = {}
        """Values of the figure that the round takes for the sake of what is between."""
        self._known: dict[tuple[int | None, str], str] = {}

    def applied(self, name: str) -> tuple[Figure, Figure]:
        """The round, and the figure that repeats it."""
        made = self._round(name)
        new = Nodes(dict(self.figure.types))
        given = {
            **{port: ref for ref, port in self.shared.items()},
            **{port: ports_of(self.row.repeats[0])[port] for port in self.row.kept},
            **{port: self._all_turns(port, new) for port in self.row.turns},
            **{port: ref for ref, port in self.asked.items()},
        }
        ports, last = tuple(sorted(given)), self.row.repeats[-1]
        repeat = replace(
            last,
            ports=ports,
            operands=tuple(given[one] for one in ports),
            numbers=(0, len(self.steps) - 1),
            target=name,
        )
        gone = {one.name for one in self.row.repeats}.union(*self.row.between)
        others = [one for one in self.figure.nodes if one.name not in gone]
        whole = replace(self.figure, nodes=(*new.made, repeat, *others))
        return made, finished(whole)

    def _all_turns(self, port: str, new: Nodes) -> Ref:
        """What an input gets in turn in all iterations; between the rounds 0."""
        arrays = [ports_of(one)[port] for one in self.row.repeats]
        makers = [self.nodes.get(one.node) for one in arrays]
        constants = [one.numbers for one in makers if one and one.operation == "constant"]
        width = self.figure.types[arrays[0]].width
        if len(constants) == len(arrays):
            waiting = [iter(one) for one in constants]
            numbers = [
                0 if number is None else next(waiting[place]) for place, number in self.steps
            ]
            return new.constant(Type(width, len(numbers)), numbers)
        parts = []
        for place, array in enumerate(arrays):
            parts.append(new.add("flat", [array]))
            if place in self.places:
                parts.append(new.constant(Type(width), (0,)))
        return new.add("array", [new.add("concat", parts)], [width])

    def _round(self, name: str) -> Figure:
        index = Node(INDEX.node, "index", (), (("", self.new.types[INDEX]),))
        counted = {}
        if self.round.index:
            number = self._looked_up(
                self.round.index.type.width, [number or 0 for _, number in self.steps]
            )
            counted[Ref(self.round.index.name)] = number
        body = [renamed(one, counted) for one in self.round.nodes if one.operation != "index"]
        ends = {one.name: one.source for one in self.round.outputs if one.source}
        ends = {port: counted.get(ref, ref) for port, ref in ends.items()}
        if self.places:
            ends = self._with_between(ends)
        inputs = [*self.round.inputs]
        inputs += [Port(port, self.figure.types[ref]) for ref, port in self.asked.items()]
        outputs = tuple(replace(one, source=ends[one.name]) for one in self.round.outputs)
        return finished(Figure(name, tuple(inputs), outputs, (index, *body, *self.new.made)))

    def _with_between(self, ends: dict[str, Ref]) -> dict[str, Ref]:
        """The state after an iteration: after a round, or after what is between."""
        flag = self._looked_up(1, [int(number is None) for _, number in self.steps])
        found = {}
        for port, ref in ends.items():
            behind = self._joined([self.row.ends(place)[port] for place in self.places])
            found[port] = chosen(self.new, (ref, behind), flag)
        return found

    def _looked_up(self, width: int, numbers: list[int]) -> Ref:
        """The number of the iteration, of so many bits."""
        numbers = numbers + [0] * ((1 << self.new.types[INDEX].width) - len(numbers))
        return self.new.add(
            "select", [self.new.constant(Type(width, len(numbers)), numbers), INDEX]
        )

    def _joined(self, refs: list[Ref]) -> Ref:
        """What is between, wherever it is: one value for each place."""
        values = [self._value(place, ref) for place, ref in zip(self.places, refs, strict=True)]
        if len(set(values)) == 1:
            return values[0]
        nodes = [self.nodes.get(one.node) for one in refs]
        first = nodes[0]
        alike = {(shape(one), one.ports) if one else None for one in nodes}
        if first and len(alike) == 1 and first.operands and self._is_inside(refs):
            operands = [
                self._joined([one.operands[place] for one in nodes if one])
                for place in range(len(first.operands))
            ]
            return Ref(self._made(first, operands), refs[0].output)
        number = [self.places.index(place) if step is None else 0 for place, step in self.steps]
        return chosen(
            self.new, values, self._looked_up(max((len(values) - 1).bit_length(), 1), number)
        )

    def _is_inside(self, refs: list[Ref]) -> bool:
        """Whether the round has the nodes that give these, and not their values from outside."""
        return all(
            ref.node in self.row.between[place] or self.nodes[ref.node].operation in LIGHT
            for place, ref in zip(self.places, refs, strict=True)
        )

    def _value(self, place: int, ref: Ref) -> Ref:
        """A value of the figure at a place between repeats, in the round."""
        if ref.node == self.row.repeats[place].name:
            return Ref(ref.output)
        if ref in self.shared:
            return Ref(self.shared[ref])
        node = self.nodes.get(ref.node)
        there = ref.node in self.row.between[place]
        if not node or not (there or node.operation in LIGHT):
            return self._from_outside(ref)
        known = (place if there else None, node.name)
        if known not in self._known:
            operands = [self._value(place, one) for one in node.operands]
            self._known[known] = self._made(node, operands)
        return Ref(self._known[known], ref.output)

    def _from_outside(self, ref: Ref) -> Ref:
        if ref not in self.asked:
            taken = {one.node for one in self.round.types} | set(self.asked.values())
            self.asked[ref] = fresh(f"{ref.node}_{ref.output}" if ref.output else ref.node, taken)
            self.new.types[Ref(self.asked[ref])] = self.figure.types[ref]
        return Ref(self.asked[ref])

    def _made(self, node: Node, operands: list[Ref]) -> str:
        """The name of a node on other operands."""
        made = replace(node, name=f"#between{len(self.new.made)}", operands=tuple(operands))
        self.new.made.append(made)
        self.new.types |= {Ref(made.name, output): type_ for output, type_ in made.results}
        return made.name
