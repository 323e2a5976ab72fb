import re

import pytest

from cryptagon.catalog import algorithm
from cryptagon.classes.aead.known_answers import known_answer_files, known_answers
from cryptagon.classes.aead.tests import Bench, TestSet
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.toolchain import find, run
from cryptagon.vendor.plain_verilog import plain_verilog

UNIT = """module Unit #(parameter int unsigned W = 4) (
    input logic clk, input logic we, input logic [2:0] at, input logic [W-1:0] d, output logic [W-1:0] q
);
  typedef enum logic [1:0] {IDLE, BUSY} state_e;
  state_e state_q;
  function automatic logic [3:0] choice(input logic [1:0] x);
    case (x)
      2'd0: choice = 4'h3;
      2'd1: choice = 4'h9;
      default: choice = 4'hc;
    endcase
  endfunction
  logic [W-1:0] memory[8];
  for (genvar i = 0; i < 2; i++) begin : g_part
    logic [W-1:0] part_q;
    always_ff @(posedge clk) part_q <= d ^ W'(choice(at[1:0])) ^ W'(i);
  end
  always_ff @(posedge clk) begin
    state_q <= we ? BUSY : IDLE;
    if (we) memory[at] <= g_part[0].part_q;
    q <= memory[at] ^ g_part[1].part_q ^ W'(state_q);
  end
endmodule
"""


def test_system_verilog_becomes_one_module_of_verilog_2001(tmp_path):
    source = tmp_path / "Unit.sv"
    source.write_text(UNIT)
    plain = plain_verilog(Design("unit", "Unit", (source,), {"W": 8}))
    assert re.findall(r"^module (\w+)", plain.text, re.MULTILINE) == ["Unit"]
    assert "\\" not in plain.text and "[7:0] memory [7:0]" in plain.text
    assert len(plain.netlist["modules"]["Unit"]["ports"]["d"]["bits"]) == 8
    (tmp_path / "unit.v").write_text(plain.text)
    verilator = find("verilator")
    lint = (
        "--lint-only",
        "--default-language",
        "1364-2001",
        "-Wno-fatal",
        "-Wno-lint",
        "-Wno-style",
        "unit.v",
    )
    run((*verilator.argv, *lint), cwd=tmp_path, env=verilator.env, log=tmp_path / "lint.log")


def test_source_with_a_fault_is_told(tmp_path):
    source = tmp_path / "Unit.sv"
    source.write_text("module Unit(input logic clk; endmodule\n")
    with pytest.raises(CryptagonError, match="cannot be written as Verilog-2001") as error:
        plain_verilog(Design("unit", "Unit", (source,)))
    assert error.value.where == f"{source}:1" and "syntax error" in error.value.why


@pytest.mark.slow
def test_core_as_plain_verilog_still_answers(tmp_path):
    ascon = algorithm("ascon128a")
    core = tmp_path / "CipherCore.v"
    core.write_text(plain_verilog(Design("ascon128a", "CipherCore", ascon.rtl_sources)).text)
    tests = TestSet(ascon, known_answers(known_answer_files(ascon), quick=True))
    assert Bench(tests).verify(VerilogCore((core,)), "aead") > 1000
