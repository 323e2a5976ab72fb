// What a unit gives on its way back to it, on one clock, for units that go over their data twice.
module LoopFifo #(
  parameter int unsigned W = 128,
  parameter int unsigned DEPTH = 65536  // items, a power of two
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         clear,

  input  logic [W-1:0] in_data,
  input  logic         in_valid,
  output logic         in_ready,

  output logic [W-1:0] out_data,
  output logic         out_valid,
  input  logic         out_ready
);

  localparam int unsigned A = $clog2(DEPTH);

  logic [W-1:0] memory [DEPTH];
  logic [A:0]   put_q, take_q;

  assign in_ready = put_q != {~take_q[A], take_q[A-1:0]};
  assign out_valid = put_q != take_q;
  assign out_data = memory[take_q[A-1:0]];

  always_ff @(posedge clk) begin
    if (in_valid && in_ready) memory[put_q[A-1:0]] <= in_data;

    if (rst || clear) {put_q, take_q} <= '0;
    else begin
      put_q <= put_q + (A+1)'(in_valid && in_ready);
      take_q <= take_q + (A+1)'(out_valid && out_ready);
    end
  end

endmodule
