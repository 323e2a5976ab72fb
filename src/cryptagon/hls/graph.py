"""Orders, dominators and reachability of a flow graph given as successor lists."""

from collections.abc import Mapping, Sequence

Graph = Mapping[str, Sequence[str]]


def reverse_postorder(graph: Graph, root: str) -> list[str]:
    """The nodes reachable from `root`; in an acyclic graph every node comes after all that lead to it."""
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


def predecessors(graph: Graph, nodes: Sequence[str]) -> dict[str, list[str]]:
    """For each of `nodes`, which of them lead to it."""
    table: dict[str, list[str]] = {node: [] for node in nodes}
    for node in nodes:
        for successor in graph[node]:
            table[successor].append(node)
    return table


def immediate_dominators(graph: Graph, root: str) -> dict[str, str]:
    """Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001); the root dominates itself."""
    order = reverse_postorder(graph, root)
    rank = {node: i for i, node in enumerate(order)}
    before = predecessors(graph, order)
    dominator = {root: root}

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


def dominates(dominator: Mapping[str, str], upper: str, lower: str) -> bool:
    """Whether every way to `lower` passes `upper`."""
    while lower != upper:
        if dominator[lower] == lower:
            return False
        lower = dominator[lower]
    return True


def descendants(graph: Graph, order: Sequence[str]) -> dict[str, frozenset[str]]:
    """For each node of an acyclic graph in topological `order`, the nodes it leads to, itself left out."""
    table: dict[str, frozenset[str]] = {}
    for node in reversed(order):
        found: set[str] = set()
        for successor in graph[node]:
            found |= table[successor] | {successor}
        table[node] = frozenset(found)
    return table
