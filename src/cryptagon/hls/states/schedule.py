"""Balanced stages: which task of an iteration runs in which of k clock cycles.

The stages' longest path is made as short as a greedy schedule allows. Among schedules with that
path, one that keeps few bits from stage to stage is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = 40  # halvings in the search for the shortest path
SLACK = 1e-6


@dataclass(frozen=True)
class Task:
    """One indivisible piece of an iteration, in the order of the source.

    `delay` is in levels of look-up tables, `operands` are the positions of the tasks whose results
    it needs, `bits` the width of its own result. `pinned` tasks (accesses, branches) keep their
    order: each is in the stage of the one before it or later, and with `gap` in a later one. `last`
    puts it into the last stage.
    """

    delay: float
    operands: tuple[int, ...]
    bits: int
    pinned: bool = False
    gap: bool = False
    last: bool = False


@dataclass(frozen=True)
class Schedule:
    """The stage of each task, the number of stages, and the longest path of any stage in levels."""

    stages: tuple[int, ...]
    count: int
    longest: float


def balanced(tasks: Sequence[Task], count: int) -> Schedule:
    """Spreads tasks over at most `count` stages: over fewer, when more make no path shorter; over
    more, when the gaps need them.
    """
    low, high = max((o.delay for o in tasks), default=0.0), sum(o.delay for o in tasks) + 1
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if _earliest(tasks, middle)[0] <= count else (middle, high)
    return within(tasks, high)


def within(tasks: Sequence[Task], longest: float) -> Schedule:
    """Spreads tasks over as many stages as it takes for no path to be longer than `longest`, but
    for that of a task that is longer alone.
    """
    needed, stages = _earliest(tasks, longest)
    early = [needed - 1 if o.last else stage for o, stage in zip(tasks, stages)]
    choices = [
        _wiring_late(tasks, stages) for stages in (early, _latest(tasks, early, longest, needed))
    ]
    stages = min(choices, key=lambda one: kept_bits(tasks, one, needed))
    return Schedule(tuple(stages), needed, longest_path(tasks, stages))


def longest_path(tasks: Sequence[Task], stages: Sequence[int]) -> float:
    """The longest path of any stage, in levels."""
    return max(times(tasks, stages), default=0.0)


def times(tasks: Sequence[Task], stages: Sequence[int]) -> list[float]:
    """When the result of each task is there in its stage, in levels."""
    time: list[float] = []
    for task, stage in zip(tasks, stages):
        time.append(
            task.delay + max((time[i] for i in task.operands if stages[i] == stage), default=0.0)
        )
    return time


def kept_bits(tasks: Sequence[Task], stages: Sequence[int], count: int) -> int:
    """Bits of results that are needed in a later stage, over all stages' ends."""
    until = list(stages)
    for task, stage in zip(tasks, stages):
        for i in task.operands:
            until[i] = max(until[i], stage)
    return sum(
        o.bits * (min(end, count - 1) - begin) for o, begin, end in zip(tasks, stages, until)
    )


def _earliest(tasks: Sequence[Task], longest: float) -> tuple[int, list[int]]:
    """Every task as early as it can run; the number of stages, and the stage of each."""
    stages: list[int] = []
    time: list[float] = []
    floor = 0
    for task in tasks:
        stage = max([floor + task.gap if task.pinned else 0, *(stages[i] for i in task.operands)])
        start = max((time[i] for i in task.operands if stages[i] == stage), default=0.0)
        if start and task.delay and start + task.delay > longest + SLACK:
            stage, start = stage + 1, 0.0
        floor = stage if task.pinned else floor
        stages.append(stage)
        time.append(start + task.delay)
    return max(stages, default=0) + 1, stages


def _latest(tasks: Sequence[Task], early: Sequence[int], longest: float, count: int) -> list[int]:
    """Every task as late as it can run; the pinned ones as they are in `early`."""
    users: list[list[int]] = [[] for _ in tasks]
    for i, task in enumerate(tasks):
        for operand in task.operands:
            users[operand].append(i)
    stages, tail = list(early), [0.0] * len(tasks)
    for i in reversed(range(len(tasks))):
        stage = (
            early[i]
            if tasks[i].pinned
            else min((stages[user] for user in users[i]), default=count - 1)
        )
        after = max((tail[user] for user in users[i] if stages[user] == stage), default=0.0)
        delay = tasks[i].delay
        if not tasks[i].pinned and after and delay and after + delay > longest + SLACK:
            stage, after = stage - 1, 0.0
        stages[i], tail[i] = max(stage, early[i]), after + delay
    return stages


def _wiring_late(tasks: Sequence[Task], stages: Sequence[int]) -> list[int]:
    """Moves what takes no time to the stage of its first user, where it is then made from what is
    kept anyway or is narrower.
    """
    moved = list(stages)
    first: dict[int, int] = {}
    width = [task.bits for task in tasks]
    for i in reversed(range(len(tasks))):
        task = tasks[i]
        narrower = sum(width[o] for o in set(task.operands)) <= task.bits
        if not task.pinned and not task.last and not task.delay and narrower and i in first:
            moved[i] = max(moved[i], first[i])
        for operand in task.operands:
            first[operand] = min(first.get(operand, moved[i]), moved[i])
    return moved
