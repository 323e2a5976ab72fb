// Two flip-flops that bring `d`, from registers of another clock, to `clk`.
// Of several bits only one may change at a time: a Gray code.
module Synchroniser #(
  parameter int unsigned W = 1
) (
  input  logic         clk,
  input  logic         rst,
  input  logic [W-1:0] d,
  output logic [W-1:0] q
);

  logic [W-1:0] first;

  CrossingFlop #(.W(W)) crossing (.clk, .rst, .d, .q(first));

  always_ff @(posedge clk) begin
    if (rst) q <= '0;
    else q <= first;
  end

endmodule
