"""The longest way through the logic of a cycle, when a function is cut into states in this way or
that.
"""

from collections.abc import Reversible, Sequence

from cryptagon.hls.ir.graph import Descendants, reverse_postorder
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.conflicts import START, activation_graph
from cryptagon.hls.states.delays import delay_of

Step = tuple[str, float, Sequence[str]]
"""What an instruction makes, the levels that it takes for that, and what it uses."""


class Paths:
    """The ways through a function, which must not change meanwhile: what each instruction takes is
    worked out once, for any number of ways to cut it.
    """

    def __init__(self, function: Function) -> None:
        self.function = function
        self._made = {i.result: block.name for block, i in function.instructions() if i.result}
        made = function.definitions()
        self._steps: dict[str, list[Step]] = {
            name: [(i.result, delay_of(i, made, {}), i.uses()) for i in block.instructions]
            for name, block in function.blocks.items()
        }

    def longest(self, cuts: Reversible[str]) -> float:
        """The longest way from registers and ports to registers and ports, in levels, where a state
        begins at each block of `cuts`.
        """
        graph = activation_graph(self.function, cuts)
        order = reverse_postorder(graph, START)
        reach, made = Descendants(graph, order), self._made
        kept = {phi.result for name in cuts for phi in self.function.blocks[name].phis}
        ready: dict[str, float] = {}
        for name in order:
            for result, delay, uses in self._steps.get(name, ()):
                last = 0.0
                for value in uses:
                    at = ready.get(value, 0.0)
                    if at > last and value not in kept:  # most need no question of reach
                        home = made[value]
                        last = at if home == name or reach.leads(home, name) else last
                ready[result] = max(ready.get(result, 0.0), delay + last)
        return max(ready.values(), default=0.0)


def longest_path(function: Function, cuts: Reversible[str]) -> float:
    """The longest way through a function that is cut in one way alone, in levels."""
    return Paths(function).longest(cuts)
