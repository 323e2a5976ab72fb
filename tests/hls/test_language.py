"""Every construct of clocked C does in Verilog what it does natively, with pauses on every stream
and without.
"""

import pytest
from language_designs import DESIGNS


@pytest.mark.parametrize("name", [design.name for design in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()
