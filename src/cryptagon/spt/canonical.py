"""The canonical form of a figure: nothing of how it was drawn is left but the names that were
written.

Two boxes that compute the same are one node. The operands of operations that do not tell them
apart, and the nodes themselves, get an order by what they compute. Nodes without a name are called
by their operation and a number.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from cryptagon.spt.model import Figure, Node, Port, Ref
from cryptagon.spt.operations import OPERATIONS

Key = tuple[int, str, str]
"""What orders values: how far from the inputs, what it is, and a digest of all that it is computed
from.
"""


def canonical(figure: Figure, written: Mapping[str, str]) -> Figure:
    """The same function in canonical form.

    The nodes of `figure` come in an order in which they can be computed, by names that no input
    has; `written` has those of their boxes, where they have any.
    """
    merger = _Merger({one.name: (0, one.name, _digest(one.name)) for one in figure.inputs})
    for node in figure.nodes:
        merger.take(node, written.get(node.name, ""))
    inputs, outputs = (
        tuple(sorted(ports, key=lambda one: one.name)) for ports in (figure.inputs, figure.outputs)
    )
    outputs = tuple(replace(one, source=merger.now(one.source)) for one in outputs if one.source)
    nodes = tuple(_from(outputs, merger.nodes))
    return _named(Figure(figure.name, inputs, outputs, nodes), merger.titles)


@dataclass
class _Merger:
    """The nodes so far, by their names, without those that compute what another one does."""

    keys: dict[str, Key]
    nodes: dict[str, Node] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    _first: dict[str, str] = field(default_factory=dict)
    _same: dict[str, str] = field(default_factory=dict)

    def take(self, node: Node, title: str) -> None:
        """One more node, after its operands; `title` is the name in its box.

        Of two names of one value the alphabet's first stays.
        """
        node = self._ordered(node)
        key = self._key(node)
        name = self._first.setdefault(key[2], node.name)
        self._same[node.name] = name
        before = self.nodes.get(name, node)
        self.nodes[name] = replace(before, places=tuple(sorted({*before.places, *node.places})))
        self.keys[name] = key
        self.titles[name] = min(filter(None, (self.titles.get(name, ""), title)), default="")

    def now(self, ref: Ref) -> Ref:
        """The operand, by the node that computes it now."""
        return Ref(self._same.get(ref.node, ref.node), ref.output)

    def _ordered(self, node: Node) -> Node:
        """The node with its operands in order: by the port of a call, by what they are where the
        operation does not tell them apart.
        """
        operands = [self.now(operand) for operand in node.operands]
        if node.ports:
            pairs = sorted(zip(node.ports, operands), key=lambda pair: pair[0])
            return replace(
                node,
                ports=tuple(port for port, _ in pairs),
                operands=tuple(operand for _, operand in pairs),
            )
        operation = OPERATIONS.get(node.operation)
        if operation and not operation.ordered:
            operands.sort(key=self._order)
        return replace(node, operands=tuple(operands))

    def _order(self, ref: Ref) -> tuple[Key, str]:
        return self.keys[ref.node], ref.output

    def _key(self, node: Node) -> Key:
        below = [self._order(operand) for operand in node.operands]
        own = (node.operation, node.numbers, node.target, node.ports, str(node.results))
        depth = 1 + max((key[0] for key, _ in below), default=0)
        return depth, node.operation, _digest((own, [(key[2], output) for key, output in below]))


def _digest(content: object) -> str:
    return sha256(repr(content).encode()).hexdigest()


def _from(outputs: tuple[Port, ...], nodes: Mapping[str, Node]) -> Iterator[Node]:
    """The nodes that the outputs need, each after its operands: depth first, the outputs and the
    operands in their order.
    """
    done: set[str] = set()
    stack = [
        nodes[one.source.node]
        for one in reversed(outputs)
        if one.source and one.source.node in nodes
    ]
    while stack:
        node = stack[-1]
        waiting = [
            nodes[one.node] for one in node.operands if one.node in nodes and one.node not in done
        ]
        if waiting:
            stack += reversed(waiting)
            continue
        stack.pop()
        if node.name not in done:
            done.add(node.name)
            yield node


def _named(figure: Figure, titles: Mapping[str, str]) -> Figure:
    """The figure with a name for every node: the one in its box, or its operation and a number."""
    taken = {one.name for one in (*figure.inputs, *figure.outputs)} | set(titles.values())
    counts: Counter[str] = Counter()
    names = {
        node.name: titles[node.name] or _fresh(node.operation, counts, taken)
        for node in figure.nodes
    }

    def named(ref: Ref) -> Ref:
        return Ref(names.get(ref.node, ref.node), ref.output)

    nodes = tuple(
        replace(one, name=names[one.name], operands=tuple(map(named, one.operands)))
        for one in figure.nodes
    )
    outputs = tuple(replace(one, source=named(one.source)) for one in figure.outputs if one.source)
    return replace(figure, nodes=nodes, outputs=outputs)


def _fresh(operation: str, counts: Counter[str], taken: set[str]) -> str:
    while True:
        counts[operation] += 1
        name = f"{operation}{counts[operation]}"
        if name not in taken:
            return name
