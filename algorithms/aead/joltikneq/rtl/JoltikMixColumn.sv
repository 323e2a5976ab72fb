// A column of the state times the circulant-like matrix (1, 4, 9, d) of Joltik, which is its own inverse. Row 0 is the most significant nibble.
//
// 9 a = a + 8 a and d a = a + 4 a + 8 a; so each row is a sum of two or three others, four times the sum of two, and eight times the sum of two.
module JoltikMixColumn (
  input  logic [15:0] column,
  output logic [15:0] mixed
);

  logic [3:0] a, b, c, d, odd, even, upper, lower;
  assign {a, b, c, d} = column;
  assign even = a ^ c;
  assign odd = b ^ d;
  assign upper = a ^ b;
  assign lower = c ^ d;

  // Products in GF(2^4), with x^4 = x + 1.
  logic [3:0] four_odd, four_even, eight_upper, eight_lower;
  assign four_odd = {odd[1], odd[0] ^ odd[3], odd[3] ^ odd[2], odd[2]};
  assign four_even = {even[1], even[0] ^ even[3], even[3] ^ even[2], even[2]};
  assign eight_upper = {upper[0] ^ upper[3], upper[3] ^ upper[2], upper[2] ^ upper[1], upper[1]};
  assign eight_lower = {lower[0] ^ lower[3], lower[3] ^ lower[2], lower[2] ^ lower[1], lower[1]};

  assign mixed = {
    a ^ lower ^ four_odd ^ eight_lower,
    b ^ lower ^ four_even ^ eight_lower,
    c ^ upper ^ four_odd ^ eight_upper,
    d ^ upper ^ four_even ^ eight_upper
  };

endmodule
