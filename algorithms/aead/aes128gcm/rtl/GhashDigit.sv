// One step of a digit-serial product in the field of GHASH (NIST SP 800-38D, 6.3), highest powers first:
//   next_product = product * x^13 + digit * factor  (mod x^128 + x^7 + x^2 + x + 1).
//
// As in the standard, the leftmost (most significant) bit of a vector is the coefficient of x^0.
module GhashDigit (
  input  logic [127:0] product,
  input  logic [12:0]  digit,
  input  logic [127:0] factor,
  output logic [127:0] next_product
);

  localparam int DIGIT = 13;

  logic [127+DIGIT:0]       unreduced, moved_product;
  logic [127+2*DIGIT-1:0]   padded_factor;
  assign moved_product = {13'b0, product};
  assign padded_factor = {12'b0, factor, 13'b0};

  // Each coefficient sums one bit of the product and one term for each bit of the digit, as a balanced tree.
  for (genvar i = 0; i < 128 + DIGIT; i++) begin : gen_coefficient
    logic [DIGIT-1:0] term;
    for (genvar j = 0; j < DIGIT; j++) begin : gen_term
      assign term[j] = digit[j] & padded_factor[i+DIGIT-1-j];
    end
    assign unreduced[i] = ^{moved_product[i], term};
  end

  // x^128 = 1 + x + x^2 + x^7
  logic [127:0] excess;
  assign excess = {unreduced[DIGIT-1:0], 115'b0};
  assign next_product = unreduced[127+DIGIT:DIGIT] ^ (excess ^ excess >> 1) ^ (excess >> 2 ^ excess >> 7);

endmodule
