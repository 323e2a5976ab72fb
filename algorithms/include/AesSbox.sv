// The AES S-box (FIPS 197, 5.1.1) as logic: inversion in GF(2^8), then the affine map A.
//
// x^17 lies in the subfield GF(2^4), so x^-1 = x^16 (x^17)^-1 needs an inversion of four bits only:
//   norm     x^17, each bit a quadratic form in x: here the sum of two functions of four linear forms;
//   inverse  of the norm, from a table of sixteen entries, as the coordinates v on the basis {01, 0d, 51, e1} of GF(2^4);
//   output   squaring is linear, so each bit of A(x^16 v) is the sum of four products: a bit of v by a linear form of x.
// Every step is a function of four bits. On four-input look-up tables the network takes 69 of them at a depth of six; the circuit
// of depth 16 of Boyar and Peralta (2012) takes 78 at seven, a table of 256 entries 159 besides 129 wide multiplexers.
// The whole core, placed and routed on ECP5-8: 4,132 LUT at 107 MHz, against 4,164 at 95 MHz and 6,977 at 86 MHz with those two.
//
// A linear form bears its mask as a name: x45 is the sum of the bits of x that 8'h45 selects.
module AesSbox (
  input  logic [7:0] x,
  output logic [7:0] y
);

  logic x07, x13, x17, x1d, x1f, x2d, x30, x45, x4d, x53, x57, x66, x72, x79;
  logic x7c, x86, x88, xa3, xac, xad, xb9, xc4, xd2, xd3, xda, xe0, xe8, xea;

  assign x30 = x[4] ^ x[5];
  assign x88 = x[3] ^ x[7];
  assign x07 = x[0] ^ x[1] ^ x[2];
  assign x13 = x[0] ^ x[1] ^ x[4];
  assign x45 = x[0] ^ x[2] ^ x[6];
  assign x86 = x[1] ^ x[2] ^ x[7];
  assign xc4 = x[2] ^ x[6] ^ x[7];
  assign xe0 = x[5] ^ x[6] ^ x[7];
  assign x17 = x[0] ^ x[1] ^ x[2] ^ x[4];
  assign x1d = x[0] ^ x[2] ^ x[3] ^ x[4];
  assign x2d = x[0] ^ x[2] ^ x[3] ^ x[5];
  assign x4d = x[0] ^ x[2] ^ x[3] ^ x[6];
  assign x53 = x[0] ^ x[1] ^ x[4] ^ x[6];
  assign x66 = x[1] ^ x[2] ^ x[5] ^ x[6];
  assign x72 = x[1] ^ x[4] ^ x[5] ^ x[6];
  assign xa3 = x[0] ^ x[1] ^ x[5] ^ x[7];
  assign xac = x[2] ^ x[3] ^ x[5] ^ x[7];
  assign xd2 = x[1] ^ x[4] ^ x[6] ^ x[7];
  assign xe8 = x[3] ^ x[5] ^ x[6] ^ x[7];
  assign x1f = x[0] ^ x[1] ^ x[2] ^ x[3] ^ x[4];
  assign x57 = x[0] ^ x[1] ^ x[2] ^ x[4] ^ x[6];
  assign x79 = x[0] ^ x[3] ^ x[4] ^ x[5] ^ x[6];
  assign x7c = x[2] ^ x[3] ^ x[4] ^ x[5] ^ x[6];
  assign xad = x[0] ^ x[2] ^ x[3] ^ x[5] ^ x[7];
  assign xb9 = x[0] ^ x[3] ^ x[4] ^ x[5] ^ x[7];
  assign xd3 = x[0] ^ x[1] ^ x[4] ^ x[6] ^ x[7];
  assign xda = x[1] ^ x[3] ^ x[4] ^ x[6] ^ x[7];
  assign xea = x[1] ^ x[3] ^ x[5] ^ x[6] ^ x[7];

  logic [3:0] norm;
  assign norm[0] = ((x[0] & x[1]) ^ (x[0] & x[6]) ^ (x[1] & x[6]) ^ ((x[0] ^ x[1] ^ x[6]) & ~xe0))
                 ^ ((x[3] & ~(x[2] ^ x[4])) ^ (xc4 & ~x[2]) ^ x[4]);
  assign norm[1] = ((x13 & ~x[2]) ^ (x[6] | x[7]))
                 ^ ((x[5] & (x[4] ^ x45)) ^ ((x[5] ^ x45) & ~x88));
  assign norm[2] = (((x[1] ^ x[4]) | x4d) ^ (x[4] & xa3))
                 ^ ((x[2] & ~x[5]) ^ (x[7] & ~(x[2] ^ x[5] ^ x[6])));
  assign norm[3] = ((x[2] & ~x[6]) ^ (x86 & (x[0] ^ x[2] ^ x[6])))
                 ^ ((x[3] & (x13 ^ xe0)) ^ (x13 & xe0) ^ (x[4] & ~x13));

  logic [3:0] v;
  always_comb begin
    unique case (norm)
      4'h0: v = 4'h0;
      4'h1: v = 4'h6;
      4'h2: v = 4'hf;
      4'h3: v = 4'h7;
      4'h4: v = 4'hb;
      4'h5: v = 4'h1;
      4'h6: v = 4'h5;
      4'h7: v = 4'he;
      4'h8: v = 4'ha;
      4'h9: v = 4'hc;
      4'ha: v = 4'hd;
      4'hb: v = 4'h9;
      4'hc: v = 4'h8;
      4'hd: v = 4'h4;
      4'he: v = 4'h3;
      4'hf: v = 4'h2;
    endcase
  end

  assign y[0] = ~((v[0] & x2d) ^ (v[1] & xa3)) ^ ((v[2] & x1f) ^ (v[3] & xc4));
  assign y[1] = ~((v[0] & x4d) ^ (v[1] & x17)) ^ ((v[2] & x30) ^ (v[3] & xea));
  assign y[2] = ((v[0] & x17) ^ (v[1] & x30)) ^ ((v[2] & xda) ^ (v[3] & x4d));
  assign y[3] = ((v[0] & x53) ^ (v[1] & xad)) ^ ((v[2] & x13) ^ (v[3] & x66));
  assign y[4] = ((v[0] & x1d) ^ (v[1] & x79)) ^ ((v[2] & x88) ^ (v[3] & xd3));
  assign y[5] = ~((v[0] & xe0) ^ (v[1] & x[2])) ^ ((v[2] & x45) ^ (v[3] & xb9));
  assign y[6] = ~((v[0] & x7c) ^ (v[1] & xac)) ^ ((v[2] & x72) ^ (v[3] & xd2));
  assign y[7] = ((v[0] & x86) ^ (v[1] & x57)) ^ ((v[2] & xe8) ^ (v[3] & x07));

endmodule
