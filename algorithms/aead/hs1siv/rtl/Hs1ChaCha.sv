// ChaCha: a round a step; or a row of key stream leaves, and a row of the next input enters.
//
// The columns that the next round works on are the diagonals of this one: the rows are turned by 0 to 3 words, and then all mirrored, so that two
// rounds bring every word home.
module Hs1ChaCha (
  input  logic         clk,
  input  logic         step,
  input  logic         enters,
  input  logic [127:0] input_row,  // of the input that is in work
  input  logic [127:0] next_row,   // of the next one
  output logic [127:0] output_row
);

  logic [3:0][3:0][31:0] rows_q, rows_d;  // row 0 is the first one, and word 3 the first one in it

  function automatic logic [31:0] turned(input logic [31:0] word, input int distance);
    turned = (word << distance) | (word >> (32 - distance));
  endfunction

  logic [3:0][31:0] a_1, b_1, c_1, d_1, a, b, c, d;
  always_comb begin
    for (int i = 0; i < 4; i++) begin
      a_1[i] = rows_q[0][i] + rows_q[1][i];
      d_1[i] = turned(rows_q[3][i] ^ a_1[i], 16);
      c_1[i] = rows_q[2][i] + d_1[i];
      b_1[i] = turned(rows_q[1][i] ^ c_1[i], 12);
      a[i] = a_1[i] + b_1[i];
      d[i] = turned(d_1[i] ^ a[i], 8);
      c[i] = c_1[i] + d[i];
      b[i] = turned(b_1[i] ^ c[i], 7);
    end
  end

  always_comb begin
    if (enters) begin
      rows_d = {next_row, rows_q[3:1]};
    end else begin
      rows_d[0] = {a[3], a[0], a[1], a[2]};
      rows_d[1] = {b[2], b[3], b[0], b[1]};
      rows_d[2] = {c[1], c[2], c[3], c[0]};
      rows_d[3] = {d[0], d[1], d[2], d[3]};
    end
    for (int i = 0; i < 4; i++) output_row[32*i +: 32] = rows_q[0][i] + input_row[32*i +: 32];
  end

  always_ff @(posedge clk) begin
    if (step) rows_q <= rows_d;
  end

endmodule
