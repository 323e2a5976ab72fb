"""One iteration of a rolled loop is one clock cycle: exact states, cycles and registers."""

import pytest
from language_designs import DESIGNS

# design: (why each state begins, cycles from one item out to the next where they are always the
# same)
COST = {
    "unrolled": (["loop"], 1),
    "unrolled_alone": (["loop", "second access to stream 'in'", "second access to stream 'in'"], 1),
    "unrolled_to_nothing": (["loop"], 1),
    "bytes_of_counters": (["loop", "loop"], 1 + 3),
    "rolled_loop": (["loop", "loop"], 10),
    "count_down": (["loop", "loop"], 10),
    "by_two": (["loop", "loop"], 5),
    "by_three": (
        ["loop", "loop"],
        3,
    ),  # the tenth iteration, which no group of three has, runs in the cycle of the first group
    "nested_loops": (["loop", "loop"], 1 + 3 * 4),
    "unrolled_in_rolled": (["loop", "loop"], 5),
    "word_rom": (["loop", "loop"], 5),
    "loop_of_reads": (["loop"], 4),
    "switches": (["loop"], 1),
    "waits": (["loop", "wait()", "wait()", "wait()"], 4),
    "two_reads": (["loop", "second access to stream 'in'"], 2),
    "read_after_write": (["loop", "read of 'b' after a write"], 2),
    "exclusive": (["loop"], 1),
    "exclusive_by_value": (["loop"], 1),
    "peeked_then_read": (["loop"], 1),
    "asks": (["loop"], 1),
    "asked_after_read": (["loop", "second access to stream 'in'"], 2),
    "written_together": (["loop"], 1),
    "read_before_rounds": (["loop", "loop"], 10),  # the first round runs in the cycle of the read
    "read_before_few_choices": (["loop", "loop"], 4),
    "read_before_many_choices": (["loop", "loop"], 1 + 100),
    "read_before_many_rounds": (["loop", "loop"], 100),
    "loops_that_count_both_ways": (["loop", "wait()"], 1 + 5 + 8 + 7),
    "wait_before_rounds": (["loop", "wait()"], 1 + 10),
    "wait_before_one_of_two": (["loop", "wait()", "loop"], 1 + 1 + 6 + 5),
    "constant_for_what_is_converted": (["loop", "wait()"], 2 * (1 + 5) + 5),
    "read_beside_the_last_round": (["loop", "loop"], 1 + 3 + 6),
    "headers_without_a_state": (["loop"], 3 * 4),
    "two_calls_of_rounds": (["loop", "loop"], 1 + 10 + 6),  # loops that do the same are one
    "four_calls_in_a_row": (["loop", "loop"], 1 + 4 * 5),
    "loops_one_into_the_other": (["loop", "loop"], 1 + 5 + 7 + 3),
    "swapped_in_the_loop": (["loop", "loop"], 10),
    "swapped_in_loops_that_do_the_same": (["loop", "loop"], 1 + 5 + 8),
}


@pytest.mark.parametrize("name", COST)
def test_states_and_cycles(outcomes, name):
    reasons, cycles = COST[name]
    assert [state.reason for state in outcomes[name].result.states] == reasons
    measured = outcomes[name].cycles("out")
    assert len(measured) > 3 and set(measured) == {cycles}


def test_while_loop_takes_a_cycle_an_iteration(outcomes):
    items = next(design.items["in"] for design in DESIGNS if design.name == "while_loop")
    iterations = [max(0, item.bit_length() - 2) for item in items if isinstance(item, int)]
    assert outcomes["while_loop"].cycles("out") == [max(1, n) for n in iterations[1:]]


def test_two_writes_take_two_cycles(outcomes):
    outcome = outcomes["two_writes"]
    assert [state.reason for state in outcome.result.states] == [
        "loop",
        "second access to stream 'out'",
    ]
    assert set(outcome.cycles("out")) == {1} and len(outcome.free["out"]) == 2 * 20


def test_counter_is_as_wide_as_it_counts(outcomes):
    registers = {
        register.name: register.width
        for register in outcomes["nested_loops"].result.registers.registers
    }
    assert registers == {"i": 2, "j": 2, "x": 8}


def test_stateless_design_has_no_registers(outcomes):
    assert outcomes["unrolled"].result.registers.bits == 0


def test_states_say_where_they_begin(outcomes):
    second = outcomes["two_reads"].result.states[1]
    lines = next(design.source for design in DESIGNS if design.name == "two_reads").splitlines()
    assert "b = stream_read(in)" in lines[second.location.line - 1]


@pytest.mark.parametrize("name", ("two_calls_of_rounds", "swapped_in_loops_that_do_the_same"))
def test_loops_that_became_one_have_its_state(outcomes, name):
    """Whichever block each of them began at."""
    result = outcomes[name].result
    inner = [loop.states for loop in result.loops if loop.parent]
    assert len(inner) == 2 and inner[0] == inner[1] == result.states[1:]
