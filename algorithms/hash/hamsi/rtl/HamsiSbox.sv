// 32 S-boxes of Hamsi, bit 0 of each in the first word.
module HamsiSbox (
  input  logic [3:0][31:0] x,
  output logic [3:0][31:0] y
);

  logic [31:0] p, q, r;
  assign p = (x[0] & x[2]) ^ x[3];
  assign q = x[2] ^ x[1] ^ p;
  assign r = (x[3] | x[0]) ^ x[1];

  logic [31:0] s, t;
  assign s = (x[0] ^ q) ^ (p & r);
  assign t = (r | (x[0] ^ q)) ^ p;
  assign y[0] = q;
  assign y[1] = t;
  assign y[2] = r ^ t ^ s;
  assign y[3] = ~s;

endmodule
