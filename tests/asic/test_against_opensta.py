"""The period from register to register against OpenSTA, where that is installed (on Debian: apt
install opensta).
"""

import re
import shutil

import pytest

from cryptagon.asic import implement
from cryptagon.toolchain import find, run

STA = shutil.which("sta")
LFSR = """\
module lfsr (input logic clk, input logic [15:0] in, output logic [15:0] q);
  always_ff @(posedge clk) q <= ({q[14:0], q[15] ^ q[13] ^ q[12] ^ q[10]} + (q & in)) ^ {q[7:0], q[15:8]} * 16'd5;
endmodule
"""
COMMANDS = """\
read_liberty {library}
read_verilog netlist.v
link_design lfsr
create_clock -name clk -period 10 [get_ports clk]
set_wire_load_model -name {wires}
report_checks -from [all_registers -clock_pins] -to [all_registers -data_pins] -digits 6
"""


@pytest.mark.skipif(STA is None, reason="OpenSTA is not installed")
@pytest.mark.parametrize("strategy", ["area", "balanced", "fastest"])
def test_period_is_that_of_opensta(build, nangate45, design, strategy):
    """Within 0.3 %: OpenSTA also knows the resistance of wires."""
    (ours,) = implement(design("lfsr", LFSR), nangate45, [strategy]).attempts
    yosys = find("yosys")
    (build / "verilog.ys").write_text(
        f"read_json {ours.folder}/netlist.json\nwrite_verilog -noattr -noexpr netlist.v\n"
    )
    run([*yosys.argv, "verilog.ys"], cwd=build, env=yosys.env)
    (build / "time.tcl").write_text(
        COMMANDS.format(library=nangate45.path, wires=nangate45.wire_load.name)
    )
    said = run([str(STA), "-exit", "time.tcl"], cwd=build).stdout
    slack = re.search(r"([\d.]+)\s+slack", said)
    assert slack, said
    assert ours.fmax_mhz and 1e3 / ours.fmax_mhz == pytest.approx(10 - float(slack[1]), rel=0.003)
