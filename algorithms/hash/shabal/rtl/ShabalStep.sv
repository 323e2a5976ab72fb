// A step of the permutation of Shabal: the new words of A and of B.
module ShabalStep (
  input  logic [31:0]      a,         // the word of A that changes
  input  logic [31:0]      previous,  // the one that changed before it
  input  logic [3:0][31:0] b,         // the word of B that changes, and those 6, 9 and 13 places on
  input  logic [31:0]      c,
  input  logic [31:0]      m,
  output logic [31:0]      ya,
  output logic [31:0]      yb
);

  logic [31:0] v, u, sum;
  assign v = {previous[16:0], previous[31:17]};
  assign sum = a ^ (v + (v << 2)) ^ c;
  assign u = sum + (sum << 1);
  assign ya = u ^ b[3] ^ (b[2] & ~b[1]) ^ m;
  assign yb = ~({b[0][30:0], b[0][31]} ^ ya);

endmodule
