"""What follows a repeat and is a round in part, as the last round of AES is, becomes part of one
round more.

The round is repeated once more, and in that iteration the tail finds its values within the round;
its remaining nodes take them from there. The inputs of the round are then what the repeat gave
before, so that this is right whatever the tail is; it pays where the logic that is saved is a
larger share than the cycle that is added.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cryptagon.spt.model import MOST_BITS, Figure, Node, Port, Program, Ref
from cryptagon.spt.operations import OPERATIONS
from cryptagon.spt.rewrite.arrays import longer
from cryptagon.spt.rewrite.costs import cost, cost_of
from cryptagon.spt.rewrite.graphs import Nodes, finished, fresh, needs, ports_of, renamed, replaced
from cryptagon.spt.rounds import in_turn, rounds, state

BESIDE = ("repeat", "constant", "index")
"""Operations that are no part of a tail; a constant is compared where it is used."""


def with_tail_inside(program: Program, figure: Figure) -> Program | None:
    """The program with one tail of a repeat moved into it; None where there is none, or it does not
    pay.
    """
    for node in figure.nodes:
        if node.operation == "repeat":
            tail = _Tail(program, figure, node)
            tail.match()
            if tail.pays():
                return tail.moved()
    return None


@dataclass
class _Tail:
    """A repeat, and which nodes behind it are nodes of one more round."""

    program: Program
    figure: Figure
    repeat: Node
    inside: dict[Ref, Ref] = field(default_factory=dict)
    """Values of the figure that the round has in that iteration, by its own names."""
    bound: dict[str, Ref] = field(default_factory=dict)
    """What the inputs that get elements in turn get in that iteration."""
    matched: set[str] = field(default_factory=set)
    """Nodes of the round that the tail uses."""

    def __post_init__(self) -> None:
        self.round = self.program.by_name[self.repeat.target]
        types = {port: self.figure.types[ref] for port, ref in ports_of(self.repeat).items()}
        self.turns, self.kept = in_turn(self.round, types), state(self.round)
        self.numbers = rounds(*self.repeat.numbers)
        self.behind = needs(self.figure, self.repeat.name)
        for port, ref in ports_of(self.repeat).items():
            if port not in self.turns | self.kept:
                self.inside[ref] = Ref(port)
        for port in self.kept:
            self.inside[Ref(self.repeat.name, port)] = Ref(port)

    def match(self) -> None:
        """Find the nodes of the round in the tail, each after its operands."""
        for node in self.figure.nodes:
            behind = node.name in self.behind
            found = self._same(node, may_bind=behind) if node.operation not in BESIDE else None
            if found:
                self.matched |= {found.name} if behind else set()
                self.inside |= {
                    Ref(node.name, output): Ref(found.name, output) for output, _ in node.results
                }

    def _same(self, node: Node, *, may_bind: bool) -> Node | None:
        """The node of the round that computes the same; first those that bind no input."""
        alike = [
            one
            for one in self.round.nodes
            if _kind(one) == _kind(node) and len(one.operands) == len(node.operands)
        ]
        for binding in (False, True) if may_bind else (False,):
            for one in alike:
                bound = self._bindings(node, one)
                if bound is not None and (binding or not bound):
                    self.bound |= bound
                    return one
        return None

    def _bindings(self, node: Node, one: Node) -> dict[str, Ref] | None:
        """What inputs must be for the operands to be the same; None where they are not."""
        ours, theirs = list(node.operands), list(one.operands)
        operation = OPERATIONS.get(node.operation)
        if operation is None or operation.ordered or len(ours) == 1:
            pairs = [
                (mine, other) for mine, other in zip(ours, theirs) if not self._is(mine, other)
            ]
        else:
            for mine in list(ours):
                if other := next((ref for ref in theirs if self._is(mine, ref)), None):
                    ours.remove(mine)
                    theirs.remove(other)
            pairs = list(zip(ours, theirs))
        free = all(self._can_bind(mine, other) for mine, other in pairs) and len(
            {other for _, other in pairs}
        ) == len(pairs)
        return {other.node: mine for mine, other in pairs} if free else None

    def _is(self, mine: Ref, other: Ref) -> bool:
        """Whether a value of the figure is one of the round in that iteration."""
        if self.inside.get(mine) == other or self.bound.get(other.node) == mine:
            return True
        ours = next((one for one in self.figure.nodes if one.name == mine.node), None)
        theirs = next((one for one in self.round.nodes if one.name == other.node), None)
        if (
            ours is None
            or theirs is None
            or ours.operation != "constant"
            or ours.results != theirs.results
        ):
            return False
        return ours.numbers == (
            (self.next_number,) if theirs.operation == "index" else theirs.numbers
        )

    def _can_bind(self, mine: Ref, other: Ref) -> bool:
        free = other.node in self.turns and other.node not in self.bound
        return (
            free
            and mine.node not in self.behind
            and self.figure.types[mine] == self.round.types[other]
        )

    @property
    def next_number(self) -> int:
        """Of the iteration that is added."""
        return self.numbers[-1] + self.numbers.step

    def pays(self) -> bool:
        """Whether it saves a larger share of the logic than of the time."""
        index = self.round.index
        if (
            not self.matched
            or self.next_number < 0
            or (index and self.next_number >> index.type.width)
        ):
            return False
        if len(self.numbers) + 1 > MOST_BITS or self._collects():
            return False
        saved = sum(
            cost_of(self.program, one, self.round)
            for one in self.round.nodes
            if one.name in self.matched
        )
        return saved * (len(self.numbers) + 1) > cost(self.program, self.figure)

    def _collects(self) -> bool:
        """Whether the round gives an array of what each round gave."""
        return any(one.name not in self.kept for one in self.round.outputs)

    def moved(self) -> Program:
        """The program with the tail in the repeat."""
        wanted = list(dict.fromkeys(self._used()))
        taken = {*self.round.types, *(Ref(one.name) for one in self.round.outputs)}
        names: dict[Ref, str] = {}
        for ref in wanted:
            names[ref] = fresh(
                f"last_{ref.output or ref.node}", {*(one.node for one in taken), *names.values()}
            )
        longer_round = self._round(names)
        new = Nodes(dict(self.figure.types))
        repeat = self._repeat(longer_round, names, new)
        refs = {
            ours: Ref(repeat.name, names[theirs])
            for ours, theirs in self.inside.items()
            if theirs in names and self._is_behind(ours)
        }
        gone = self._gone()
        others = [renamed(one, refs) for one in self.figure.nodes if one.name not in gone]
        outputs = tuple(
            replace(one, source=refs.get(one.source, one.source))
            for one in self.figure.outputs
            if one.source
        )
        whole = replace(self.figure, nodes=(*new.made, repeat, *others), outputs=outputs)
        return replaced(self.program, longer_round, finished(whole))

    def _is_behind(self, ref: Ref) -> bool:
        return ref.node in self.behind

    def _gone(self) -> set[str]:
        """The repeat, and the nodes of the tail that are nodes of the round."""
        return {self.repeat.name} | {ref.node for ref in self.inside if self._is_behind(ref)}

    def _used(self) -> Iterator[Ref]:
        """Values of the round that nodes outside of it need."""
        gone = self._gone()
        for node in self.figure.nodes:
            if node.name not in gone:
                yield from (
                    self.inside[one]
                    for one in node.operands
                    if one in self.inside and self._is_behind(one)
                )
        for one in self.figure.outputs:
            if one.source in self.inside and self._is_behind(one.source):
                yield self.inside[one.source]

    def _round(self, names: dict[Ref, str]) -> Figure:
        """The round, which also gives the values that the rest of the tail needs.

        They are state that nothing takes.
        """
        called = fresh(f"{self.round.name}_and_last", self.program.by_name)
        inputs = (
            *self.round.inputs,
            *(Port(name, self.round.types[ref]) for ref, name in names.items()),
        )
        outputs = (
            *self.round.outputs,
            *(Port(name, self.round.types[ref], ref) for ref, name in names.items()),
        )
        return finished(Figure(called, inputs, outputs, self.round.nodes))

    def _repeat(self, longer_round: Figure, names: dict[Ref, str], new: Nodes) -> Node:
        given = ports_of(self.repeat)
        for port in self.turns:
            given[port] = longer(self.figure, given[port], self.bound.get(port), new)
        for ref, name in names.items():
            given[name] = new.constant(self.round.types[ref], (0,))
        results = (
            *self.repeat.results,
            *((name, self.round.types[ref]) for ref, name in names.items()),
        )
        numbers = (self.numbers[0], self.next_number)
        ports = tuple(sorted(given))
        operands = tuple(given[one] for one in ports)
        by_name = tuple(sorted(results))
        return replace(
            self.repeat,
            operands=operands,
            ports=ports,
            results=by_name,
            numbers=numbers,
            target=longer_round.name,
            name="#repeat",
        )


def _kind(node: Node) -> tuple[object, ...]:
    return node.operation, node.numbers, node.target, node.ports, node.results
