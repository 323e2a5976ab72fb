"""A unit that has every kind of cell that is modelled, and what it answers."""

import random
from dataclasses import dataclass

from cryptagon.catalog import Rules, Target
from cryptagon.fpga import QUICK, Design, Implementation, implement
from cryptagon.simulate.levels import Item, Stream
from cryptagon.timing import Layout, Stimulus, layout_of
from cryptagon.timing.stimulus import Channel

TABLE = random.Random(1).getrandbits(256)
START = 0xA53C
MIXER = f"""\
// Wide multiplexers (TABLE), carry chains (sum), a RAM with content, registers with enable, with reset and with set.
module Kernel (
    input logic clk, input logic rst,
    input logic [7:0] word, input logic word_valid, output logic word_ready,
    output logic [7:0] result, output logic result_valid, input logic result_ready
);
  localparam logic [255:0] TABLE = 256'h{TABLE:064x};
  logic [7:0] memory[16];
  logic [15:0] sum;
  logic [3:0] place;
  initial for (int i = 0; i < 16; i++) memory[i] = 8'(i * 29 + 3);
  assign word_ready = !result_valid || result_ready;
  wire take = word_valid && word_ready;
  always_ff @(posedge clk) begin
    if (take) begin
      result <= memory[word[3:0]] ^ {{7'b0, TABLE[word]}} ^ sum[15:8];
      memory[place] <= word ^ sum[7:0];
    end
    if (rst) begin
      result_valid <= 0;
      place <= 0;
      sum <= 16'h{START:04x};
    end else begin
      if (take) begin
        sum <= sum + {{word, word}};
        place <= place + 1;
      end
      if (word_ready) result_valid <= word_valid;
    end
  end
endmodule
"""
RULES = Rules()


def mixed(words: list[int]) -> list[int]:
    """What the unit answers."""
    memory, total, results = [(place * 29 + 3) % 256 for place in range(16)], START, []
    for count, word in enumerate(words):
        results.append(memory[word % 16] ^ (TABLE >> word & 1) ^ total >> 8)
        memory[count % 16] = word ^ total % 256
        total = (total + word * 257) % 65536
    return results


def through(words: list[int], results: list[int]) -> Stimulus:
    channels = (
        Channel(Stream("word", 8, True), (("word", 8),)),
        Channel(Stream("result", 8, False), (("result", 8),)),
    )
    sent, wanted = (
        [Item(name, 0, value, 255, "") for value in values]
        for name, values in (("word", words), ("result", results))
    )
    return Stimulus(channels, (*sent, *wanted), ("words",))


@dataclass(frozen=True)
class Routed:
    """The unit, how it was placed and routed, and its layout with delays."""

    design: Design
    part: Target
    implementation: Implementation
    layout: Layout


def routed(design: Design, part: Target) -> Routed:
    wide = QUICK.model_copy(update={"strategies": ("default",)})  # with multiplexers of every width
    found = implement(design, part, wide, rules=RULES)
    return Routed(design, part, found, layout_of(design, part, found, RULES))
