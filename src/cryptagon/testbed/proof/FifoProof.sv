// An AsyncFifo whose two clocks tick in any order, also together, with what it must never do as outputs.
//
// A step is the least time there is. Every flip-flop of a domain takes its next value in the steps in which that domain ticks
// (ticks.v). The monitor follows how many words are inside, and one word, chosen freely, on its way.
module FifoProof #(
  parameter int unsigned W = 1,
  parameter int unsigned DEPTH = 4
) (
  input  logic         rst,
  input  logic         in_tick,
  input  logic         out_tick,
  input  logic [W-1:0] in_data,
  input  logic         in_valid,
  input  logic         out_ready,
  input  logic         watch,      // the word that is written now

  output logic         overflow,   // a word is written where DEPTH are inside
  output logic         underflow,  // a word is read where none is inside
  output logic         altered     // the watched word comes out as another one
);

  localparam int unsigned C = $clog2(DEPTH + 1);

  logic in_clk, out_clk, in_ready, out_valid;
  logic [W-1:0] out_data;

  assign in_clk = in_tick || rst;
  assign out_clk = out_tick || rst;

  AsyncFifo #(.W(W), .DEPTH(DEPTH)) fifo (
    .in_clk, .in_rst(rst), .in_data, .in_valid, .in_ready, .out_clk, .out_rst(rst), .out_data, .out_valid, .out_ready
  );

  logic         put, take, watching_q, leaves;
  logic [C-1:0] count_q, ahead_q;  // words inside; of them before the watched one
  logic [W-1:0] word_q;
  logic         step;

  assign step = 1'b1;
  assign put = in_tick && in_valid && in_ready;
  assign take = out_tick && out_valid && out_ready;
  assign leaves = take && watching_q && ahead_q == '0;

  assign overflow = put && count_q == C'(DEPTH);
  assign underflow = take && count_q == '0;
  assign altered = leaves && out_data != word_q;

  always_ff @(posedge step) begin
    if (rst) count_q <= '0;
    else count_q <= count_q + C'(put) - C'(take);

    if (rst || leaves) watching_q <= 1'b0;
    else if (put && watch) watching_q <= 1'b1;

    if (rst) ahead_q <= '0;
    else if (!watching_q) ahead_q <= count_q - C'(take);
    else if (take) ahead_q <= ahead_q - 1'b1;

    if (rst) word_q <= '0;
    else if (!watching_q) word_q <= in_data;
  end

endmodule
