"""Which registers keep their values while an output waits: with them known, most of what a datum depends on is the same in the next cycle.

Without this a proof that a block of AES does not change would have to find out that two copies of its rounds are equal.
"""

import time
from pathlib import Path

from cryptagon.prove.engines import step
from cryptagon.prove.graph import Graph
from cryptagon.prove.model import Model
from cryptagon.prove.questions import Waiting, changing, registers_before
from cryptagon.toolchain import Verdict


def held_registers(model: Model, one: Waiting, folder: Path, limit_s: float) -> list[int]:
    """Registers (nodes) before the stream's data that provably keep their values in every cycle in which it waits.

    All are supposed to at first; a counterexample takes out those that change in it. Where time runs out none is known.
    """
    candidates = registers_before(model, one.data)
    nexts = {register.node: register.next for register in model.registers}
    end = time.monotonic() + limit_s
    while True:
        verdict, values = step(model, changing(model, one, candidates), folder, end - time.monotonic())
        if verdict is Verdict.PROVED:
            return candidates
        if verdict is Verdict.UNDECIDED:
            return []
        found = evaluated(model.graph, [nexts[node] for node in candidates], values)
        candidates = [node for node, value in zip(candidates, found) if value == values.get(node, 0)]


def evaluated(graph: Graph, literals: list[int], values: dict[int, int]) -> list[int]:
    """The values of literals, 0 or 1, from those of the nodes without logic; one that is not given is 0."""
    known = {0: 0}
    for node in graph.cone(literals):
        gate = graph.gates[node]
        if node in values or gate is None:
            known[node] = values.get(node, 0)
        else:
            left, right = gate
            known[node] = (known[left >> 1] ^ (left & 1)) & (known[right >> 1] ^ (right & 1))
    return [known[literal >> 1] ^ (literal & 1) for literal in literals]
