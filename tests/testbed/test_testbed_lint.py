"""The testbed's Verilog, and the model of its crossings, pass Verilator's lint with all
warnings.
"""

import pytest
from test_verilog_lint import complaint

from cryptagon import paths
from cryptagon.testbed.boards.ulx3s import FILES as ULX3S
from cryptagon.testbed.build import MODEL

FILES = paths.hardware_of("testbed")
CHANNELS = [
    (kind, [f"-GITEM={bits}"])
    for kind in ("InputChannel", "OutputChannel")
    for bits in (8, 32, 64, 192)
]

SYSTEM = [file for file in sorted(ULX3S.glob("*.sv")) if file.stem != "Ulx3sPll"]  # a chip's own


@pytest.mark.parametrize("top", [file.stem for file in SYSTEM])
def test_every_module_of_the_system_is_free_of_warnings(top, tmp_path):
    assert complaint(top, SYSTEM, [], tmp_path) == ""


@pytest.mark.parametrize(("top", "options"), [*((file.stem, []) for file in FILES), *CHANNELS])
def test_every_module_is_free_of_warnings(top, options, tmp_path):
    assert complaint(top, FILES, options, tmp_path) == ""


def test_the_model_of_a_crossing_is_free_of_warnings(tmp_path):
    assert complaint("CrossingFlop", [MODEL], [], tmp_path) == ""
