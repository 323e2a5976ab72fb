"""Repeats of one round that follow each other: each begins with what the one before left, changed
by something light, as the rounds of Camellia do with FL between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cryptagon.spt.model import MOST_BITS, Figure, Node, Program, Ref
from cryptagon.spt.rewrite.graphs import needs, ports_of
from cryptagon.spt.rounds import in_turn, rounds, state


class Iteration(NamedTuple):
    """The place of a repeat, the number of its round or None where no round is done, and the place
    of the repeat behind which something is done, before the round, or None.
    """

    place: int
    number: int | None
    between: int | None


@dataclass(frozen=True)
class Row:
    """Two repeats or more of a figure, in order, and the names of the nodes between each and the
    next.
    """

    figure: Figure
    round: Figure
    repeats: tuple[Node, ...]
    between: tuple[frozenset[str], ...]

    @property
    def kept(self) -> list[str]:
        """The names of the state."""
        return sorted(state(self.round))

    @property
    def turns(self) -> list[str]:
        """The inputs that get elements in turn."""
        return sorted(_turns(self.figure, self.round, self.repeats[0]))

    def ends(self, place: int) -> dict[str, Ref]:
        """What is between a repeat and the next makes of the state, by its names."""
        given = ports_of(self.repeats[place + 1])
        return {name: given[name] for name in self.kept}

    def changes(self, place: int) -> bool:
        """Whether anything is between a repeat and the next."""
        before = self.repeats[place].name
        return any(ref != Ref(before, name) for name, ref in self.ends(place).items())

    @property
    def slight(self) -> bool:
        """Whether nothing is between but an exclusive or: it costs a round no time."""
        nodes = {one.name: one.operation for one in self.figure.nodes}
        return all(nodes[name] == "xor" for names in self.between for name in names)

    def iterations(self) -> Iterator[Iteration]:
        """What each iteration does; what is slight is done by the round behind it."""
        for place, repeat in enumerate(self.repeats):
            before = place - 1 if place and self.changes(place - 1) else None
            if before is not None and not self.slight:
                yield Iteration(place, None, before)
                before = None
            for number in rounds(*repeat.numbers):
                yield Iteration(place, number, before)
                before = None


def rows(program: Program, figure: Figure) -> Iterator[Row]:
    """All rows of a figure, each as long as it can be."""
    waiting = [node for node in figure.nodes if node.operation == "repeat"]
    while waiting:
        repeats, between = [waiting.pop(0)], list[frozenset[str]]()
        for one in list(waiting):
            nodes = _between(program, figure, repeats[-1], one)
            if nodes is not None:
                repeats.append(one)
                between.append(nodes)
                waiting.remove(one)
        row = Row(figure, program.by_name[repeats[0].target], tuple(repeats), tuple(between))
        if between and sum(1 for _ in row.iterations()) <= MOST_BITS:
            yield row


def _between(program: Program, figure: Figure, first: Node, second: Node) -> frozenset[str] | None:
    """The nodes that lead from a repeat to the next of the row; None where these are in no row."""
    round_ = program.by_name[first.target]
    kept = state(round_)
    if first.target != second.target or not kept or kept != {one.name for one in round_.outputs}:
        return None
    if not _take_alike(figure, round_, first, second):
        return None
    behind = needs(figure, first.name)
    nodes = behind & {one.node for one in _before(figure, second)} - {first.name}
    leading = nodes | {first.name}
    used_by = {one.name for one in figure.nodes for ref in one.operands if ref.node in leading} | {
        "" for one in figure.outputs if one.source and one.source.node in leading
    }
    if second.name not in used_by or used_by - nodes - {second.name}:
        return None
    given = ports_of(second)
    others = {ref.node for port, ref in given.items() if port not in kept}
    repeats = {one.name for one in figure.nodes if one.operation == "repeat"}
    return None if leading & others or nodes & repeats else frozenset(nodes)


def _take_alike(figure: Figure, round_: Figure, first: Node, second: Node) -> bool:
    """Whether both take the same, but for state and what they get in turn."""
    turns = _turns(figure, round_, first)
    mine, theirs = ports_of(first), ports_of(second)
    return turns == _turns(figure, round_, second) and all(
        mine[port] == theirs[port] for port in mine.keys() - turns - state(round_)
    )


def _turns(figure: Figure, round_: Figure, repeat: Node) -> set[str]:
    return in_turn(round_, {port: figure.types[ref] for port, ref in ports_of(repeat).items()})


def _before(figure: Figure, node: Node) -> set[Ref]:
    """All that a node needs."""
    nodes = {one.name: one for one in figure.nodes}
    found: set[Ref] = set()
    waiting = list(node.operands)
    while waiting:
        ref = waiting.pop()
        if ref not in found:
            found.add(ref)
            waiting += nodes[ref.node].operands if ref.node in nodes else ()
    return found
