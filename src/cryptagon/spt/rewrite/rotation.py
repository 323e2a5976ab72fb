"""A round that begins as what is behind the rounds, as that of PRESENT begins with a key and as its
key at the end, begins later: what both do is done before the rounds, and at the end of each.

The value that goes from round to round is then what the beginning made of it. So the logic at the
end is that of the round, and needs no other.
"""

from dataclasses import dataclass, replace

from cryptagon.spt.model import Figure, Node, Port, Program, Ref
from cryptagon.spt.operations import OPERATIONS
from cryptagon.spt.rewrite.graphs import finished, fresh, ports_of, renamed, replaced
from cryptagon.spt.rewrite.selection import WIRING
from cryptagon.spt.rounds import state

BEGINS = WIRING | {"xor", "constant"}
"""Operations of a beginning: what it saves behind the rounds it takes before them, so that tables
do not pay.
"""


def with_head_behind(program: Program, figure: Figure) -> Program | None:
    """The program with the beginning of one round at its end; None where what is behind no repeat
    is how its round begins.
    """
    for node in figure.nodes:
        if node.operation == "repeat":
            round_ = program.by_name[node.target]
            for port in sorted(state(round_)):
                if head := _head(figure, node, round_, port):
                    return head.moved(program)
    return None


def _head(figure: Figure, repeat: Node, round_: Figure, port: str) -> "_Head | None":
    """The one node that takes a state, in the round and behind it."""
    inner = [one for one in round_.nodes if Ref(port) in one.operands]
    outer = [one for one in figure.nodes if Ref(repeat.name, port) in one.operands]
    given = {one.source for one in round_.outputs} | {one.source for one in figure.outputs}
    if len(inner) != 1 or len(outer) != 1 or {Ref(port), Ref(repeat.name, port)} & given:
        return None
    head = _Head(figure, repeat, round_, port, inner[0], outer[0])
    added = inner[0].operation == "xor"  # wires alone save nothing
    return head if added and head.same(Ref(outer[0].name), Ref(inner[0].name)) else None


@dataclass(frozen=True)
class _Head:
    """The node `inner` of the round, and the node `outer` behind the repeat that does the same."""

    figure: Figure
    repeat: Node
    round: Figure
    port: str
    inner: Node
    outer: Node

    def same(self, outer: Ref, inner: Ref) -> bool:
        """Whether a value behind the repeat is made of its state as one in the round is."""
        if inner.node in state(self.round):
            return outer == Ref(self.repeat.name, inner.node)
        mine = next((one for one in self.figure.nodes if one.name == outer.node), None)
        theirs = next((one for one in self.round.nodes if one.name == inner.node), None)
        if mine is None or theirs is None or theirs.operation not in BEGINS:
            return False
        if _kind(mine) != _kind(theirs) or len(mine.operands) != len(theirs.operands):
            return False
        if mine.operation == "constant" or OPERATIONS[mine.operation].ordered:
            return all(self.same(*pair) for pair in zip(mine.operands, theirs.operands))
        waiting = list(theirs.operands)
        for one in mine.operands:
            other = next((ref for ref in waiting if self.same(one, ref)), None)
            if other is None:
                return False
            waiting.remove(other)
        return True

    def moved(self, program: Program) -> Program:
        """The program in which the state is what the head makes of it."""
        name = fresh(f"{self.round.name}_turned", program.by_name)
        round_ = self._turned(name)
        given = ports_of(self.repeat)
        made, first = _copied(self.round, Ref(self.inner.name), given, "#before")
        given[self.port] = first
        types = dict(self.repeat.results) | {self.port: self.inner.type}
        repeat = replace(
            self.repeat,
            name="#repeat",
            target=name,
            operands=tuple(given[one] for one in self.repeat.ports),
            results=tuple(sorted(types.items())),
        )
        refs = {Ref(self.repeat.name, port): Ref("#repeat", port) for port in types}
        refs |= {Ref(self.outer.name): Ref("#repeat", self.port)}
        nodes = [
            renamed(one, refs)
            for one in self.figure.nodes
            if one.name not in (self.repeat.name, self.outer.name)
        ]
        outputs = _with_sources(self.figure, refs)
        whole = replace(self.figure, nodes=(*made, repeat, *nodes), outputs=outputs)
        return replaced(program, round_, finished(whole))

    def _turned(self, name: str) -> Figure:
        """The round that begins behind the head, and ends with the next one's."""
        sources = {one.name: one.source for one in self.round.outputs if one.source}
        inside = {Ref(self.inner.name): Ref(self.port)}
        after = {port: inside.get(ref, ref) for port, ref in sources.items()}
        made, last = _copied(self.round, Ref(self.inner.name), after, "#behind")
        nodes = [renamed(one, inside) for one in self.round.nodes if one != self.inner]
        inputs = tuple(
            replace(one, type=self.inner.type) if one.name == self.port else one
            for one in self.round.inputs
        )
        outputs = tuple(
            Port(one.name, self.inner.type, last)
            if one.name == self.port
            else replace(one, source=after[one.name])
            for one in self.round.outputs
        )
        return finished(Figure(name, inputs, outputs, (*nodes, *made)))


def _copied(round_: Figure, ref: Ref, given: dict[str, Ref], prefix: str) -> tuple[list[Node], Ref]:
    """Nodes that make a value of the round once more, of these values of its inputs."""
    nodes = {one.name: one for one in round_.nodes}
    made: dict[str, Node] = {}

    def take(one: Ref) -> Ref:
        if one.node not in nodes:
            return given[one.node]
        node = nodes[one.node]
        operands = tuple(take(operand) for operand in node.operands)
        made[node.name] = replace(node, name=f"{prefix}_{node.name}", operands=operands)
        return Ref(f"{prefix}_{node.name}", one.output)

    last = take(ref)
    return list(made.values()), last


def _with_sources(figure: Figure, refs: dict[Ref, Ref]) -> tuple[Port, ...]:
    return tuple(
        replace(one, source=refs.get(one.source, one.source))
        for one in figure.outputs
        if one.source
    )


def _kind(node: Node) -> tuple[object, ...]:
    return node.operation, node.numbers, node.target, node.results
