"""Records laid out in memory, jumps and effects do in Verilog what they do natively, and a loop by
`goto` is clocked.
"""

import pytest
from jump_designs import JUMPS_AND_EFFECTS
from record_designs import RECORDS


@pytest.mark.parametrize("name", [design.name for design in (*RECORDS, *JUMPS_AND_EFFECTS)])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


# design: the least and most cycles of a loop by `goto`, and how often it iterates
CLOCKED = {
    "backward_jump": (1, 1, 7, 7),
    "two_jumps_to_one_label": (1, 1, 12, None),
    "backward_jumps_in_each_other": (3, 3, 4, 4),
}


@pytest.mark.parametrize("name", CLOCKED)
def test_a_loop_by_goto_stays_rolled(outcomes, name):
    loops = outcomes[name].result.loops
    found = [(loop.least, loop.most, loop.trips_least, loop.trips_most) for loop in loops]
    assert CLOCKED[name] in found
