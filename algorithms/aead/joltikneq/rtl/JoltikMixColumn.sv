// A column of the state times the circulant-like matrix (1, 4, 9, d) of Joltik, which is its own inverse. Row 0 is the most significant nibble.
//
// 9 a = a + 8 a and d a = a + 4 a + 8 a; so each row is a sum of two or three others, four times the sum of two, and eight times the sum of two.
module JoltikMixColumn (
  input  logic [15:0] column,
  output logic [15:0] mixed
);

  // The products in GF(2^4), with x^4 = x + 1.
  function automatic logic [3:0] times4(input logic [3:0] x);
    times4 = {x[1], x[0] ^ x[3], x[3] ^ x[2], x[2]};
  endfunction

  function automatic logic [3:0] times8(input logic [3:0] x);
    times8 = {x[0] ^ x[3], x[3] ^ x[2], x[2] ^ x[1], x[1]};
  endfunction

  logic [3:0] a, b, c, d, odd, even, upper, lower;
  assign {a, b, c, d} = column;
  assign even = a ^ c;
  assign odd = b ^ d;
  assign upper = a ^ b;
  assign lower = c ^ d;

  assign mixed = {
    a ^ lower ^ times4(odd) ^ times8(lower),
    b ^ lower ^ times4(even) ^ times8(lower),
    c ^ upper ^ times4(odd) ^ times8(upper),
    d ^ upper ^ times4(even) ^ times8(upper)
  };

endmodule
