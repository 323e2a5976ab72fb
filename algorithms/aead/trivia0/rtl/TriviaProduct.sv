// A product in GF(2^32), where x^32 = x^22 + x^2 + x + 1, of polynomials multiplied after Karatsuba down to 8 coefficients.
module TriviaProduct (
  input  logic [31:0] a,
  input  logic [31:0] b,
  output logic [31:0] product
);

  function automatic logic [15:0] multiply_8(input logic [7:0] p, input logic [7:0] q);
    multiply_8 = 16'd0;
    for (int i = 0; i < 8; i++) multiply_8 ^= {8'd0, p & {8{q[i]}}} << i;
  endfunction

  function automatic logic [31:0] multiply_16(input logic [15:0] p, input logic [15:0] q);
    logic [15:0] upper, lower, between;
    upper = multiply_8(p[15:8], q[15:8]);
    lower = multiply_8(p[7:0], q[7:0]);
    between = multiply_8(p[15:8] ^ p[7:0], q[15:8] ^ q[7:0]) ^ upper ^ lower;
    multiply_16 = {upper, lower} ^ {8'd0, between, 8'd0};
  endfunction

  logic [31:0] high, low, middle;
  logic [63:0] reduced;
  assign high = multiply_16(a[31:16], b[31:16]);
  assign low = multiply_16(a[15:0], b[15:0]);
  assign middle = multiply_16(a[31:16] ^ a[15:0], b[31:16] ^ b[15:0]) ^ high ^ low;

  always_comb begin
    reduced = {high, low} ^ {16'd0, middle, 16'd0};
    for (int i = 62; i >= 32; i--) begin
      if (reduced[i]) reduced ^= 64'h1_00400007 << (i - 32);
    end
  end

  assign product = reduced[31:0];

  logic unused;
  assign unused = ^reduced[63:32];

endmodule
