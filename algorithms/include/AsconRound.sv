// One round of the Ascon permutation (Ascon v1.2, section 2.6): constant addition, substitution layer, linear layer.
// A word of the state is 64 bits; x[0] is the first word of the specification.
module AsconRound (
  input  logic [4:0][63:0] x,
  input  logic [3:0]       round,  // 0 to 11 for p^12, 4 to 11 for p^8
  output logic [4:0][63:0] y
);

  function automatic logic [63:0] rotate_right(input logic [63:0] word, input int distance);
    rotate_right = (word >> distance) | (word << (64 - distance));
  endfunction

  logic [4:0][63:0] a;  // after the constant and the S-box's input mixing
  logic [4:0][63:0] b;  // after its non-linear layer
  logic [4:0][63:0] s;  // after its output mixing

  always_comb begin
    a[0] = x[0] ^ x[4];
    a[1] = x[1];
    a[2] = x[2] ^ x[1] ^ {56'h0, ~round, round};
    a[3] = x[3];
    a[4] = x[4] ^ x[3];
  end

  always_comb begin
    for (int i = 0; i < 5; i++) b[i] = a[i] ^ (~a[(i + 1) % 5] & a[(i + 2) % 5]);
  end

  always_comb begin
    s[0] = b[0] ^ b[4];
    s[1] = b[1] ^ b[0];
    s[2] = ~b[2];
    s[3] = b[3] ^ b[2];
    s[4] = b[4];
  end

  assign y[0] = s[0] ^ rotate_right(s[0], 19) ^ rotate_right(s[0], 28);
  assign y[1] = s[1] ^ rotate_right(s[1], 61) ^ rotate_right(s[1], 39);
  assign y[2] = s[2] ^ rotate_right(s[2], 1) ^ rotate_right(s[2], 6);
  assign y[3] = s[3] ^ rotate_right(s[3], 10) ^ rotate_right(s[3], 17);
  assign y[4] = s[4] ^ rotate_right(s[4], 7) ^ rotate_right(s[4], 41);

endmodule
