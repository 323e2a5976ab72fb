// SBOX1 of Camellia (RFC 3713, 2.4.1) as logic.
//
// The designers define it by an inversion in GF(2^8) between two affine maps f and h; with z = f(x), z^17 lies in GF(2^4):
//   norm     four linear functions of z^17, each a quadratic form in x: here the sum of two functions of four linear forms;
//   inverse  of z^17, from a table of sixteen entries, as the coordinates v on a basis of GF(2^4);
//   output   z^-1 = z^16 z^-17, so each bit of h(z^16 v) is the sum of four products: a bit of v by a linear form of x.
// Basis and norms were chosen, among all, so that the fewest linear forms are needed: 22, and none for the norms alone.
//
// A linear form bears its mask as a name: x46 is the sum of the bits of x that 8'h46 selects.
module CamelliaSbox (
  input  logic [7:0] x,
  output logic [7:0] y
);

  logic x09, x12, x14, x46, x5f, x67, x71, x72, x76, x89, x8b;
  logic x95, xb0, xbc, xbe, xc2, xcf, xdb, xdc, xdd, xfa, xfb;

  assign x09 = x[0] ^ x[3];
  assign x12 = x[1] ^ x[4];
  assign x14 = x[2] ^ x[4];
  assign x46 = x[1] ^ x[2] ^ x[6];
  assign x71 = x[0] ^ x[4] ^ x[5] ^ x[6];
  assign x72 = x[1] ^ x[4] ^ x[5] ^ x[6];
  assign x89 = x[0] ^ x[3] ^ x[7];
  assign x8b = x[0] ^ x[1] ^ x[3] ^ x[7];
  assign x95 = x[0] ^ x[2] ^ x[4] ^ x[7];
  assign xb0 = x[4] ^ x[5] ^ x[7];
  assign xc2 = x[1] ^ x[6] ^ x[7];
  assign x76 = x[1] ^ x[2] ^ x[4] ^ x[5] ^ x[6];
  assign xbc = x[2] ^ x[3] ^ x[4] ^ x[5] ^ x[7];
  assign xdc = x[2] ^ x[3] ^ x[4] ^ x[6] ^ x[7];
  assign x67 = x[0] ^ x[1] ^ x[2] ^ x[5] ^ x[6];
  assign x5f = x[0] ^ x[1] ^ x[2] ^ x[3] ^ x[4] ^ x[6];
  assign xbe = x[1] ^ x[2] ^ x[3] ^ x[4] ^ x[5] ^ x[7];
  assign xcf = x[0] ^ x[1] ^ x[2] ^ x[3] ^ x[6] ^ x[7];
  assign xdb = x[0] ^ x[1] ^ x[3] ^ x[4] ^ x[6] ^ x[7];
  assign xdd = x[0] ^ x[2] ^ x[3] ^ x[4] ^ x[6] ^ x[7];
  assign xfa = x[1] ^ x[3] ^ x[4] ^ x[5] ^ x[6] ^ x[7];
  assign xfb = x[0] ^ x[1] ^ x[3] ^ x[4] ^ x[5] ^ x[6] ^ x[7];

  logic [3:0] norm;
  assign norm[0] = ((x[0] | x46) ^ (x71 & (x[3] ^ x46)) ^ x[3] ^ x71)
                 ^ ((x67 & ~(x12 ^ x[7])) ^ (x[7] & ~(x12 ^ xfa)));
  assign norm[1] = ((x[3] & (x[0] ^ x[1])) ^ (x[0] & x12) ^ ~x[1])
                 ^ ((x5f & ~(x[5] ^ xbe)) ^ (xbe & xdd));
  assign norm[2] = ((x09 | x12) ^ (x14 & x76))
                 ^ ((x67 & (x95 ^ xbe)) ^ (xbe & (x[2] ^ x95)));
  assign norm[3] = ((x[4] & x[6]) ^ (x[4] & x67) ^ (x[6] & x67) ^ (x67 & x72))
                 ^ ((x76 | xc2) ^ (x89 & (x[1] ^ xc2)));

  logic [3:0] v;
  always_comb begin
    unique case (norm)
      4'h0: v = 4'h0;
      4'h1: v = 4'h6;
      4'h2: v = 4'h3;
      4'h3: v = 4'h2;
      4'h4: v = 4'h1;
      4'h5: v = 4'hf;
      4'h6: v = 4'hd;
      4'h7: v = 4'h9;
      4'h8: v = 4'hb;
      4'h9: v = 4'h7;
      4'ha: v = 4'hc;
      4'hb: v = 4'h4;
      4'hc: v = 4'ha;
      4'hd: v = 4'h5;
      4'he: v = 4'h8;
      4'hf: v = 4'he;
    endcase
  end

  assign y[0] = ((v[0] & x71) ^ (v[1] & xbc)) ^ ((v[2] & ~x5f) ^ (v[3] & x8b));
  assign y[1] = ((v[0] & ~x95) ^ (v[1] & xdd)) ^ ~((v[2] & xcf) ^ (v[3] & ~xdb));
  assign y[2] = ((v[0] & ~x5f) ^ (v[1] & x8b)) ^ ~((v[2] & xfa) ^ (v[3] & x46));
  assign y[3] = ((v[0] & x12) ^ (v[1] & ~x14)) ^ ~((v[2] & ~x95) ^ (v[3] & xdd));
  assign y[4] = ((v[0] & x76) ^ (v[1] & ~x09)) ^ ((v[2] & xbe) ^ (v[3] & ~x67));
  assign y[5] = ((v[0] & ~xdc) ^ (v[1] & ~xfb)) ^ ~((v[2] & ~x72) ^ (v[3] & ~xb0));
  assign y[6] = ((v[0] & ~x14) ^ (v[1] & ~x95)) ^ ~((v[2] & xdd) ^ (v[3] & xcf));
  assign y[7] = ((v[0] & x89) ^ (v[1] & xc2)) ^ ((v[2] & ~xdc) ^ (v[3] & ~xfb));

endmodule
