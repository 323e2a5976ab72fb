// A FIFO of DEPTH items at a stream's port: the oldest stands on `out` from the cycle after it came in. No handshake passes through it within
// a cycle, so that one of a single item moves an item every other cycle, a deeper one an item a cycle.
module stream_fifo #(
  parameter [31:0] WIDTH = 8,
  parameter [31:0] DEPTH = 4
) (
  input wire clk,
  input wire rst,

  input wire [WIDTH-1:0] in,
  input wire in_valid,
  output wire in_ready,

  output wire [WIDTH-1:0] out,
  output wire out_valid,
  input wire out_ready
);
  localparam [31:0] ADDRESS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam [31:0] HIGHEST = DEPTH - 1;
  localparam [ADDRESS-1:0] LAST = HIGHEST[ADDRESS-1:0];

  reg [WIDTH-1:0] items [0:DEPTH-1];
  reg [ADDRESS-1:0] oldest, next;  // where the oldest item stands, and where the next one goes
  reg full;                        // both are the same in an empty FIFO too

  assign out = items[oldest];
  assign out_valid = full || oldest != next;
  assign in_ready = !full;

  wire comes = in_valid && in_ready;
  wire leaves = out_valid && out_ready;
  wire [ADDRESS-1:0] after_oldest = oldest == LAST ? {ADDRESS{1'b0}} : oldest + 1'b1;
  wire [ADDRESS-1:0] after_next = next == LAST ? {ADDRESS{1'b0}} : next + 1'b1;

  always @(posedge clk)
    if (comes) items[next] <= in;

  always @(posedge clk)
    if (rst) next <= {ADDRESS{1'b0}};
    else if (comes) next <= after_next;

  always @(posedge clk)
    if (rst) oldest <= {ADDRESS{1'b0}};
    else if (leaves) oldest <= after_oldest;

  always @(posedge clk)
    if (rst) full <= 1'b0;
    else if (comes != leaves) full <= comes && after_next == oldest;
endmodule
