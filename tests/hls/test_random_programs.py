"""Random designs of clocked C do in Verilog what they do natively."""

import pytest

from cryptagon.hls.cosimulation import cosimulate
from cryptagon.hls.random_programs import random_designs

DESIGNS = random_designs(seed=1, count=100)


@pytest.fixture(scope="module")
def random_outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("random"))


@pytest.mark.slow
@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_verilog_does_what_the_native_run_does(random_outcomes, design):
    random_outcomes[design.name].check()
