"""The order of statements changes a design's text, and nothing that it does."""

import pytest

from cryptagon import fpga
from cryptagon.toolchain import find, run
from cryptagon.vendor.plain_verilog import plain_verilog

SOURCE = """
module turner (input clk, input rst, input [3:0] chosen, input [7:0] data, output reg [7:0] state, output [7:0] seen);
  reg [7:0] memory [0:3];
  wire [7:0] next = chosen[3] ? state + data : {state[6:0], state[7]} ^ table_of(chosen[2:0]);
  function [7:0] table_of(input [2:0] index);
    case (index)
      3'd0: table_of = 8'h63;
      3'd3: table_of = 8'h7c;
      default: table_of = {5'd0, index};
    endcase
  endfunction
  assign seen = memory[chosen[1:0]] & next;
  always @(posedge clk) begin
    if (chosen[2]) memory[chosen[1:0]] <= next;
    if (rst) state <= 8'h1;
    else state <= next;
  end
endmodule
"""
SAME = """
read_verilog {folder}/first.v
rename turner first
read_verilog {folder}/other.v
rename turner other
proc
memory_map
opt_clean
equiv_make first other both
hierarchy -top both
equiv_simple
equiv_induct
equiv_status -assert
"""


@pytest.fixture
def equal_logic(benchmarks):
    return benchmarks("equal_logic")


@pytest.fixture
def flat(tmp_path):
    (tmp_path / "turner.v").write_text(SOURCE)
    return plain_verilog(fpga.Design("turner", "turner", (tmp_path / "turner.v",))).text


def test_every_order_has_the_same_statements(equal_logic, flat):
    declared, statements = equal_logic.split(flat)
    assert len(statements) > 5
    assert sum("always" in one for one in statements) == flat.count("always")
    orders = [equal_logic.in_order(flat, order) for order in range(4)]
    assert len(set(orders)) == 4
    for order in orders:
        assert equal_logic.split(f"\n{order}")[0] == declared
        assert sorted(equal_logic.split(f"\n{order}")[1]) == sorted(statements)


def test_another_order_does_the_same(equal_logic, flat, tmp_path):
    (tmp_path / "first.v").write_text(flat)
    (tmp_path / "other.v").write_text(equal_logic.in_order(flat, 1))
    (tmp_path / "same.ys").write_text(SAME.format(folder=tmp_path))
    yosys = find("yosys")
    run((*yosys.argv, "same.ys"), cwd=tmp_path, env=yosys.env, log=tmp_path / "same.log")
