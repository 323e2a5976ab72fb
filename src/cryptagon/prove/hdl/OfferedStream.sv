// An input stream as the contract allows it: when something is offered, and what, is free; what is offered stays until it is taken.
module OfferedStream #(
    parameter int unsigned W = 1
) (
    input logic clk,
    input logic rst,
    input logic offer,
    input logic [W-1:0] item,
    output logic valid,
    output logic [W-1:0] data,
    input logic ready
);
  logic pending_q;
  logic [W-1:0] data_q;

  assign valid = pending_q || offer;
  assign data = pending_q ? data_q : item;

  always_ff @(posedge clk) begin
    pending_q <= !rst && valid && !ready;
    data_q <= data;
  end
endmodule
