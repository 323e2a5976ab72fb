"""An exclusive or between repeats goes back through the rounds before it, into what they begin with
and into their keys, where that takes away what they begin with.

Behind two rounds of a Feistel cipher it is one with the values before them and with the keys of
both. Camellia adds the key to what its setup made of this very key: the setup then begins with 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cryptagon.spt.model import Figure, Node, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import Nodes, finished, needs, ports_of, replaced
from cryptagon.spt.rewrite.inline import without_calls
from cryptagon.spt.rewrite.row import Row, rows
from cryptagon.spt.rounds import in_turn, rounds, state

Sum = frozenset[Ref]
"""Values that are added; one that is added twice is gone."""


def with_sums_back(program: Program, figure: Figure) -> Program | None:
    """The program with one sum between repeats of a row brought back; None where there is none that
    takes anything away.
    """
    for row in rows(program, figure):
        round_ = _Turned.of(program, row)
        changed = [place for place in range(len(row.between)) if row.changes(place)]
        if round_ and row.slight and changed:
            back = _Back(row, round_, changed[-1])
            if back.pays:
                return replaced(program, back.applied())
    return None


@dataclass(frozen=True)
class _Turned:
    """Where a sum with the state before a round goes to: behind it, and into which key."""

    after: Mapping[str, str]
    """Of each state, by its name, the one that it is added to, directly or as it is."""
    keys: Mapping[str, str]
    """The inputs in turn that take away what is added to a state where something else takes it."""

    @classmethod
    def of(cls, program: Program, row: Row) -> "_Turned | None":
        """None where a state is taken by more than sums."""
        round_ = without_calls(program, row.round)
        given = {port: row.figure.types[ref] for port, ref in ports_of(row.repeats[0]).items()}
        turns = in_turn(round_, given)
        after: dict[str, str] = {}
        keys: dict[str, str] = {}
        for name in state(round_):
            ends = [one.name for one in round_.outputs if one.source == Ref(name)]
            for node in _users(round_, Ref(name)):
                if end := _end(round_, node):
                    ends.append(end)
                elif (key := _key(round_, node, name, turns)) and name not in keys:
                    keys[name] = key
                else:
                    return None
            if len(ends) != 1 or ends[0] in after.values():
                return None
            after[name] = ends[0]
        return cls(after, keys) if len(set(keys.values())) == len(keys) else None

    def before(self, behind: Mapping[str, Sum]) -> tuple[dict[str, Sum], dict[str, Sum]]:
        """The sums before a round, and with its keys, that do what those behind it do."""
        sums = {name: behind[end] for name, end in self.after.items()}
        return sums, {key: sums[name] for name, key in self.keys.items()}


def _users(figure: Figure, ref: Ref) -> list[Node]:
    return [node for node in figure.nodes for operand in node.operands if operand == ref]


def _end(figure: Figure, node: Node) -> str:
    """The one output that a sum is, and nothing else takes; "" where there is none."""
    ends = [one.name for one in figure.outputs if one.source == Ref(node.name)]
    alone = node.operation == "xor" and len(ends) == 1 and not _users(figure, Ref(node.name))
    return ends[0] if alone else ""


def _key(figure: Figure, node: Node, name: str, turns: set[str]) -> str:
    """The input in turn whose only use is this sum with a state; "" where there is none."""
    others = [one for one in node.operands if one != Ref(name)]
    if node.operation != "xor" or len(others) != 1 or others[0].node not in turns:
        return ""
    return others[0].node if _users(figure, others[0]) == [node] else ""


class _Back:
    """A row, and the place of the repeat behind which a sum is."""

    def __init__(self, row: Row, round_: _Turned, place: int) -> None:
        self.row, self.place = row, place
        self.repeat, self.following = row.repeats[place], row.repeats[place + 1]
        self.nodes = {one.name: one for one in row.figure.nodes}
        self.given = ports_of(self.repeat)
        sums = {name: self._added(name) for name in row.kept}
        self.clear = all(one is not None for one in sums.values())
        """Whether nothing but sums with values from elsewhere is between."""
        behind = {name: one or frozenset() for name, one in sums.items()}
        self.keys: list[dict[str, Sum]] = []
        """What is added to the keys of each round."""
        for _ in rounds(*self.repeat.numbers):
            behind, keys = round_.before(behind)
            self.keys.insert(0, keys)
        self.before = {name: self._terms(self.given[name]) for name in row.kept}
        self.begins = {name: self.before[name] ^ behind[name] for name in row.kept}

    @property
    def pays(self) -> bool:
        """Whether less is added up before the rounds than was."""
        terms = [sum(map(len, one.values())) for one in (self.begins, self.before)]
        return self.clear and terms[0] < terms[1]

    def _terms(self, ref: Ref) -> Sum:
        """What is added up to a value."""
        node = self.nodes.get(ref.node)
        if not node or node.operation != "xor":
            return frozenset((ref,))
        total: Sum = frozenset()
        for one in node.operands:
            total ^= self._terms(one)
        return total

    def _added(self, name: str) -> Sum | None:
        """What is added to a state behind the repeat; None where that hangs on the repeat."""
        left = self._terms(ports_of(self.following)[name]) ^ {Ref(self.repeat.name, name)}
        behind = needs(self.row.figure, self.repeat.name)
        return None if any(ref.node in behind for ref in left) else left

    def applied(self) -> Figure:
        """The figure with nothing between the two repeats."""
        figure, new = self.row.figure, Nodes(dict(self.row.figure.types), prefix="#back")
        given = dict(self.given)
        for name, terms in self.begins.items():
            given[name] = _sum(new, terms, figure.types[given[name]])
        for port in {port for one in self.keys for port in one}:
            given[port] = self._keys(new, port)
        repeat = replace(self.repeat, operands=tuple(given[one] for one in self.repeat.ports))
        theirs = ports_of(self.following)
        theirs |= {name: Ref(repeat.name, name) for name in self.row.kept}
        following = replace(
            self.following, operands=tuple(theirs[one] for one in self.following.ports)
        )
        instead = {repeat.name: repeat, following.name: following}
        nodes = [instead.get(one.name, one) for one in figure.nodes]
        return finished(replace(figure, nodes=(*new.made, *nodes)))

    def _keys(self, new: Nodes, port: str) -> Ref:
        """The array of an input in turn, with what is added to each of its elements."""
        array, parts = self.given[port], []
        type_ = new.types[array]
        maker = self.nodes.get(array.node)
        for place, sums in enumerate(self.keys):
            element = (
                new.constant(type_.element, (maker.numbers[place],))
                if maker and maker.operation == "constant"
                else new.add("element", [array], [place])
            )
            parts.append(_sum(new, frozenset((element,)) | sums.get(port, frozenset()), type_))
        return new.add("array", [new.add("concat", parts)], [type_.width])


def _sum(new: Nodes, terms: Sequence[Ref] | Sum, type_: Type) -> Ref:
    """The values added up; 0 where there is none."""
    ordered = sorted(terms, key=str)
    if not ordered:
        return new.constant(type_.element, (0,))
    total = ordered[0]
    for one in ordered[1:]:
        total = new.add("xor", [total, one])
    return total
