// The three words of a tweakey in the next round, or in the one before (Joltik v1.3): the permutation h on the nibbles of all, and products by 2 in
// the second one and by 4 in the third one, the tweak. Nibble i goes to place h(i), as in the designers' software.
module JoltikTweakeyStep (
  input  logic        backward,
  input  logic [63:0] tk1,
  input  logic [63:0] tk2,
  input  logic [63:0] tk3,
  output logic [63:0] next_tk1,
  output logic [63:0] next_tk2,
  output logic [63:0] next_tk3
);

  localparam logic [63:0] H = 64'h16bc_5af0_9e34_d278;

  logic [63:0] forward1, forward2, forward3, backward1, backward2, backward3;
  for (genvar i = 0; i < 16; i++) begin : gen_nibble
    localparam int From = 63 - 4 * i;
    localparam int To = 63 - 4 * int'(H[63-4*i-:4]);
    logic [3:0] a, b, c, d;
    assign {a, b} = {tk2[From-:4], tk3[From-:4]};
    assign {c, d} = {tk2[To-:4], tk3[To-:4]};
    // 2a, 4b, c/2 and d/4 in GF(2^4), with x^4 = x + 1
    assign forward1[To-:4] = tk1[From-:4];
    assign forward2[To-:4] = {a[2:1], a[0] ^ a[3], a[3]};
    assign forward3[To-:4] = {b[1], b[0] ^ b[3], b[3] ^ b[2], b[2]};
    assign backward1[From-:4] = tk1[To-:4];
    assign backward2[From-:4] = {c[0], c[3:2], c[1] ^ c[0]};
    assign backward3[From-:4] = {d[1] ^ d[0], d[0], d[3], d[2] ^ d[1] ^ d[0]};
  end

  assign next_tk1 = backward ? backward1 : forward1;
  assign next_tk2 = backward ? backward2 : forward2;
  assign next_tk3 = backward ? backward3 : forward3;

endmodule
