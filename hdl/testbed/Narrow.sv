// Takes words apart into items of half the width or less, the most significant first; `in_bytes` of a word count, from its top.
module Narrow #(
  parameter int unsigned IN = 64,
  parameter int unsigned OUT = 32,  // divides IN; both are whole bytes
  localparam int unsigned COUNT = $clog2(IN / 8 + 1)
) (
  input  logic             clk,
  input  logic             rst,

  input  logic [IN-1:0]    in_data,
  input  logic [COUNT-1:0] in_bytes,
  input  logic             in_valid,
  output logic             in_ready,

  output logic [OUT-1:0]   out_data,
  output logic             out_end,  // of the word
  output logic             out_valid,
  input  logic             out_ready
);

  localparam int unsigned PARTS = IN / OUT;

  logic [COUNT-1:0]         passed_q;  // bytes of the word that have left
  logic [PARTS-1:0][OUT-1:0] parts;
  logic [COUNT-1:0]         place;

  assign parts = in_data;
  assign place = passed_q / COUNT'(OUT / 8);
  assign out_data = parts[$clog2(PARTS)'(COUNT'(PARTS - 1) - place)];
  assign out_end = passed_q + COUNT'(OUT / 8) >= in_bytes;
  assign out_valid = in_valid;
  assign in_ready = out_ready && out_end;

  always_ff @(posedge clk) begin
    if (rst) passed_q <= '0;
    else if (out_valid && out_ready) passed_q <= out_end ? '0 : passed_q + COUNT'(OUT / 8);
  end

endmodule
