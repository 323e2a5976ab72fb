// Joins items into words of twice the width or more, the first item most significant.
// An item with `in_end` ends the word: what is missing behind it is 0, and `out_bytes` of the word count.
module Widen #(
  parameter int unsigned IN = 32,  // divides OUT; both are whole bytes
  parameter int unsigned OUT = 64,
  localparam int unsigned COUNT = $clog2(OUT / 8 + 1)
) (
  input  logic             clk,
  input  logic             rst,

  input  logic [IN-1:0]    in_data,
  input  logic             in_end,
  input  logic             in_valid,
  output logic             in_ready,

  output logic [OUT-1:0]   out_data,
  output logic [COUNT-1:0] out_bytes,
  output logic             out_end,
  output logic             out_valid,
  input  logic             out_ready
);

  localparam int unsigned PARTS = OUT / IN;

  logic [COUNT-1:0] kept_q;  // bytes
  logic [OUT-1:0]   word_q;  // those kept on top, the rest 0
  logic [OUT-1:0]   joined;
  logic             full;

  always_comb begin
    joined = word_q;
    for (int unsigned i = 0; i < PARTS; i++) begin
      if (kept_q == COUNT'(i * (IN / 8))) joined[OUT - IN * (i + 1) +: IN] = in_data;
    end
  end

  assign out_data = joined;
  assign out_bytes = kept_q + COUNT'(IN / 8);
  assign full = in_end || out_bytes == COUNT'(OUT / 8);
  assign out_end = in_end;
  assign out_valid = in_valid && full;
  assign in_ready = !full || out_ready;

  always_ff @(posedge clk) begin
    if (rst || (out_valid && out_ready)) begin
      kept_q <= '0;
      word_q <= '0;
    end else if (in_valid && in_ready) begin
      kept_q <= out_bytes;
      word_q <= joined;
    end
  end

endmodule
