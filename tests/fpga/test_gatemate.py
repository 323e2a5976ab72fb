"""Registers with a clock enable and a synchronous reset, which GateMate does not have."""

import pytest

from cryptagon.catalog import Rules, target
from cryptagon.fpga import plan_synthesis, synthesise
from cryptagon.fpga.gatemate import COMMANDS, MAPS
from cryptagon.toolchain import find, run

pytestmark = pytest.mark.slow

KEPT = """\
module unit (input clk, input rst, input load, input [15:0] d, output reg [15:0] q);
  always @(posedge clk) if (rst) q <= 16'hc5a3; else if (load) q <= d;
endmodule
"""
PROOF = """\
{maps}
read_verilog -sv {source}
hierarchy -top unit
proc
opt
simplemap
opt_dff
design -save gold
{commands}
select -assert-none t:$_SDFFE_*
design -stash gate
design -load gold
select -assert-count 16 t:$_SDFFE_*
design -stash gold
design -copy-from gold -as gold unit
design -copy-from gate -as gate unit
equiv_make gold gate equiv
hierarchy -top equiv
equiv_simple -undef
equiv_induct -undef
equiv_status -assert
"""


def test_such_a_register_takes_one_cell_a_bit(build, design):
    plan = plan_synthesis(design("unit", KEPT), target("gatemate-a1"), "default", Rules())
    cells = dict(synthesise(plan).cells)
    assert cells.pop("CC_DFF") == 16
    assert not cells.get("CC_MX2") and sum(cells.values()) <= 16 + 2


@pytest.mark.parametrize("maps", [MAPS, MAPS.replace("D | R", "D")], ids=["right", "wrong"])
def test_it_does_the_same(tmp_path, design, maps):
    (source,) = design("unit", KEPT).sources
    script, yosys = tmp_path / "proof.ys", find("yosys")
    script.write_text(PROOF.format(maps=maps, source=source, commands="\n".join(COMMANDS)))
    log = tmp_path / "log"
    if maps is MAPS:
        run((*yosys.argv, script.name), cwd=tmp_path, env=yosys.env, log=log)
    else:
        with pytest.raises(Exception, match=r"[Uu]nproven"):
            run((*yosys.argv, script.name), cwd=tmp_path, env=yosys.env, log=log)


def test_eight_inputs_are_chosen_among_without_the_cell_that_cannot_be_placed(build, design):
    chosen = """\
module unit (input clk, input [63:0] d, input [2:0] by, output reg [7:0] q);
  always @(posedge clk) q <= d[8 * by +: 8];
endmodule
"""
    plan = plan_synthesis(design("unit", chosen), target("gatemate-a1"), "default", Rules())
    assert "CC_MX8" not in synthesise(plan).cells
