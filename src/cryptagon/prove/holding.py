"""Which registers keep their values while an output waits: with them known, most of what a datum
depends on is the same in the next cycle.

Without this a proof that a block of AES does not change would have to find out that two copies of
its rounds are equal.
"""

import time
from pathlib import Path
from random import Random

from cryptagon.prove.engines import step
from cryptagon.prove.graph import Graph
from cryptagon.prove.model import Model
from cryptagon.prove.questions import Waiting, changing, registers_before
from cryptagon.toolchain import Verdict

LANES = 256


def held_registers(model: Model, one: Waiting, folder: Path, limit_s: float) -> list[int]:
    """Registers (nodes) before the stream's data that provably keep their values in every cycle in
    which it waits.

    All are supposed to at first; a counterexample, and others like it, take out those that change.
    Where time runs out none is known.
    """
    candidates = registers_before(model, one.data)
    end, random = time.monotonic() + limit_s, Random(1)
    while True:
        verdict, values = step(
            model, changing(model, one, candidates), folder, end - time.monotonic()
        )
        if verdict is Verdict.PROVED:
            return candidates
        if verdict is Verdict.UNDECIDED:
            return []
        candidates = _unchanged(
            model, one, candidates, {node: _alike(value, random) for node, value in values.items()}
        )


def _alike(value: int, random: Random) -> int:
    """A bit in LANES variants of a counterexample: the first is the counterexample, the others have
    a bit in two, four or eight changed.
    """
    flips = random.getrandbits(LANES)
    for part in range(1, 3):
        flips &= random.getrandbits(LANES) | ((1 << LANES * part // 3) - 1)
    return (flips & ~1) ^ ((1 << LANES) - 1) * value


def _unchanged(
    model: Model, one: Waiting, candidates: list[int], values: dict[int, int]
) -> list[int]:
    """The candidates that no lane sees changed while the stream waits."""
    nexts = {register.node: register.next for register in model.registers}
    stalls, *found = evaluated(
        model.graph, [one.stalls, *(nexts[node] for node in candidates)], values, LANES
    )
    return [
        node for node, value in zip(candidates, found) if not (value ^ values.get(node, 0)) & stalls
    ]


def evaluated(
    graph: Graph, literals: list[int], values: dict[int, int], lanes: int = 1
) -> list[int]:
    """The values of literals from those of the nodes without logic; one that is not given is 0.

    A value has one bit a lane.
    """
    ones = (1 << lanes) - 1
    known = {0: 0}
    for node in graph.cone(literals):
        gate = graph.gates[node]
        if node in values or gate is None:
            known[node] = values.get(node, 0)
        else:
            left, right = gate
            known[node] = (known[left >> 1] ^ -(left & 1) & ones) & (
                known[right >> 1] ^ -(right & 1) & ones
            )
    return [known[literal >> 1] ^ -(literal & 1) & ones for literal in literals]
