"""HARDWARE_LEVELS(n) and `cryptagon hls --levels n`: cycles of n levels of logic at most."""

import pytest
from long_cycle_designs import LONG_CYCLES
from test_balanced_stages import chain

from cryptagon.hls import compile_source
from cryptagon.hls.states.schedule import within

# design: cycles from one item out to the next
CYCLES = {
    "steps_of_any_length": 1,
    "two_steps_a_cycle": 4,
    "one_step_a_cycle": 8,
    "chains_beside_each_other": 3,  # two for the steps, and what joins them
    "one_long_operation": 2,
}


@pytest.mark.parametrize("name", [design.name for design in LONG_CYCLES])
def test_long_cycles_do_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", CYCLES)
def test_a_cycle_has_so_many_levels_at_most(outcomes, name):
    assert set(outcomes[name].cycles("out")) == {CYCLES[name]}


def test_the_report_says_why_a_state_is_there(outcomes):
    reasons = [state.reason for state in outcomes["two_steps_a_cycle"].result.states]
    assert reasons[1:] == ["more than 6 levels of logic"] * 3


def test_the_compilers_option_comes_before_the_source(tmp_path):
    design = next(one for one in LONG_CYCLES if one.name == "two_steps_a_cycle")
    source = tmp_path / "unit.c"
    source.write_text(design.source)
    states = {n: len(compile_source(source, tmp_path, most_levels=n).states) for n in (0, 3, 12)}
    assert states == {0: 4, 3: 8, 12: 2}


def test_stages_are_as_many_as_the_longest_path_asks_for():
    assert within(chain(*[2.0] * 12), 8).count == 3
    assert within(chain(1, 8, 1, 1), 2).stages == (0, 1, 2, 2)
