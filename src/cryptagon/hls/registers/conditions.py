"""What is known where control goes from one block to another: the outcomes of the branches that
every way there takes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.hls.ir.graph import Dominators, immediate_dominators
from cryptagon.hls.ir.instructions import Const, Name
from cryptagon.hls.ir.model import Function

MOST_FACTS = 8  # the nearest ones


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
        return (*self._of_edge(source, target), *self._at.get(source, ()))[:MOST_FACTS]

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
