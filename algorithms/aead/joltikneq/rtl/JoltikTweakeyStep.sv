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

  // In GF(2^4), with x^4 = x + 1.
  function automatic logic [3:0] twice(input logic [3:0] x);
    twice = {x[2:1], x[0] ^ x[3], x[3]};
  endfunction

  function automatic logic [3:0] half(input logic [3:0] x);
    half = {x[0], x[3:2], x[1] ^ x[0]};
  endfunction

  logic [63:0] forward1, forward2, forward3, backward1, backward2, backward3;
  for (genvar i = 0; i < 16; i++) begin : gen_nibble
    localparam int From = 63 - 4 * i;
    localparam int To = 63 - 4 * int'(H[63-4*i-:4]);
    assign forward1[To-:4] = tk1[From-:4];
    assign forward2[To-:4] = twice(tk2[From-:4]);
    assign forward3[To-:4] = twice(twice(tk3[From-:4]));
    assign backward1[From-:4] = tk1[To-:4];
    assign backward2[From-:4] = half(tk2[To-:4]);
    assign backward3[From-:4] = half(half(tk3[To-:4]));
  end

  assign next_tk1 = backward ? backward1 : forward1;
  assign next_tk2 = backward ? backward2 : forward2;
  assign next_tk3 = backward ? backward3 : forward3;

endmodule
