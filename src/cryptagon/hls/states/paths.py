"""The longest way through the logic of a cycle, when a function is cut into states in this way or
that.
"""

from collections.abc import Iterable, Reversible

from cryptagon.hls.ir.graph import Descendants, reverse_postorder
from cryptagon.hls.ir.instructions import Instruction, Load
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.conflicts import START, activation_graph
from cryptagon.hls.states.delays import levels, table_words_of


def longest_path(function: Function, cuts: Reversible[str]) -> float:
    """The longest way from registers and ports to registers and ports, in levels, where a state
    begins at each block of `cuts`.
    """
    graph = activation_graph(function, cuts)
    order = reverse_postorder(graph, START)
    reach = Descendants(graph, order)
    home = {i.result: (block.name, i) for block, i in function.instructions() if i.result}
    kept = {phi.result for name in cuts for phi in function.blocks[name].phis}
    ready: dict[str, float] = {}

    def arrive(values: Iterable[str], block: str) -> float:
        last = 0.0
        for value in values:
            at = ready.get(value, 0.0)
            if at > last and value not in kept:  # most need no question of reach
                made = home[value][0]
                last = at if made == block or reach.leads(made, block) else last
        return last

    def delay(instruction: Instruction) -> float:
        address = home.get(instruction.address.name) if isinstance(instruction, Load) else None
        return levels(instruction, table_words=table_words_of(address[1] if address else None))

    for name in order:
        for i in function.blocks[name].instructions if name in function.blocks else ():
            ready[i.result] = max(
                ready.get(i.result, 0.0),
                delay(i) + arrive(i.uses(), name),
            )
    return max(ready.values(), default=0.0)
