"""cycles(k): an iteration in k balanced stages."""

import pytest
from cycle_designs import STAGED
from test_expect_cycles import refusal

from cryptagon.hls.schedule import Operation, balanced, kept_bits

# design: cycles of an iteration of the loop with the statement, cycles from one item out to the next where they are always the same
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
    assert [state.reason for state in loop.states][1:stages] == [f"stage {n} of {stages}, cycles({stages})" for n in range(2, stages + 1)]
    assert measured is None or set(outcomes[name].cycles("out")) == {measured}


def chain(*delays: float) -> list[Operation]:
    return [Operation(delay, (n - 1,) if n else (), 32) for n, delay in enumerate(delays)]


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
    source, widened = Operation(4, (), 8), Operation(0, (0,), 128)
    operations = [source, widened, Operation(4, (1,), 8)]
    schedule = balanced(operations, 2)
    assert schedule.stages == (0, 1, 1) and kept_bits(operations, schedule.stages, 2) == 8


def test_accesses_keep_their_order():
    early, late = Operation(0, (), 32, pinned=True), Operation(0, (), 0, pinned=True, gap=True)
    schedule = balanced([early, Operation(3, (0,), 32), late, Operation(3, (1,), 32)], 2)
    assert schedule.stages == (0, 0, 1, 1)


LOOP = "for (int i = 0; i < 4; i++) {{ {} }}"
REFUSED = {
    "more than are of use": (
        LOOP.format("\ncycles(3);\nx = x * x + i;"),
        """\
unit.c:7: cycles(3) asks for more stages than are of use
  why: with 2 stages the longest path is that of one operation, at unit.c:8; more make it no shorter
  fix: ask for 2""",
    ),
    "around a loop": (
        LOOP.format("\ncycles(2);\nfor (int j = 0; j < 3; j++) x = x * 3 + j;"),
        """\
unit.c:7: cycles(2) stands in a loop around another clocked loop
  why: the loop at unit.c:8 has cycles of its own
  fix: write it in the inner loop, or mark that one UNROLL""",
    ),
    "with wait": (
        LOOP.format("cycles(2);\nx = x * x + i;\nwait();"),
        """\
unit.c:6: cycles(2) stands in a loop with a wait()
  why: at unit.c:8 the source itself begins a cycle
  fix: take the wait() away, or split the iteration by wait() alone""",
    ),
    "two": (
        LOOP.format("cycles(2);\ncycles(3);\nx = x * x + i;"),
        """\
unit.c:7: cycles(3) contradicts another one in the same loop
  why: that one is at unit.c:6
  fix: write one of them""",
    ),
    "many accesses": (
        LOOP.format("cycles(2);\nx ^= stream_read(in);\nx += stream_read(in);\nx ^= stream_read(in);"),
        """\
unit.c:6: cycles(2) asks for fewer stages than the loop has accesses in a row
  why: its accesses need 3 cycles: a stream moves one item a cycle, no read follows a write in one, a unit serves one call
  fix: ask for 3""",
    ),
    "accesses that need another cycle": (
        LOOP.format("cycles(2);\nx = x * x + i;\nif (x & 1) { x ^= stream_read(in); x += stream_read(in); }\nx *= x;"),
        """\
unit.c:6: cycles(2) cannot be kept: the loop takes 2 to 3 cycles an iteration
  why: line 6: loop; line 8: stage 2 of 2, cycles(2); line 8: second access to stream 'in'
  fix: ask for as many stages as its accesses need, or make them fewer""",
    ),
    "unrolled": (
        f"UNROLL {LOOP.format('cycles(2); x = x * x + i;')}",
        """\
unit.c:6: cycles stands in a loop marked UNROLL
  why: such a loop is logic and has no cycles of its own
  fix: write it in the body of the clocked loop around, or take the UNROLL away""",
    ),
}


@pytest.mark.parametrize(("body", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(body, message, tmp_path):
    assert refusal(body, tmp_path) == message
