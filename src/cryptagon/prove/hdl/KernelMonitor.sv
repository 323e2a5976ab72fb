// Counts the items at the ports of a kernel (docs/kernels.md): never have more come out than went in, all inputs together.
module KernelMonitor #(
    parameter int unsigned INPUTS = 1,
    parameter int unsigned MOST = 15
) (
    input logic clk,
    input logic rst,
    input logic [INPUTS-1:0] in_valid,
    input logic [INPUTS-1:0] in_ready,
    input logic out_valid,
    input logic out_ready,
    output logic out_unasked
);
  localparam int unsigned Bits = $clog2(MOST + 1) + 2;
  logic signed [Bits-1:0] due_q;
  logic signed [9:0] taken, offered, after;

  always_comb begin
    taken = '0;
    offered = '0;
    for (int i = 0; i < INPUTS; i++) begin
      taken = taken + (in_valid[i] && in_ready[i] ? 10'sd1 : 10'sd0);
      offered = offered + (in_valid[i] ? 10'sd1 : 10'sd0);
    end
    after = 10'(due_q) + taken - (out_valid && out_ready ? 10'sd1 : 10'sd0);
  end
  assign out_unasked = out_valid && 10'(due_q) + offered <= 10'sd0;

  // Cut at MOST: with more than that due, less is allowed than is due.
  always_ff @(posedge clk) due_q <= rst ? '0 : after > signed'(10'(MOST)) ? Bits'(MOST) : Bits'(after);
endmodule
