// First-word fall-through FIFO between the PreProcessor and the PostProcessor: the oldest command stands on `out` while `out_valid`.
module CommandFifo #(
    parameter int unsigned WIDTH = 24,
    parameter int unsigned DEPTH = 4,  // a power of two
    localparam int unsigned ADDRESS = $clog2(DEPTH)
) (
    input logic clk,
    input logic rst,

    input logic [WIDTH-1:0] in,
    input logic in_valid,
    output logic in_ready,

    output logic [WIDTH-1:0] out,
    output logic out_valid,
    input logic out_ready
);
  logic [WIDTH-1:0] memory[DEPTH];
  logic [ADDRESS:0] write_q, read_q;  // one bit more than an address: full and empty differ in it

  assign out = memory[read_q[ADDRESS-1:0]];
  assign out_valid = write_q != read_q;
  assign in_ready = write_q != {!read_q[ADDRESS], read_q[ADDRESS-1:0]};

  always_ff @(posedge clk) begin
    if (in_valid && in_ready) memory[write_q[ADDRESS-1:0]] <= in;
  end

  always_ff @(posedge clk) begin
    if (rst) write_q <= '0;
    else if (in_valid && in_ready) write_q <= write_q + 1'b1;
  end

  always_ff @(posedge clk) begin
    if (rst) read_q <= '0;
    else if (out_valid && out_ready) read_q <= read_q + 1'b1;
  end
endmodule
