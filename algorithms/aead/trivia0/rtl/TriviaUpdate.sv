// 64 steps of the stream cipher Trivia-SC (TriviA-ck v2): the first bit of a register is the most significant one.
module TriviaUpdate (
  input  logic [131:0] a,
  input  logic [104:0] b,
  input  logic [146:0] c,
  output logic [131:0] next_a,
  output logic [104:0] next_b,
  output logic [146:0] next_c,
  output logic [63:0]  key_stream
);

  // The 64 bits of a register that end with its bit number p, counted from 1, are those from size - p on.
  logic [63:0] sum_a, sum_b, sum_c;
  assign sum_a = a[132 - 66 +: 64] ^ a[63:0];
  assign sum_b = b[105 - 69 +: 64] ^ b[63:0];
  assign sum_c = c[147 - 66 +: 64] ^ c[63:0];

  assign key_stream = sum_a ^ sum_b ^ sum_c ^ (a[132 - 102 +: 64] & b[105 - 66 +: 64]);

  assign next_b = {sum_a ^ (a[132 - 130 +: 64] & a[132 - 131 +: 64]) ^ b[105 - 96 +: 64], b[104:64]};
  assign next_c = {sum_b ^ (b[105 - 103 +: 64] & b[105 - 104 +: 64]) ^ c[147 - 120 +: 64], c[146:64]};
  assign next_a = {sum_c ^ (c[147 - 145 +: 64] & c[147 - 146 +: 64]) ^ a[132 - 75 +: 64], a[131:64]};

endmodule
