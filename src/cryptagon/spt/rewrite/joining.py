"""Two graphs of nodes as one that computes either: what both do is there once, on the values of the
one that is asked for.

The bit `decrypt` selects. A value of one graph alone counts only when that one is asked for, so
that whatever common work gives in its place is right.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from cryptagon.spt.model import Figure, Node, Ref, Type
from cryptagon.spt.operations import OPERATIONS
from cryptagon.spt.rewrite.graphs import Nodes

CHOICE = "decrypt"
"""The input that is 1 for the second figure."""
HEAVY = ("repeat", "call")


class Joining:
    """Both figures, and which nodes of the second do the work of which of the first."""

    def __init__(self, first: Figure, second: Figure, works: dict[str, Node], new: Nodes) -> None:
        self.first, self.second, self.works, self.new = first, second, works, new
        self.nodes = [{one.name: one for one in figure.nodes} for figure in (first, second)]
        self.back = {theirs.name: mine for mine, theirs in works.items()}
        self._known: dict[tuple[Ref, Ref], Ref] = {}
        self._alone: dict[tuple[int, Ref], Ref] = {}

    @abstractmethod
    def work(self, name: str, output: str) -> Ref:
        """What the common work gives that the first figure calls `name`."""

    def both(self, mine: Ref, theirs: Ref) -> Ref:
        """The value of the first figure, or that of the second."""
        if (mine, theirs) not in self._known:
            self._known[mine, theirs] = self._joined(mine, theirs)
        return self._known[mine, theirs]

    def _joined(self, mine: Ref, theirs: Ref) -> Ref:
        if self.value(0, mine) == self.value(1, theirs):
            return self.value(0, mine)
        node, other = self.nodes[0].get(mine.node), self.nodes[1].get(theirs.node)
        if (
            node
            and other
            and node.operation not in (*HEAVY, "constant")
            and not (node.name in self.works or other.name in self.back)
            and shape(node) == shape(other)
            and not (node.operation == "select" and self._tables_differ(node, other))
        ):
            operands = [self.both(*pair) for pair in self._pairs(node, other)]
            joined = self.added(node, operands)
            self._alone[0, mine] = self._alone[1, theirs] = joined
            return joined
        return selected(self.new, self.value(0, mine), self.value(1, theirs))

    def _tables_differ(self, node: Node, other: Node) -> bool:
        """Whether elements of two arrays are selected: an array of either would take more."""
        return self.value(0, node.operands[0]) != self.value(1, other.operands[0])

    def _pairs(self, node: Node, other: Node) -> list[tuple[Ref, Ref]]:
        """The operands side by side; where their order does not matter, those first that are the
        same, or the same work.
        """
        if OPERATIONS[node.operation].ordered:
            return list(zip(node.operands, other.operands))
        waiting = list(other.operands)
        pairs: list[tuple[Ref, Ref]] = []
        for mine in sorted(
            node.operands, key=lambda one: all(self._distance(one, theirs) for theirs in waiting)
        ):
            theirs = min(waiting, key=lambda one: self._distance(mine, one))
            waiting.remove(theirs)
            pairs.append((mine, theirs))
        return pairs

    def _distance(self, mine: Ref, theirs: Ref) -> int:
        """0 for what is one value, 1 for what is computed alike, 2 for anything else."""
        if self.value(0, mine) == self.value(1, theirs):
            return 0
        node, other = self.nodes[0].get(mine.node), self.nodes[1].get(theirs.node)
        return 1 if node and other and node.operation == other.operation else 2

    def value(self, which: int, ref: Ref) -> Ref:
        """A value of one of the figures, or of the common work that gives it."""
        node = self.nodes[which].get(ref.node)
        if node is None:
            return ref
        if node.name in (self.works, self.back)[which]:
            return self.work(node.name if which == 0 else self.back[node.name], ref.output)
        if (which, ref) not in self._alone:
            operands = [self.value(which, one) for one in node.operands]
            self._alone[which, ref] = self.added(node, operands)
        return self._alone[which, ref]

    def added(self, node: Node, operands: Sequence[Ref]) -> Ref:
        """A node of either figure on other operands: the one that is there, if it is the same."""
        for one in self.new.made:
            if one.operands == tuple(operands) and shape(one) == shape(node):
                return Ref(one.name)
        made = replace(node, name=f"#value{len(self.new.made)}", operands=tuple(operands))
        self.new.made.append(made)
        self.new.types[Ref(made.name)] = made.type
        return Ref(made.name)


def shape(node: Node) -> tuple[object, ...]:
    """What two nodes have in common that do the same on other operands."""
    return node.operation, node.numbers, node.target, node.results, len(node.operands)


def selected(new: Nodes, mine: Ref, theirs: Ref) -> Ref:
    """The second value where `decrypt` is 1; arrays are selected as one value."""
    return chosen(new, (mine, theirs), Ref(CHOICE))


def chosen(new: Nodes, values: Sequence[Ref], number: Ref) -> Ref:
    """The value of a number, which has as many bits as it needs; arrays are selected as one value.

    Beyond the last value it does not matter which.
    """
    type_ = new.types[values[0]]
    whole = [new.add("flat", [one]) if type_.count is not None else one for one in values]
    whole += whole[-1:] * ((1 << new.types[number].width) - len(whole))
    width = type_.width * (type_.count or 1)
    array = new.add("array", [new.add("concat", whole)], [width])
    picked = new.add("select", [array, number])
    return picked if type_.count is None else new.add("array", [picked], [type_.width])


def choice_of(figure: Figure, ref: Ref) -> tuple[Ref, Ref, Ref] | None:
    """The bit, the value where it is 0 and the one where it is 1, of what was chosen by a bit; None
    for anything else.
    """
    nodes = {one.name: one for one in figure.nodes}
    select = nodes.get(ref.node)
    if not select or select.operation != "select" or figure.types[select.operands[1]] != Type(1):
        return None
    array = nodes.get(select.operands[0].node)
    both = nodes.get(array.operands[0].node) if array and array.operation == "array" else None
    if not both or both.operation != "concat" or len(both.operands) != 2:
        return None
    first, second = both.operands
    if figure.types[first] != select.type or figure.types[second] != select.type:
        return None
    return select.operands[1], first, second
