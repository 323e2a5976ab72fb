"""SHARED: the same results as natively, one instance however many calls, a cycle for every call too
many.
"""

import re

import pytest
from shared_designs import HEAD, MIX, SHARED

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

SECOND, THIRD = (
    "second call of shared function 'mix'",
    "third call of shared function 'mix' with 2 units",
)
# design: (why each state begins, cycles from one item out to the next)
COST = {
    "shared_one_call": (["loop"], {1}),
    "shared_chain": (["loop", SECOND, SECOND], {3}),
    "shared_exclusive": (["loop"], {1}),
    "shared_some_ways": (["loop", SECOND], {1, 2}),
    "shared_loop": (["loop", "loop"], {5}),
    "shared_unrolled": (["loop", SECOND, SECOND, SECOND], {4}),
    "shared_two_units": (["loop", THIRD], {2}),
    "shared_deep": (["loop", "second call of shared function 'odd'"], {2}),
    "shared_types": (["loop"], {1}),
    "shared_stages": (["loop", "loop", "stage 2 of 2, cycles(2)"], {1 + 3 * 2}),
    "shared_arrays": (["loop", "second call of shared function 'turn'"], {2}),
    "shared_everywhere": (["loop"], {1}),
    "shared_crossed": (["loop", "shared function 'turn' would hang on its own result"], {1, 2}),
}
UNITS = {
    "shared_two_units": ["unit_mix_0", "unit_mix_1"],
    "shared_crossed": ["unit_mix_0", "unit_turn_0"],
    "shared_deep": ["unit_odd_0"],
    "shared_arrays": ["unit_turn_0"],
    "shared_one_of_two_structs": ["unit_swapped_0"],
    "shared_of_an_element": ["unit_wide_0"],
    "shared_everywhere": [f"unit_box_{number}" for number in range(32)],
}


def _instances(verilog: str) -> list[str]:
    return re.findall(r"^  \w+ (unit_\w+) \($", verilog, re.MULTILINE)


@pytest.mark.parametrize("name", [design.name for design in SHARED])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", COST)
def test_states_and_cycles(outcomes, name):
    reasons, cycles = COST[name]
    assert [state.reason for state in outcomes[name].result.states] == reasons
    measured = outcomes[name].cycles("out")
    assert len(measured) > 3 and set(measured) == cycles


@pytest.mark.parametrize(
    "name", [design.name for design in SHARED if design.name != "shared_types"]
)
def test_there_are_as_many_instances_as_were_asked_for(outcomes, name):
    verilog = outcomes[name].result.core.sources[0].read_text()
    assert _instances(verilog) == UNITS.get(name, ["unit_mix_0"])


@pytest.mark.parametrize("name", [design.name for design in SHARED if MIX in design.source])
def test_the_multiplier_is_in_the_unit_s_module_alone_which_is_there_once(outcomes, name):
    verilog = outcomes[name].result.core.sources[0].read_text()
    assert verilog.count(" * ") == sum(
        unit.optimised.text.count("umul(") for unit in outcomes[name].result.units
    )


def test_a_function_that_is_never_called_and_a_unit_too_many_cost_nothing(tmp_path):
    source = tmp_path / "unit.c"
    head = (
        HEAD
        + MIX.replace("SHARED", "SHARED_UNITS(7)")
        + MIX.replace("mix", "idle").replace("static ", "")
    )
    source.write_text(
        f"{head}HARDWARE void unit(void) {{ unsigned x = stream_read(in); stream_write(out, mix(x, 1) + mix(x, 2)); }}\n"
    )
    result = compile_source(source, tmp_path)
    assert [unit.function.name for unit in result.units] == ["mix"]
    assert _instances(result.core.sources[0].read_text()) == ["unit_mix_0", "unit_mix_1"]


def test_a_unit_takes_part_in_the_balance_of_stages(outcomes):
    (unit,) = outcomes["shared_stages"].result.units
    assert unit.levels > 5  # a product, and more


def test_parameters_may_be_called_as_the_result_is(tmp_path):
    source = tmp_path / "mixed.c"
    source.write_text(
        HEAD
        + """
SHARED_UNITS(1)
static unsigned mix(unsigned result, unsigned returned) { return result * 5 ^ returned; }
HARDWARE void mixed(void) {
    unsigned x = stream_read(in);
    wait();
    stream_write(out, mix(mix(x, 3), x));
}"""
    )
    result = compile_source(source, tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5
