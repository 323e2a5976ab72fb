"""Loops that are unrolled where a design has a number of levels, and those that are not."""

import pytest
from unrolled_loop_designs import UNROLLED_LOOPS

from cryptagon.hls import compile_source

# design: the iterations of its unrolled loops
ITERATIONS = {
    "moved_along": [3],
    "moved_by_pointers": [4],
    "a_table_by_the_counter": [4],
    "loops_in_loops": [4, 3],
    "branches_by_the_counter": [4],
    "called_twice": [3],
    "in_several_cycles": [3],
    "products_of_a_loop": [],
    "as_often_as_data_say": [],
    "ended_by_data": [],
    "accesses_in_it": [],
    "the_source_says_how_long": [],
    "waits_in_it": [],
}


@pytest.mark.parametrize("name", ITERATIONS)
def test_it_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", ITERATIONS)
def test_a_loop_is_unrolled_that_takes_hardly_more_logic(outcomes, name):
    unrolled = outcomes[name].result.unrolled
    assert [loop.iterations for loop in unrolled] == ITERATIONS[name]


def test_every_design_is_in_the_table():
    assert ITERATIONS.keys() == {design.name for design in UNROLLED_LOOPS}


def test_without_a_number_of_levels_the_source_decides(tmp_path):
    design = next(one for one in UNROLLED_LOOPS if one.name == "moved_along")
    source = tmp_path / "unit.c"
    source.write_text(design.source.replace("HARDWARE_LEVELS(100)", "HARDWARE"))
    result = compile_source(source, tmp_path)
    assert result.unrolled == ()
    assert [(loop.least, loop.trips_most) for loop in result.loops[1:]] == [(1, 4), (1, 3)]


def test_cycles_are_those_of_the_levels(outcomes):
    """Three sums that hang on one another, each at a choice behind the one before: what reads the
    words is a state, and five follow.
    """
    assert len(outcomes["in_several_cycles"].result.states) == 6


def test_an_unrolled_loop_is_told_where_it_begins(outcomes):
    (loop,) = outcomes["moved_along"].result.unrolled
    assert loop.location.line == 7
