// The FIFO outside of a core that goes over its data twice, and the stream on which its items come back. When one of them is on offer is free, and
// what it is. DEPTH items are counted; how many there are once there were more is free, and `counted` falls for good.
module FifoStream #(
    parameter int unsigned W = 1,
    parameter int unsigned DEPTH = 4
) (
    input logic clk,
    input logic rst,
    input logic in_valid,
    input logic in_ready,
    input logic offer,
    input logic fewer,  // with more than DEPTH items: DEPTH are left when one is taken
    input logic [W-1:0] item,
    output logic valid,
    output logic [W-1:0] data,
    input logic ready,
    output logic empty,
    output logic counted
);
  localparam int unsigned Bits = $clog2(DEPTH + 2);
  localparam logic [Bits-1:0] Many = Bits'(DEPTH + 1);
  logic [Bits-1:0] count_q, count_d;
  logic enters, leaves, counted_q;

  assign enters = in_valid && in_ready;
  assign leaves = valid && ready;
  assign empty = count_q == '0;
  assign counted = counted_q && count_q != Many;

  OfferedStream #(
      .W(W)
  ) stream (
      .clk, .rst, .offer(offer && !empty), .item, .valid, .data, .ready
  );

  always_comb begin
    count_d = count_q;
    if (enters && !leaves && count_q != Many) count_d = count_q + 1'b1;
    if (leaves && !enters && (count_q != Many || fewer)) count_d = count_q - 1'b1;
  end

  always_ff @(posedge clk) begin
    count_q <= rst ? '0 : count_d;
    counted_q <= rst || counted;
  end
endmodule
