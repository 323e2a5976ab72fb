"""cycles(k): an iteration in k balanced stages."""

import pytest
from cycle_designs import STAGED

from cryptagon.hls.states.schedule import Task, balanced, kept_bits

# design: cycles of an iteration of the loop with the statement, cycles from one item out to the
# next where they are always the same
COST = {
    "multiply_and_add": (2, 1 + 2 * 6),
    "sums": (4, 1 + 4 * 6),
    "staged_function": (2, 2),
    "staged_branches": (2, 1 + 2 * 6),
    "staged_switch": (2, 1 + 2 * 6),
    "reads_in_stages": (2, 2),
    "staged_accesses": (2, None),
}


@pytest.mark.parametrize("name", [design.name for design in STAGED])
def test_stages_do_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", COST)
def test_an_iteration_takes_as_many_cycles(outcomes, name):
    stages, measured = COST[name]
    loop = outcomes[name].result.loops[-1]
    assert (loop.least, loop.most) == (stages, stages)
    assert [state.reason for state in loop.states][1:stages] == [
        f"stage {n} of {stages}, cycles({stages})" for n in range(2, stages + 1)
    ]
    assert measured is None or set(outcomes[name].cycles("out")) == {measured}


def chain(*delays: float) -> list[Task]:
    return [Task(delay, (n - 1,) if n else (), 32) for n, delay in enumerate(delays)]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_the_longest_path_is_cut_into_equal_parts(count):
    schedule = balanced(chain(*[2.0] * 12), count)
    assert schedule.longest == 24 / count and schedule.count == count
    assert list(schedule.stages) == sorted(schedule.stages)


def test_one_long_operation_bounds_the_rest():
    schedule = balanced(chain(1, 8, 1, 1), 3)
    assert schedule.longest == 8 and schedule.count == 3
    assert balanced(chain(1, 8, 1, 1), 4).count == 3


def test_little_is_kept_from_stage_to_stage():
    """A wide value that a narrow one becomes is made where it is used."""
    source, widened = Task(4, (), 8), Task(0, (0,), 128)
    tasks = [source, widened, Task(4, (1,), 8)]
    schedule = balanced(tasks, 2)
    assert schedule.stages == (0, 1, 1) and kept_bits(tasks, schedule.stages, 2) == 8


def test_accesses_keep_their_order():
    early, late = Task(0, (), 32, pinned=True), Task(0, (), 0, pinned=True, gap=True)
    schedule = balanced([early, Task(3, (0,), 32), late, Task(3, (1,), 32)], 2)
    assert schedule.stages == (0, 0, 1, 1)
