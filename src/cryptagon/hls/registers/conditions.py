"""What is known where control goes from one block to another: the outcomes of the branches that
every way there takes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from cryptagon.hls.ir.graph import Dominators, immediate_dominators
from cryptagon.hls.ir.instructions import Const, Instruction, Name, Operand
from cryptagon.hls.ir.model import Function

MOST_FACTS = 8  # the nearest ones
Edge = tuple[str, str]
"""Two blocks, from the first of which control goes to the second."""
Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Fact:
    """The value `subject` is one of `among`, where there are any, and none of `without`."""

    subject: str
    among: frozenset[int] = frozenset()
    without: frozenset[int] = frozenset()


class Facts:
    """The facts on the edges of a function, the nearest first.

    In SSA form the outcome of a branch holds wherever the branch dominates. The first block knows
    nothing: reset leads there too.
    """

    def __init__(self, function: Function) -> None:
        self.function = function
        self.before = function.predecessors()
        self.dominators: Dominators = immediate_dominators(function.graph, function.entry)
        self._at: dict[str, tuple[Fact, ...]] = {}
        self._on_edge: dict[Edge, tuple[Fact, ...]] = {}
        for block, upper in self.dominators.items():  # a dominator comes before what it dominates
            own = (
                ()
                if block == function.entry or len(self.before[block]) > 1
                else tuple(self._of_edge(upper, block))
            )
            self._at[block] = (*own, *self._at.get(upper, ()))[:MOST_FACTS]

    def at(self, block: str) -> tuple[Fact, ...]:
        """What is known in a block."""
        return self._at.get(block, ())

    def on_edge(self, source: str, target: str) -> tuple[Fact, ...]:
        """What is known after going from `source` to `target`."""
        found = self._on_edge.get((source, target))
        if found is None:
            found = (*self._of_edge(source, target), *self._at.get(source, ()))[:MOST_FACTS]
            self._on_edge[source, target] = found
        return found

    def _of_edge(self, source: str, target: str) -> Iterator[Fact]:
        terminator = self.function.blocks[source].branch
        if (
            not terminator.operands
            or not isinstance(terminator.operands[0], Name)
            or len(set(terminator.targets)) == 1
        ):
            return
        subject = terminator.operands[0].name
        if terminator.opcode == "br":
            yield Fact(subject, frozenset((int(terminator.targets[0] == target),)))
            return
        cases = [(case.value, way) for case, way in terminator.choices if isinstance(case, Const)]
        if terminator.targets[0] == target:
            yield Fact(subject, without=frozenset(value for value, way in cases if way != target))
        else:
            yield Fact(subject, frozenset(value for value, way in cases if way == target))


class ByEdge(Generic[Kept]):
    """What `make` gives for an edge, kept until one of the values that it hangs on changes.

    All phis of a block ask for what is told on the edges into it, and it seldom changes between two
    of them. `hangs_on` names the values that `make` looks at, by name.
    """

    def __init__(
        self, hangs_on: Callable[[Edge], Iterable[str]], make: Callable[[Edge], Kept]
    ) -> None:
        self._find, self._make = hangs_on, make
        self._values: dict[Edge, dict[str, None]] = {}
        self._edges: dict[str, list[Edge]] = {}
        self._kept: dict[Edge, Kept] = {}

    def __getitem__(self, edge: Edge) -> Kept:
        if edge not in self._kept:
            self.hangs_on(edge)
            self._kept[edge] = self._make(edge)
        return self._kept[edge]

    def hangs_on(self, edge: Edge) -> dict[str, None]:
        """The values that what is kept for an edge hangs on, as keys."""
        if edge not in self._values:
            self._values[edge] = dict.fromkeys(self._find(edge))
            for name in self._values[edge]:
                self._edges.setdefault(name, []).append(edge)
        return self._values[edge]

    def changed(self, name: str) -> list[Edge]:
        """Forgets what hangs on a value; the edges for which that was None."""
        forgotten = [edge for edge in self._edges.get(name, ()) if edge in self._kept]
        return [edge for edge in forgotten if self._kept.pop(edge) is None]


def logic_of_select(select: Instruction) -> list[Operand]:
    """The sides of a selection that is an AND or an OR of single bits; none of another one."""
    condition, chosen, other = select.operands
    if other == Const(1, 0):
        return [condition, chosen]
    return [condition, other] if chosen == Const(1, 1) else []
