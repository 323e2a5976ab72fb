// Counts what may still come out: `credit` for the item on offer, which becomes due when it is taken. What comes out may come while its item is
// still on offer, so the balance can be negative for a while. It is cut at MOST: with more than that due, less is allowed than is due.
module Balance #(
    parameter int unsigned MOST = 1
) (
    input logic clk,
    input logic rst,
    input logic [7:0] credit,
    input logic taken,
    input logic valid,
    input logic ready,
    output logic unasked,
    output logic settled  // nothing is due
);
  localparam int unsigned Bits = $clog2(MOST + 1) + 2;
  logic signed [Bits-1:0] due_q, due_d;
  logic signed [9:0] after;

  assign after = 10'(due_q) + (taken ? signed'({2'b0, credit}) : 10'sd0) - (valid && ready ? 10'sd1 : 10'sd0);
  assign due_d = after > signed'(10'(MOST)) ? Bits'(MOST) : Bits'(after);
  assign settled = due_q == '0;
  assign unasked = valid && 10'(due_q) + signed'({2'b0, credit}) <= 10'sd0;

  always_ff @(posedge clk) due_q <= rst ? '0 : due_d;
endmodule
