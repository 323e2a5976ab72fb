"""Loops that write a word of a RAM at once, and those that do not."""

import pytest
from wide_write_designs import WIDE_WRITES

# design: of each such loop the iterations, how many of them are one
AT_ONCE = {
    "a_table_copied": [(256, 4)],
    "by_pointers": [(256, 4)],
    "filled": [(512, 4)],
    "from_eight_on": [(248, 4)],
    "as_far_as_unequal": [(512, 4)],
    "of_16_bits": [(256, 2)],
    "with_contents": [(256, 4)],
    "in_two_places": [(256, 4)],
    "several_read_at_once": [(512, 4)],
    "moved_afterwards": [(512, 4)],
    "much_logic": [],
    "not_whole_words": [],
    "from_one_on": [],
    "backwards": [],
    "each_other_one": [],
    "few": [],
    "of_words": [],
    "two_arrays": [],
    "read_meanwhile": [],
    "bytes_as_often_as_data_say": [],
    "in_some_cycles": [],
    "waits_in_each_iteration": [],
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_it_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_loop_writes_words_that_writes_in_order(outcomes, name):
    result = outcomes[name].result
    assert [(loop.iterations, loop.at_once) for loop in result.unrolled] == AT_ONCE[name]
    trips = [loop.trips_most for loop in result.loops]
    assert all(iterations // at_once in trips for iterations, at_once in AT_ONCE[name])
    widths = {ram.name: ram.width // ram.elements_a_word for ram in result.rams}
    assert not AT_ONCE[name] or any(ram.width == 32 > widths[ram.name] for ram in result.rams)


def test_every_design_is_in_the_table():
    assert AT_ONCE.keys() == {design.name for design in WIDE_WRITES}


def test_an_iteration_takes_a_cycle(outcomes):
    _, loop = outcomes["a_table_copied"].result.loops
    assert (loop.least, loop.most, loop.trips_most) == (1, 1, 64)
