// The first flip-flop of a synchroniser: the only one whose input may change at any time.
// Its output may settle late, so that a second flip-flop must follow, and nothing else may look at it.
module CrossingFlop #(
  parameter int unsigned W = 1
) (
  input  logic         clk,
  input  logic         rst,
  input  logic [W-1:0] d,
  output logic [W-1:0] q
);

  always_ff @(posedge clk) begin
    if (rst) q <= '0;
    else q <= d;
  end

endmodule
