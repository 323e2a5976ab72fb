import re

from cryptagon.catalog import Rules
from cryptagon.fpga import Design, plan_synthesis, synthesise
from cryptagon.fpga.pins import few_pins, wrapper_luts

ADDER = """module Adder (input clk, input rst, input [63:0] a, input [63:0] b, input go, output reg [64:0] sum, output done);
  always @(posedge clk) if (go) sum <= a + b;
  assign done = go;
endmodule
"""
INPUTS, OUTPUTS = {"a": 64, "b": 64, "go": 1}, {"sum": 65, "done": 1}


def test_every_port_is_connected_once():
    text = few_pins("Adder", INPUTS, OUTPUTS)
    assert re.findall(r"\.(\w+)\((\w+\[\d+:\d+\])\)", text) == [
        ("a", "inputs[63:0]"),
        ("b", "inputs[127:64]"),
        ("go", "inputs[128:128]"),
        ("sum", "outputs[64:0]"),
        ("done", "outputs[65:65]"),
    ]


def test_nothing_is_optimised_away_and_the_wrapper_costs_what_it_says(build, ecp5):
    core, wrapper = build / "Adder.v", build / "FewPins.v"
    core.write_text(ADDER)
    wrapper.write_text(few_pins("Adder", INPUTS, OUTPUTS))
    strategy, rules = next(iter(ecp5.strategies)), Rules(no_bram=True, no_dsp=True)
    alone, wrapped = (
        synthesise(plan_synthesis(Design("adder", top, sources), ecp5, strategy, rules)).cells
        for top, sources in (("Adder", (core,)), ("FewPins", (core, wrapper)))
    )
    assert wrapped["CCU2C"] == alone["CCU2C"]
    assert wrapped.get("LUT4", 0) - alone.get("LUT4", 0) == wrapper_luts(OUTPUTS) == 22
    assert wrapped["TRELLIS_FF"] - alone["TRELLIS_FF"] == 129 + 66 + 22
