// Takes items with random pauses and prints each with the cycle in which it moved; says so when an offered item changes or goes away.
module StreamSink #(
  parameter int WIDTH = 8,
  parameter string NAME = ""
) (
  input logic clk,
  input logic rst,
  input logic [7:0] stall,
  input int cycle,
  input logic [WIDTH-1:0] data,
  input logic valid,
  output logic ready
);
  logic pending;
  logic [WIDTH-1:0] offered;

  always_ff @(posedge clk) begin
    ready <= 8'($urandom) >= stall;
    pending <= !rst && valid && !ready;
    offered <= data;
    if (!rst && valid && ready) $display("item %s %0d %h", NAME, cycle, data);
    if (!rst && pending && (!valid || offered != data)) $display("withdrawn %s %0d", NAME, cycle);
  end
endmodule
