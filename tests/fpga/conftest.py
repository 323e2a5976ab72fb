"""Small designs, a part to put them on, and a build folder of the test's own."""

from pathlib import Path

import pytest

from cryptagon.catalog import target
from cryptagon.fpga import Design
from cryptagon.toolchain.nextpnr import code_cache

COUNTER = """\
module counter #(parameter WIDTH = 8) (input logic clk, input logic rst, output logic [WIDTH-1:0] count);
  always_ff @(posedge clk) count <= rst ? '0 : count + 1'b1;
endmodule
"""


@pytest.fixture(scope="session")
def compiled_tools() -> Path:
    """Where nextpnr's machine code is: made once for all tests."""
    return code_cache("ecp5").parent


@pytest.fixture
def build(tmp_path, monkeypatch, compiled_tools):
    """An empty build folder, except for the compiled tools."""
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "toolchain").symlink_to(compiled_tools)
    monkeypatch.setenv("CRYPTAGON_BUILD", str(folder))
    return folder


@pytest.fixture
def ecp5():
    return target("ecp5-85f-8")


@pytest.fixture
def small_part(ecp5):
    """The smallest part of the family: 24,288 LUTs, 56 block RAMs."""
    return ecp5.model_copy(
        update={"name": "ecp5-25f-8", "nextpnr": ("--25k", "--speed", "8", "--package", "CABGA381")}
    )


@pytest.fixture
def design(tmp_path):
    """Writes a source and makes a design of it: `design("top", text, parameter=value)`."""

    def make(top: str, text: str, **parameters: int) -> Design:
        source = tmp_path / f"{top}.sv"
        source.write_text(text)
        return Design(top, top, (source,), parameters)

    return make


@pytest.fixture
def counter(design):
    return design("counter", COUNTER)
