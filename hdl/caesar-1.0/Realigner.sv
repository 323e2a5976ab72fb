// Bytes of words that are not full, and of words taken in part, put together again: what enters follows what is held, and leaves from the front.
module Realigner #(
    parameter int unsigned W = 32,
    localparam int unsigned BYTES = W / 8,
    localparam int unsigned LOW = $clog2(BYTES)
) (
    input logic clk,
    input logic clear,

    input logic step,
    input logic [W-1:0] in,  // left-aligned, zero past its bytes
    input logic [LOW:0] in_size,  // bytes that enter, 0 to W/8
    input logic [LOW:0] out_size,  // bytes that leave, 0 to W/8 and no more than are there

    output logic [W-1:0] out,  // the first W/8 bytes of those held and those that enter
    output logic [LOW:0] held  // bytes held, fewer than W/8
);
  logic [W-1:0] held_q;
  logic [LOW:0] size_q;
  logic [2*W-1:0] joined, rest;
  logic [W-1:0] unused_rest;

  assign joined = {held_q, {W{1'b0}}} | ({in, {W{1'b0}}} >> {size_q, 3'b000});
  assign rest = joined << {out_size, 3'b000};
  assign unused_rest = rest[W-1:0];

  always_ff @(posedge clk) begin
    if (clear) {held_q, size_q} <= '0;
    else if (step) {held_q, size_q} <= {rest[2*W-1:W], size_q + in_size - out_size};
  end

  assign out = joined[2*W-1:W];
  assign held = size_q;
endmodule
