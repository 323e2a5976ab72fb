"""A unit of the testbed's tests that needs no core: words in, each complemented out, of any
width.
"""

from pathlib import Path

from cryptagon.catalog import StreamPort
from cryptagon.core import VerilogCore
from cryptagon.simulate import StreamBench

ECHO = """module Complement #(parameter int unsigned IN = 32, parameter int unsigned OUT = 32) (
  input  logic           clk,
  input  logic           rst,
  input  logic [IN-1:0]  a,
  input  logic           a_valid,
  output logic           a_ready,
  output logic [OUT-1:0] z,
  output logic           z_valid,
  input  logic           z_ready
);
  logic [OUT-1:0] z_q;
  logic           full_q;

  assign a_ready = !full_q || z_ready;
  assign z_valid = full_q;
  assign z = z_q;

  always_ff @(posedge clk) begin
    if (rst) full_q <= 1'b0;
    else if (a_ready) full_q <= a_valid;
    if (a_valid && a_ready) z_q <= ~OUT'(a);
  end
endmodule
"""


class Words:
    """Items of `a`, and what must come of them."""

    def __init__(self, values, bits, out_bits):
        self.title = f"{len(values)} words"
        self.values, self.bits, self.out_bits = values, bits, out_bits

    def items(self, port):
        if port.direction == "in":
            return [{"data": value} for value in self.values]
        mask = (1 << self.out_bits) - 1
        return [{"data": ~value & mask} for value in self.values]


def complement(folder: Path, bits: int, out_bits: int = 0) -> tuple[VerilogCore, StreamBench]:
    """The unit with items of `bits` bits, and of `out_bits` out (0: as many)."""
    out_bits = out_bits or bits
    source = folder / "Complement.sv"
    source.write_text(ECHO)
    a = StreamPort(name="a", direction="in", fields={"data": bits})
    z = StreamPort(name="z", direction="out", fields={"data": out_bits})
    module = f"Complement #(.IN({bits}), .OUT({out_bits}))"
    return VerilogCore((source,)), StreamBench(
        f"complement{bits}x{out_bits}", module, (a, z), "none"
    )
