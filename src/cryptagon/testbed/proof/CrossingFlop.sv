// The CrossingFlop in a proof: a bit that changed in the step before is taken as it was or as it is, freely.
// The module stands in for hdl/testbed/CrossingFlop.sv.
module CrossingFlop #(
  parameter int unsigned W = 1
) (
  input  logic         clk,
  input  logic         rst,
  input  logic [W-1:0] d,
  output logic [W-1:0] q
);

  logic [W-1:0] before;  // in the step before
  logic [W-1:0] choice;  // driven by nothing: free in every step

  logic         step;
  logic [W-1:0] changes;
  logic         leap;    // more than one bit changes at once

  assign step = 1'b1;

  always_ff @(posedge step) before <= rst ? '0 : d;

  assign changes = d ^ before;
  assign leap = (changes & (changes - 1'b1)) != '0 && !rst;

  always_ff @(posedge clk) begin
    if (rst) q <= '0;
    else q <= (d & choice) | (before & ~choice);
  end

endmodule
