"""Balanced stages: which operation of an iteration runs in which of k clock cycles.

The stages' longest path is made as short as a greedy schedule allows. Among schedules with that path, one that keeps few bits from stage
to stage is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = 40  # halvings in the search for the shortest path
SLACK = 1e-6


@dataclass(frozen=True)
class Operation:
    """One indivisible piece of an iteration, in the order of the source.

    `delay` is in levels of look-up tables, `operands` are the positions of the operations whose results it needs, `bits` the width of its
    own result. `pinned` operations (accesses, branches) keep their order: each is in the stage of the one before it or later, and
    with `gap` in a later one. `last` puts it into the last stage.
    """

    delay: float
    operands: tuple[int, ...]
    bits: int
    pinned: bool = False
    gap: bool = False
    last: bool = False


@dataclass(frozen=True)
class Schedule:
    """The stage of each operation, the number of stages, and the longest path of any stage in levels."""

    stages: tuple[int, ...]
    count: int
    longest: float


def balanced(operations: Sequence[Operation], count: int) -> Schedule:
    """Spreads operations over at most `count` stages: over fewer, when more make no path shorter; over more, when the gaps need them."""
    low, high = max((o.delay for o in operations), default=0.0), sum(o.delay for o in operations) + 1
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if _earliest(operations, middle)[0] <= count else (middle, high)
    needed, stages = _earliest(operations, high)
    early = [needed - 1 if o.last else stage for o, stage in zip(operations, stages)]
    choices = [_wiring_late(operations, stages) for stages in (early, _latest(operations, early, high, needed))]
    stages = min(choices, key=lambda one: kept_bits(operations, one, needed))
    return Schedule(tuple(stages), needed, longest_path(operations, stages))


def longest_path(operations: Sequence[Operation], stages: Sequence[int]) -> float:
    """The longest path of any stage, in levels."""
    time: list[float] = []
    for operation, stage in zip(operations, stages):
        time.append(operation.delay + max((time[i] for i in operation.operands if stages[i] == stage), default=0.0))
    return max(time, default=0.0)


def kept_bits(operations: Sequence[Operation], stages: Sequence[int], count: int) -> int:
    """Bits of results that are needed in a later stage, over all stages' ends."""
    until = list(stages)
    for operation, stage in zip(operations, stages):
        for i in operation.operands:
            until[i] = max(until[i], stage)
    return sum(o.bits * (min(end, count - 1) - begin) for o, begin, end in zip(operations, stages, until))


def _earliest(operations: Sequence[Operation], longest: float) -> tuple[int, list[int]]:
    """Every operation as early as it can run; the number of stages, and the stage of each."""
    stages: list[int] = []
    time: list[float] = []
    floor = 0
    for operation in operations:
        stage = max([floor + operation.gap if operation.pinned else 0, *(stages[i] for i in operation.operands)])
        start = max((time[i] for i in operation.operands if stages[i] == stage), default=0.0)
        if start and start + operation.delay > longest + SLACK:
            stage, start = stage + 1, 0.0
        floor = stage if operation.pinned else floor
        stages.append(stage)
        time.append(start + operation.delay)
    return max(stages, default=0) + 1, stages


def _latest(operations: Sequence[Operation], early: Sequence[int], longest: float, count: int) -> list[int]:
    """Every operation as late as it can run; the pinned ones as they are in `early`."""
    users: list[list[int]] = [[] for _ in operations]
    for i, operation in enumerate(operations):
        for operand in operation.operands:
            users[operand].append(i)
    stages, tail = list(early), [0.0] * len(operations)
    for i in reversed(range(len(operations))):
        stage = early[i] if operations[i].pinned else min((stages[user] for user in users[i]), default=count - 1)
        after = max((tail[user] for user in users[i] if stages[user] == stage), default=0.0)
        if not operations[i].pinned and after and after + operations[i].delay > longest + SLACK:
            stage, after = stage - 1, 0.0
        stages[i], tail[i] = max(stage, early[i]), after + operations[i].delay
    return stages


def _wiring_late(operations: Sequence[Operation], stages: Sequence[int]) -> list[int]:
    """Moves what takes no time to the stage of its first user, where it is then made from what is kept anyway or is narrower."""
    moved = list(stages)
    first: dict[int, int] = {}
    width = [operation.bits for operation in operations]
    for i in reversed(range(len(operations))):
        operation = operations[i]
        narrower = sum(width[o] for o in set(operation.operands)) <= operation.bits
        if not operation.pinned and not operation.last and not operation.delay and narrower and i in first:
            moved[i] = max(moved[i], first[i])
        for operand in operation.operands:
            first[operand] = min(first.get(operand, moved[i]), moved[i])
    return moved
