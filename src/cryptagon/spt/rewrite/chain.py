"""A row of repeats becomes one repeat over all rounds and over what is between them: each of these
is an iteration of its own, but for an exclusive or, with which the round behind it begins.

What is between is there once where it is alike: what differs is selected by the iteration. The
rounds count, and take elements, as tables of the iterations say. Light values that only what is
between needs are made in it, since a value from outside is kept while the rounds go on.
"""

from collections.abc import Sequence
from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, ports_of, renamed, replaced
from cryptagon.spt.rewrite.joining import choice_of, chosen, shape
from cryptagon.spt.rewrite.row import Row, rows
from cryptagon.spt.rewrite.selection import WIRING

LIGHT = WIRING | {"constant", "select", "xor", "and", "or", "not"}
"""Operations that are cheaper than a register for what they give."""
INDEX = Ref("#index")
Way = tuple[int, Ref]
"""The place of a repeat, and a value of the figure between it and the next."""


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
        self.places = [one.between for one in self.steps if one.between is not None]
        self.nodes = {one.name: one for one in self.figure.nodes}
        self.shared = {
            ref: port
            for port, ref in ports_of(row.repeats[0]).items()
            if port not in (*row.kept, *row.turns)
        }
        self.new = Nodes(dict(self.round.types))
        self.new.types[INDEX] = Type(max((len(self.steps) - 1).bit_length(), 1))
        self.flags = [int(one.between is not None) for one in self.steps]
        """Whether something between rounds is done, by the iterations."""
        taken = {one.node for one in self.round.types}
        self.flag = fresh("behind", taken) if row.slight and self.places else ""
        self.new.types[Ref(self.flag)] = Type(1)
        self.asked: dict[Ref, str] = {}
        """Values of the figure that the round takes for the sake of what is between."""
        self._known: dict[tuple[int | None, str], str] = {}

    def applied(self, name: str) -> tuple[Figure, Figure]:
        """The round, and the figure that repeats it."""
        made, last = self._round(name), self.row.repeats[-1]
        new = Nodes(dict(self.figure.types))
        given = {
            **{port: ref for ref, port in self.shared.items()},
            **{port: ports_of(self.row.repeats[0])[port] for port in self.row.kept},
            **{port: self._all_turns(port, new) for port in self.row.turns},
            **{port: ref for ref, port in self.asked.items()},
        }
        results = last.results
        if self.flag:
            given[self.flag] = new.constant(Type(1), (0,))
            results = tuple(sorted((*results, (self.flag, Type(1)))))
        ports = tuple(sorted(given))
        repeat = replace(
            last,
            ports=ports,
            operands=tuple(given[one] for one in ports),
            results=results,
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
            numbers = [0 if one.number is None else next(waiting[one.place]) for one in self.steps]
            return new.constant(Type(width, len(numbers)), numbers)
        parts = []
        for place, array in enumerate(arrays):
            if any(one.place == place and one.number is None for one in self.steps):
                parts.append(new.constant(Type(width), (0,)))
            parts.append(new.add("flat", [array]))
        return new.add("array", [new.add("concat", parts)], [width])

    def _round(self, name: str) -> Figure:
        index = Node(INDEX.node, "index", (), (("", self.new.types[INDEX]),))
        state = {Ref(port): Ref(port) for port in self.row.kept}
        now = self._flag()
        behind = self._behind(now) if self.places else state
        inside = dict(behind if self.row.slight else state)
        if self.round.index:
            numbers = [one.number or 0 for one in self.steps]
            inside |= {
                Ref(self.round.index.name): self._looked_up(self.round.index.type.width, numbers)
            }
        body = [renamed(one, inside) for one in self.round.nodes if one.operation != "index"]
        ends = {
            one.name: inside.get(one.source, one.source) for one in self.round.outputs if one.source
        }
        if not self.row.slight:
            ends = self._chosen_ends(ends, behind, now)
        inputs = [*self.round.inputs]
        inputs += [Port(port, self.figure.types[ref]) for ref, port in self.asked.items()]
        outputs = [replace(one, source=ends[one.name]) for one in self.round.outputs]
        if self.flag:
            inputs.append(Port(self.flag, Type(1)))
            outputs.append(Port(self.flag, Type(1), self._looked_up(1, [*self.flags[1:], 0])))
        return finished(Figure(name, tuple(inputs), tuple(outputs), (index, *body, *self.new.made)))

    def _behind(self, now: Ref) -> dict[Ref, Ref]:
        """The state behind what is between rounds, by the state before it; where the round is done
        in the same iteration, in every iteration.
        """
        found = {}
        for port in self.row.kept:
            ways = [(place, self.row.ends(place)[port]) for place in self.places]
            joined = self._joined(ways, self._way())
            found[Ref(port)] = (
                chosen(self.new, (Ref(port), joined), now) if self.row.slight else joined
            )
        return found

    def _chosen_ends(
        self, ends: dict[str, Ref], behind: dict[Ref, Ref], now: Ref
    ) -> dict[str, Ref]:
        """The state after an iteration: after a round, or after what is between."""
        if not self.places:
            return ends
        return {port: chosen(self.new, (ref, behind[Ref(port)]), now) for port, ref in ends.items()}

    def _flag(self) -> Ref:
        """Whether something between rounds is done in the iteration; where the round waits for it,
        the iteration before says it.
        """
        return Ref(self.flag) if self.flag else self._looked_up(1, self.flags)

    def _way(self) -> Ref:
        """Which of the places between repeats it is, from 0."""
        numbers = [
            0 if one.between is None else self.places.index(one.between) for one in self.steps
        ]
        return self._looked_up(max((len(self.places) - 1).bit_length(), 1), numbers)

    def _looked_up(self, width: int, numbers: list[int]) -> Ref:
        """The number of the iteration, of so many bits."""
        numbers = numbers + [0] * ((1 << self.new.types[INDEX].width) - len(numbers))
        table = self.new.constant(Type(width, len(numbers)), numbers)
        return self.new.add("select", [table, INDEX])

    def _joined(self, ways: Sequence[Way], way: Ref) -> Ref:
        """What is between, by which of the ways it is: what is alike is there once."""
        values = [self._value(*one) for one in ways]
        if len(set(values)) == 1:
            return values[0]
        if choices := self._choices(ways):
            return self._chosen(*choices, way)
        nodes = [self.nodes.get(ref.node) for _, ref in ways]
        first = nodes[0]
        alike = {(shape(one), one.ports) if one else None for one in nodes}
        if not first or len(alike) > 1 or not first.operands or not self._are_inside(ways):
            return chosen(self.new, values, way)
        places = [place for place, _ in ways]
        operands = [
            self._joined(list(zip(places, refs, strict=True)), way)
            for refs in zip(*(one.operands for one in nodes if one), strict=True)
        ]
        return Ref(self._made(first, operands), ways[0][1].output)

    def _choices(self, ways: Sequence[Way]) -> tuple[Ref, list[Way], list[Way]] | None:
        """The bit, and both values by the ways, where it chooses one of two in each of them."""
        found = [choice_of(self.figure, ref) for _, ref in ways]
        pairs = [one for one in found if one]
        if len(pairs) < len(found) or not self._are_inside(ways):
            return None
        bits = {self._value(way[0], one[0]) for way, one in zip(ways, pairs, strict=True)}
        mine, theirs = ([(way[0], one[side]) for way, one in zip(ways, pairs)] for side in (1, 2))
        return (bits.pop(), mine, theirs) if len(bits) == 1 else None

    def _chosen(self, bit: Ref, mine: list[Way], theirs: list[Way], way: Ref) -> Ref:
        """Where the bit is 1, ways count from the last one: what a cipher takes to decrypt, in the
        opposite order, is then selected by what selects it to encrypt.
        """
        type_ = self.new.types[way]
        last = self.new.constant(type_, (len(self.places) - 1,))
        turned = chosen(self.new, (way, self.new.add("sub", [last, way])), bit)
        values = self._joined(mine, turned), self._joined(theirs[::-1], turned)
        return chosen(self.new, values, bit)

    def _are_inside(self, ways: Sequence[Way]) -> bool:
        """Whether the round has the nodes that give these, and not their values from outside."""
        return all(
            ref.node in self.row.between[place] or self.nodes[ref.node].operation in LIGHT
            for place, ref in ways
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
            taken = {one.node for one in self.new.types} | set(self.asked.values())
            self.asked[ref] = fresh(f"{ref.node}_{ref.output}" if ref.output else ref.node, taken)
            self.new.types[Ref(self.asked[ref])] = self.figure.types[ref]
        return Ref(self.asked[ref])

    def _made(self, node: Node, operands: list[Ref]) -> str:
        """The name of a node on other operands."""
        made = replace(node, name=f"#between{len(self.new.made)}", operands=tuple(operands))
        self.new.made.append(made)
        self.new.types |= {Ref(made.name, output): type_ for output, type_ in made.results}
        return made.name
