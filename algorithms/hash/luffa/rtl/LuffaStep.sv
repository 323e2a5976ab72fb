// A step of a permutation of Luffa v2: SubCrumb, MixWord and AddConstant on a sub-state of eight words.
module LuffaStep (
  input  logic [7:0][31:0] a,
  input  logic [31:0]      c0,
  input  logic [31:0]      c4,
  output logic [7:0][31:0] y
);

  logic [7:0][31:0] b;  // after SubCrumb

  // 32 S-boxes each, bit 0 of them in the first word: words 0 to 3, and words 5, 6, 7 and 4.
  for (genvar i = 0; i < 32; i++) begin : gen_crumb
    LuffaSbox u_low (
      .x({a[3][i], a[2][i], a[1][i], a[0][i]}),
      .y({b[3][i], b[2][i], b[1][i], b[0][i]})
    );
    LuffaSbox u_high (
      .x({a[4][i], a[7][i], a[6][i], a[5][i]}),
      .y({b[4][i], b[7][i], b[6][i], b[5][i]})
    );
  end

  for (genvar i = 0; i < 4; i++) begin : gen_mix
    logic [31:0] r1, l1, r2, l2;
    assign r1 = b[i+4] ^ b[i];
    assign l1 = {b[i][29:0], b[i][31:30]} ^ r1;
    assign r2 = {r1[17:0], r1[31:18]} ^ l1;
    assign l2 = {l1[21:0], l1[31:22]} ^ r2;
    assign y[i] = l2 ^ ((i == 0) ? c0 : 32'd0);
    assign y[i+4] = {r2[30:0], r2[31]} ^ ((i == 0) ? c4 : 32'd0);
  end

endmodule
