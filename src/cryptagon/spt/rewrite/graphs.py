"""Figures taken apart and put together again."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cryptagon.spt.canonical import canonical
from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.operations import OPERATIONS, Use


def needed(program: Program, *tops: str) -> list[Figure]:
    """The figures and those that they call, each after those that it calls itself."""
    found = set(tops)
    for figure in reversed(program.figures):
        if figure.name in found:
            found |= {node.target for node in figure.nodes if node.operation in ("call", "repeat")}
    return [figure for figure in program.figures if figure.name in found]


def needs(figure: Figure, name: str) -> set[str]:
    """The nodes, by their names, that need a node, it included."""
    found = {name}
    for node in figure.nodes:
        if any(operand.node in found for operand in node.operands):
            found.add(node.name)
    return found


def renamed(node: Node, refs: Mapping[Ref, Ref]) -> Node:
    """The node with other operands, where they are named."""
    return replace(node, operands=tuple(refs.get(one, one) for one in node.operands))


def in_order(nodes: Iterable[Node]) -> list[Node]:
    """The nodes, each after its operands."""
    waiting = {one.name: one for one in nodes}
    done: dict[str, Node] = {}

    def take(node: Node) -> None:
        for operand in node.operands:
            if operand.node in waiting and operand.node not in done:
                take(waiting[operand.node])
        done.setdefault(node.name, node)

    for node in waiting.values():
        take(node)
    return list(done.values())


def by_first_use(nodes: Iterable[Node]) -> list[Node]:
    """The nodes in an order in which what one of the repeats needs is just before it, and what is
    needed behind them all behind them: nothing is kept while rounds go on that they do not need.
    """
    waiting = list(nodes)
    ordered: list[Node] = []
    for last in [one for one in waiting if one.operation == "repeat"]:
        names = {last.name}
        for node in reversed(waiting):
            names |= {one.node for one in node.operands} if node.name in names else set()
        ordered += [one for one in waiting if one.name in names]
        waiting = [one for one in waiting if one.name not in names]
    return [*ordered, *waiting]


def finished(figure: Figure) -> Figure:
    """In canonical form; names that are not just an operation and a number stay."""
    written = {
        node.name: "" if re.fullmatch(rf"#.*|{node.operation}\d+", node.name) else node.name
        for node in figure.nodes
    }
    ordered = replace(figure, nodes=tuple(in_order(figure.nodes)))
    return canonical(ordered, written)


def replaced(program: Program, *figures: Figure) -> Program:
    """The program with these figures, those that are new before the last one, without what nothing
    needs any more.
    """
    *new, last = figures
    names = {one.name for one in new}
    kept_before = [one for one in program.figures if one.name not in names]
    there = [
        one
        for figure in kept_before
        for one in ((*new, last) if figure.name == last.name else (figure,))
    ]
    whole = Program(tuple(there), program.definitions)
    kept = {figure.name for top in program.tops for figure in needed(whole, top.name)}
    return Program(tuple(one for one in there if one.name in kept), program.definitions)


def fresh(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it where it is taken."""
    names = set(taken)
    found, number = name, 2
    while found in names:
        found, number = f"{name}_{number}", number + 1
    return found


@dataclass
class Nodes:
    """New nodes of a figure, under names that canonical form replaces."""

    types: dict[Ref, Type]
    made: list[Node] = field(default_factory=list)
    prefix: str = "#new"

    def add(self, operation: str, operands: Sequence[Ref], numbers: Sequence[int] = ()) -> Ref:
        """An operation that names no definition."""
        use = Use(tuple(self.types[one] for one in operands), tuple(numbers))
        return self._add(
            Node(
                "",
                operation,
                tuple(operands),
                (("", OPERATIONS[operation].result(use)),),
                tuple(numbers),
            )
        )

    def constant(self, type_: Type, numbers: Sequence[int]) -> Ref:
        """A constant, or an array of them."""
        return self._add(Node("", "constant", (), (("", type_),), tuple(numbers)))

    def _add(self, node: Node) -> Ref:
        node = replace(node, name=f"{self.prefix}{len(self.made)}")
        self.made.append(node)
        self.types[Ref(node.name)] = node.type
        return Ref(node.name)


def ports_of(node: Node) -> dict[str, Ref]:
    """The operands of a call by the inputs that they go to."""
    return dict(zip(node.ports, node.operands))


def port(name: str, type_: Type, source: Ref | None = None) -> Port:
    """A port."""
    return Port(name, type_, source)
