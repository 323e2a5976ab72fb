// A FIFO between two clocks that know nothing of each other: Gray pointers, each taken over by two flip-flops.
//
// A pointer counts to twice the depth: equal pointers mean empty, pointers half a turn apart full. What a side sees of the other is late,
// so that it may take the FIFO for fuller, or emptier, than it is; it never loses a word. `out_data` is there with `out_valid`.
//
// Both resets must be 1 at one time, for two cycles of each clock, and nothing may be offered before both have ended.
module AsyncFifo #(
  parameter int unsigned W = 64,
  parameter int unsigned DEPTH = 16  // words, a power of two, 4 or more
) (
  input  logic         in_clk,
  input  logic         in_rst,
  input  logic [W-1:0] in_data,
  input  logic         in_valid,
  output logic         in_ready,

  input  logic         out_clk,
  input  logic         out_rst,
  output logic [W-1:0] out_data,
  output logic         out_valid,
  input  logic         out_ready
);

  localparam int unsigned A = $clog2(DEPTH);
  localparam logic [A:0] HALF_TURN = {2'b11, {(A-1){1'b0}}};  // what differs between Gray codes half a turn apart

  if (DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_refuse
    $error("DEPTH must be a power of two, 4 or more");
  end

  logic [W-1:0] memory [DEPTH];
  logic [A:0]   put_gray_q, take_gray_q;  // what crosses

  // ---- the side that writes ----
  logic [A:0] put_q, put_d, taken_gray;
  logic       put;

  assign in_ready = put_gray_q != (taken_gray ^ HALF_TURN);
  assign put = in_valid && in_ready;
  assign put_d = put_q + (A+1)'(put);

  always_ff @(posedge in_clk) begin
    put_q <= in_rst ? '0 : put_d;
    put_gray_q <= in_rst ? '0 : put_d ^ (put_d >> 1);
    if (put) memory[put_q[A-1:0]] <= in_data;
  end

  Synchroniser #(.W(A + 1)) sees_taken (.clk(in_clk), .rst(in_rst), .d(take_gray_q), .q(taken_gray));

  // ---- the side that reads ----
  logic [A:0] take_q, take_d, written_gray;
  logic       take;

  assign out_valid = take_gray_q != written_gray;
  assign out_data = memory[take_q[A-1:0]];
  assign take = out_valid && out_ready;
  assign take_d = take_q + (A+1)'(take);

  always_ff @(posedge out_clk) begin
    take_q <= out_rst ? '0 : take_d;
    take_gray_q <= out_rst ? '0 : take_d ^ (take_d >> 1);
  end

  Synchroniser #(.W(A + 1)) sees_written (.clk(out_clk), .rst(out_rst), .d(put_gray_q), .q(written_gray));

endmodule
