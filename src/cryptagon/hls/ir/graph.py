"""Orders, dominators and reachability of a flow graph given as successor lists."""

from collections.abc import Mapping, Sequence
from functools import cached_property

Graph = Mapping[str, Sequence[str]]


def reverse_postorder(graph: Graph, root: str) -> list[str]:
    """The nodes reachable from `root`; in an acyclic graph every node comes after all that lead to
    it.
    """
    seen, order = {root}, []
    stack = [(root, iter(graph[root]))]
    while stack:
        node, successors = stack[-1]
        following = next((s for s in successors if s not in seen), None)
        if following is None:
            order.append(node)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(graph[following])))
    return order[::-1]


def retreating_edges(graph: Graph, root: str) -> list[tuple[str, str]]:
    """Edges of which each way around has one: those that lead back to a node, or to one before it
    in `reverse_postorder`.
    """
    order = reverse_postorder(graph, root)
    rank = {node: i for i, node in enumerate(order)}
    return [(node, one) for node in order for one in graph[node] if rank[one] <= rank[node]]


def is_reducible(graph: Graph, root: str) -> bool:
    """Whether each way around from `root` on has one first node, by which alone it is entered."""
    dominator = immediate_dominators(graph, root)
    return all(dominator.dominates(to, node) for node, to in retreating_edges(graph, root))


def is_acyclic(graph: Graph, root: str) -> bool:
    """Whether no way from `root` comes to a node twice."""
    return not retreating_edges(graph, root)


def predecessors(graph: Graph, nodes: Sequence[str]) -> dict[str, list[str]]:
    """For each of `nodes`, which of them lead to it."""
    table: dict[str, list[str]] = {node: [] for node in nodes}
    for node in nodes:
        for successor in graph[node]:
            table[successor].append(node)
    return table


class Dominators(dict[str, str]):
    """The immediate dominator of every node; the root dominates itself."""

    @cached_property
    def _spans(self) -> dict[str, tuple[int, int]]:
        """For each node when a walk through the tree of dominators comes to it, and the last time
        that it comes to a node below it.
        """
        below: dict[str, list[str]] = {}
        for node, upper in self.items():
            below.setdefault(upper, []).extend([node] if node != upper else [])
        start: dict[str, int] = {}
        spans: dict[str, tuple[int, int]] = {}
        waiting = [(node, False) for node, upper in self.items() if node == upper]
        while waiting:
            node, left = waiting.pop()
            if left:
                spans[node] = (start[node], len(start))
                continue
            start[node] = len(start)
            waiting += [(node, True), *((other, False) for other in below.get(node, []))]
        return spans

    def dominates(self, upper: str, lower: str) -> bool:
        """Whether every way to `lower` passes `upper`; in constant time."""
        if upper == lower:
            return True
        first, last = self._spans.get(upper, (0, 0))
        return first <= self._spans[lower][0] < last


def immediate_dominators(graph: Graph, root: str) -> Dominators:
    """Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001)."""
    order = reverse_postorder(graph, root)
    rank = {node: i for i, node in enumerate(order)}
    before = predecessors(graph, order)
    dominator = Dominators({root: root})

    def meet(a: str, b: str) -> str:
        while a != b:
            while rank[a] > rank[b]:
                a = dominator[a]
            while rank[b] > rank[a]:
                b = dominator[b]
        return a

    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            known = [p for p in before[node] if p in dominator]
            best = known[0]
            for other in known[1:]:
                best = meet(best, other)
            if dominator.get(node) != best:
                dominator[node], changed = best, True
    return dominator


class Descendants:
    """For each node of an acyclic graph in topological `order` the nodes it leads to, itself left
    out.

    They are kept as one integer a node, a bit for each other one: sets of names would take
    gigabytes for thousands of nodes.
    """

    def __init__(self, graph: Graph, order: Sequence[str]) -> None:
        self._order = order
        self._bits = {node: 1 << number for number, node in enumerate(order)}
        self._below: dict[str, int] = {}
        for node in reversed(order):
            found = 0
            for successor in graph[node]:
                found |= self._below[successor] | self._bits[successor]
            self._below[node] = found

    def __contains__(self, node: str) -> bool:
        """Whether a node is in the graph."""
        return node in self._below

    def leads(self, upper: str, lower: str) -> bool:
        """Whether a way leads from `upper` to `lower`, which may be no node of the graph."""
        return bool(self._below.get(upper, 0) & self._bits.get(lower, 0))
