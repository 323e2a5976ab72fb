"""Cycles per iteration of every loop, as analysed and as measured in simulation."""

import pytest
from cycle_designs import COUNTED
from language_designs import DESIGNS

# design: for each loop, outer ones first, its line in the function's body, cycles of an iteration
# and number of iterations (least, most)
LOOPS = {
    "rolled_loop": [(0, (10, 10), (None, None)), (1, (1, 1), (10, 10))],
    "nested_loops": [(0, (13, 13), (None, None)), (1, (4, 4), (3, 3)), (2, (1, 1), (4, 4))],
    "by_three": [(0, (3, 3), (None, None)), (1, (1, 1), (3, 3))],
    "while_loop": [(0, (1, None), (None, None)), (1, (1, 1), (1, None))],
    "break_continue": [(0, (1, 20), (None, None)), (1, (1, 1), (1, 20))],
    "early_return": [(0, (1, 8), (None, None)), (1, (1, 1), (1, 8))],
    "waits": [(0, (4, 4), (None, None))],
    "triangle": [(0, (11, 11), (None, None)), (1, (1, 4), (4, 4)), (2, (1, 1), (1, 4))],
    "one_after_the_other": [(0, (8, 8), (None, None)), (1, (1, 1), (3, 3)), (2, (1, 1), (4, 4))],
    "wait_in_a_loop": [(0, (9, 9), (None, None)), (1, (2, 2), (4, 4))],
    "wait_once": [(0, (6, 6), (None, None)), (1, (1, 2), (4, 4))],
    "one_hot_counter": [(0, (8, 8), (None, None)), (1, (1, 1), (8, 8))],
    "feedback_register_counter": [(0, (15, 15), (None, None)), (2, (1, 1), (15, 15))],
    "break_in_the_middle": [(0, (2, 13), (None, None)), (1, (2, 2), (1, 6))],
    "data_decides": [(0, (3, None), (None, None)), (1, (1, None), (2, 2)), (2, (1, 1), (1, None))],
    "read_before_rounds": [(0, (10, 10), (None, None)), (1, (1, 1), (10, 10))],
    "wait_before_rounds": [(0, (11, 11), (None, None)), (2, (1, 1), (10, 10))],
    "wait_between_loops": [(0, (7, 7), (None, None)), (2, (1, 1), (4, 4)), (4, (1, 1), (3, 3))],
    "headers_without_a_state": [
        (1, (12, 12), (None, None)),
        (1, (4, 4), (3, 3)),
        (2, (1, 1), (4, 4)),
    ],
    "written_in_this_or_the_next_iteration": [
        (0, (38, 38), (None, None)),
        (1, (9, 9), (4, 4)),
        (5, (1, 1), (3, 3)),
        (6, (1, 1), (5, 5)),
    ],
    "two_calls_of_rounds": [
        (0, (17, 17), (None, None)),
        (-2, (1, 1), (10, 10)),
        (-2, (1, 1), (6, 6)),
    ],
    "loops_one_into_the_other": [
        (0, (16, 16), (None, None)),
        (1, (1, 1), (5, 5)),
        (2, (1, 1), (7, 7)),
        (3, (1, 1), (3, 3)),
    ],
    "swapped_in_the_loop": [(0, (10, 10), (None, None)), (1, (1, 1), (10, 10))],
    "swapped_in_loops_that_do_the_same": [
        (0, (14, 14), (None, None)),
        (1, (1, 1), (5, 5)),
        (2, (1, 1), (8, 8)),
    ],
    "rounds_as_data_say": [(0, (1, None), (None, None)), (1, (1, 1), (1, None))],
    "rows_as_data_say": [
        (0, (4, None), (None, None)),
        (1, (1, None), (3, 3)),
        (2, (1, 1), (1, None)),
    ],
    "every_third_run": [(0, (1, 2), (None, None))],
}
NOT_ONE_OUTPUT_A_RUN = (
    "two_writes",
    "array_or_variable",
    "unrolled_alone",
    "copy_onto_itself",
    "written_in_this_or_the_next_iteration",
)
ONE_OUTPUT = [
    design.name for design in [*DESIGNS, *COUNTED] if design.name not in NOT_ONE_OUTPUT_A_RUN
]


@pytest.mark.parametrize("name", LOOPS)
def test_loops(outcomes, name):
    lines = next(
        design.source for design in [*DESIGNS, *COUNTED] if design.name == name
    ).splitlines()
    body = next(n for n, line in enumerate(lines, 1) if line.startswith("HARDWARE")) + 1
    found = outcomes[name].result.loops
    assert [
        (one.location.line - body, (one.least, one.most), (one.trips_least, one.trips_most))
        for one in found
    ] == LOOPS[name]


@pytest.mark.parametrize("name", ONE_OUTPUT)
def test_what_is_measured_lies_between_least_and_most(outcomes, name):
    whole = outcomes[name].result.loops[0]
    measured = outcomes[name].cycles("out")
    assert measured and whole.least <= min(measured)
    assert whole.most is None or max(measured) <= whole.most


@pytest.mark.parametrize("name", [design.name for design in COUNTED])
def test_counted_designs_do_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


def test_loops_know_their_states(outcomes):
    outer, inner = outcomes["wait_in_a_loop"].result.loops
    assert inner.parent == outer.header and outer.endless and not inner.endless
    assert [state.reason for state in inner.states] == ["loop", "wait()"]
    assert [state.reason for state in outer.states] == ["loop", "loop", "wait()"]
