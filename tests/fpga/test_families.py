"""A small design on one part of every family."""

import pytest
from selection import one_of

from cryptagon.catalog import Target, targets
from cryptagon.fpga import QUICK, implement
from cryptagon.fpga.families import families

pytestmark = pytest.mark.slow

UNIT = """\
module unit (input clk, input rst, input [15:0] a, input [15:0] b, output reg [15:0] q);
  reg [15:0] a_q, b_q;
  always @(posedge clk) begin
    a_q <= rst ? 0 : a;
    b_q <= b ^ {a_q[7:0], a_q[15:8]};
    q <= (a_q & b_q) ^ {b_q[2:0], b_q[15:3]} ^ (a_q | {q[4:0], q[15:5]});
  end
endmodule
"""
TARGETS = targets()
TIMED = [one for one in TARGETS.values() if one.status == "timing"]
ESTIMATED = [one for one in TARGETS.values() if one.status == "estimate"]


def name_of(target: Target) -> str:
    return target.name


def test_every_family_has_a_target():
    assert {target.family for target in TARGETS.values()} == set(families())


# By day every family has either this test or the next one.
@pytest.mark.parametrize("target", one_of(2, [*TIMED[1:], TIMED[0]], name_of))
def test_a_small_design_is_placed_and_only_it_is_counted(build, compiled_tools, design, target):
    """The unit has 48 flip-flops, and 32 functions of three to five inputs, behind 33 inputs and
    before 16 outputs.
    """
    found = implement(design("unit", UNIT), target, QUICK)
    assert found.status == "ok"
    assert found.ffs == 48
    assert 32 <= (found.luts or 0) <= 48 + 48
    assert (found.brams, found.dsps) == (0, 0)
    assert 30 < (found.fmax_mhz or 0) < 1500
    assert "pins_clk" not in found.critical_path[0]


@pytest.mark.parametrize("target", one_of(2, TIMED, name_of))
def test_an_adder_is_placed(build, compiled_tools, design, target):
    """Carry chains are what families differ in most."""
    text = "module unit(input clk, input [15:0] a, output reg [15:0] q); always @(posedge clk) q <= q + a; endmodule\n"
    found = implement(design("unit", text), target, QUICK)
    assert found.status == "ok"
    assert (found.ffs, found.brams, found.dsps) == (16, 0, 0)
    assert 16 <= (found.luts or 0) <= 48


@pytest.mark.parametrize("target", one_of(2, ESTIMATED, name_of))
def test_an_estimate_is_an_area_without_a_frequency(build, design, target):
    found = implement(design("unit", UNIT), target, QUICK)
    assert found.status == "ok"
    assert found.ffs == 48
    assert 32 <= (found.luts or 0) <= 64
    assert (found.brams, found.dsps, found.fmax_mhz, found.seed) == (0, 0, None, None)
    assert found.seeds == ()
