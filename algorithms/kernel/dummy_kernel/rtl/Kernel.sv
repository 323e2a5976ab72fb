// The dummy kernel: one word a cycle, and one cycle for the sum (docs/kernels.md).
//
// Change first: the ports, as algorithm.toml declares them; then `sum_q`. A transfer is valid && ready, and what is valid stays until it is taken.
module Kernel (
  input  logic        clk,
  input  logic        rst,

  input  logic        word_valid,
  output logic        word_ready,
  input  logic [31:0] word,
  input  logic        word_last,

  output logic        sum_valid,
  input  logic        sum_ready,
  output logic [31:0] sum
);

  logic        finished_q;  // the sum is complete
  logic [31:0] sum_q;

  assign word_ready = !finished_q;
  assign sum_valid = finished_q;
  assign sum = sum_q;

  always_ff @(posedge clk) begin
    if (rst || (sum_valid && sum_ready)) begin
      finished_q <= 1'b0;
      sum_q <= '0;
    end else if (word_valid && word_ready) begin
      finished_q <= word_last;
      sum_q <= {sum_q[30:0], sum_q[31]} ^ word;
    end
  end

endmodule
