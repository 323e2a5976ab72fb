"""Deciding a question: by structure, by induction over one step, or by property directed
reachability (IC3) after the reset.
"""

import time
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.prove.aiger import Register, reached, write_network
from cryptagon.prove.graph import FALSE, TRUE
from cryptagon.prove.model import Model
from cryptagon.toolchain import Decision, Verdict, decide

NETWORK, WITNESS, LOG = "question.aig", "witness.txt", "abc.log"
# Where registers are cut off and take any value, one step of induction is a question about logic.
# Not `&cec`: it looks for equal gates, and here all hangs on one condition.
STEP = ("iprove",)
# Bradley 2011, Een, Mishchenko, Brayton 2011.
REACHABILITY = ("pdr",)


@dataclass(frozen=True)
class Settled:
    """What became of a question. `engine` is "structure", "induction" or "reachability", `depth`
    the cycles that the last one looked at.

    `cycles` are the values of the nodes without logic before them, cycle by cycle, up to the fault,
    where it is refuted.
    """

    verdict: Verdict
    engine: str
    depth: int
    seconds: float
    cycles: tuple[dict[int, int], ...] = ()


def settle(model: Model, bad: int, within: int, folder: Path, limit_s: float) -> Settled:
    """Whether `bad` is 0 in all states that follow a reset, while `within` is 1; in at most
    `limit_s` seconds.

    Structure and induction do without `within`: what they prove is true of any inputs at all.
    """
    start = time.monotonic()
    if bad == FALSE:
        return Settled(Verdict.PROVED, "structure", 0, 0.0)
    verdict, _ = step(model, bad, folder, limit_s)
    if verdict is Verdict.PROVED:
        return Settled(verdict, "induction", 1, time.monotonic() - start)
    left = limit_s - (time.monotonic() - start)
    if left <= 0:
        return Settled(Verdict.UNDECIDED, "induction", 1, time.monotonic() - start)
    found, cycles = _reachable(model, model.graph.both(bad, within), folder, left)
    return Settled(
        found.verdict, "reachability", found.depth or 0, time.monotonic() - start, cycles
    )


def step(model: Model, bad: int, folder: Path, limit_s: float) -> tuple[Verdict, dict[int, int]]:
    """Whether `bad` is 0 in all states at all, reachable or not; where it is not, the values of
    inputs and registers that make it 1.
    """
    if bad == FALSE:
        return Verdict.PROVED, {}
    inputs = write_network(folder / NETWORK, model.graph, bad, [])
    found = decide(
        [f"read_aiger {NETWORK}", *STEP],
        cwd=folder,
        limit_s=limit_s,
        log=folder / LOG,
        witness=WITNESS,
    )
    if found.verdict is not Verdict.REFUTED:
        return found.verdict, {}
    (values,) = _witness(folder, inputs, 1)
    return found.verdict, values


def _reachable(
    model: Model, bad: int, folder: Path, limit_s: float
) -> tuple[Decision, tuple[dict[int, int], ...]]:
    begun = _after_reset(model, bad)
    inputs = write_network(folder / NETWORK, model.graph, begun.bad, begun.registers)
    found = decide(
        [f"read_aiger {NETWORK}", *REACHABILITY],
        cwd=folder,
        limit_s=limit_s,
        log=folder / LOG,
        witness=WITNESS,
    )
    if found.verdict is not Verdict.REFUTED:
        return found, ()
    first, *others = _witness(folder, inputs, (found.frame or 0) + 1)
    state = {node: first.get(anything >> 1, 0) for node, anything in begun.anything.items()}
    return found, (first | state, *others)


@dataclass(frozen=True)
class _Begun:
    """A question whose registers are all 0 at first; `anything` are the free bits for what
    registers without a reset value begin with.
    """

    bad: int
    registers: tuple[Register, ...]
    anything: dict[int, int]


def _after_reset(model: Model, bad: int) -> _Begun:
    """The question with registers that begin as after the reset.

    One that begins with 1 is kept inverted; one that begins with anything shows a free bit in the
    first cycle, which a register marks.
    """
    graph = model.graph
    kept = set(reached(graph, bad, model.registers))
    initial = {
        register: value
        for register, value in zip(model.registers, model.initial)
        if register in kept
    }
    started = graph.free()
    stored = {register: graph.free() for register in initial}
    anything = {register.node: graph.free() for register, value in initial.items() if value is None}
    shown = {register.node: latch ^ (initial[register] or 0) for register, latch in stored.items()}
    shown |= {node: graph.choose(started, shown[node], bit) for node, bit in anything.items()}
    whole, *nexts = graph.replaced([bad, *(register.next for register in initial)], shown)
    begun = [
        Register(stored[register] >> 1, following ^ (initial[register] or 0))
        for register, following in zip(initial, nexts)
    ]
    return _Begun(whole, (*begun, Register(started >> 1, TRUE)), anything)


def _witness(folder: Path, inputs: list[int], cycles: int) -> list[dict[int, int]]:
    """The values of the inputs in each cycle: a line of digits each, after one for the
    registers.
    """
    digits = (folder / WITNESS).read_text().partition("#")[0].splitlines()[1 : cycles + 1]
    if len(digits) != cycles or any(len(line) != len(inputs) for line in digits):
        raise CryptagonError(
            "ABC's counterexample is not as long as it should be", where=str(folder / WITNESS)
        )
    return [dict(zip(inputs, map(int, line))) for line in digits]
