// The L-box of Scream, on bits of a row, or its inverse. The matrix is orthogonal: the inverse is the transposed one.
//
// The sums that several bits share, of both directions, are those that a search for few four-input look-up tables found: 63 of them in all.
module ScreamMix (
  input  logic        inverse,
  input  logic [15:0] x,
  output logic [15:0] y
);

  logic t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15;
  assign t0 = x[13] ^ x[11] ^ x[9] ^ x[7];
  assign t1 = x[14] ^ x[12] ^ x[5] ^ x[0];
  assign t2 = x[14] ^ x[13] ^ x[9] ^ x[8];
  assign t3 = x[15] ^ x[7] ^ x[3] ^ x[2];
  assign t4 = x[12] ^ x[11] ^ x[6] ^ x[4];
  assign t5 = x[15] ^ x[10] ^ x[2];
  assign t6 = x[4] ^ x[1];
  assign t7 = x[13] ^ x[8] ^ x[5];
  assign t8 = x[9] ^ x[6] ^ x[3];
  assign t9 = x[15] ^ x[7] ^ x[5] ^ x[0];
  assign t10 = t6 ^ t0 ^ x[14] ^ x[2];
  assign t11 = t2 ^ x[10];
  assign t12 = t1 ^ x[13] ^ x[1];
  assign t13 = t0 ^ x[6] ^ x[5];
  assign t14 = x[14] ^ x[12] ^ x[0];
  assign t15 = x[15] ^ x[10] ^ x[7];

  assign y[0] = inverse ? t4 ^ x[13] ^ x[3] ^ x[2] : t11 ^ t6 ^ t3;
  assign y[1] = inverse ? t1 ^ x[9] ^ x[7] ^ x[3] : t11 ^ x[12] ^ x[2];
  assign y[2] = inverse ? t6 ^ t1 ^ t0 ^ x[8] : t0 ^ x[6] ^ x[4] ^ x[0];
  assign y[3] = x[0] ^ (inverse ? t15 ^ x[12] ^ x[9] ^ x[6] : t6 ^ t2);
  assign y[4] = inverse ? t8 ^ t5 ^ t1 ^ x[8] : t14 ^ t5 ^ x[11];
  assign y[5] = t13 ^ (inverse ? x[12] : t6 ^ t5);
  assign y[6] = t7 ^ (inverse ? t5 ^ x[14] : x[11] ^ x[4] ^ x[3] ^ x[0]);
  assign y[7] = inverse ? t5 ^ t1 ^ t0 : t3 ^ x[9] ^ x[5] ^ x[1];
  assign y[8] = x[10] ^ (inverse ? t8 ^ x[14] ^ x[1] ^ x[0] : t4 ^ x[9] ^ x[2]);
  assign y[9] = t3 ^ (inverse ? t12 ^ x[8] : t7 ^ t6 ^ x[12] ^ x[11]);
  assign y[10] = inverse ? t7 ^ t6 ^ x[15] ^ x[0] : t4 ^ x[8] ^ x[7] ^ x[3];
  assign y[11] = inverse ? t11 ^ t4 ^ x[5] ^ x[2] : t9 ^ x[13] ^ x[11] ^ x[2];
  assign y[12] = inverse ? t11 ^ t6 : t10 ^ x[5] ^ x[3] ^ x[0];
  assign y[13] = x[2] ^ (inverse ? t12 ^ t8 ^ x[11] : t1 ^ t0 ^ x[10] ^ x[6]);
  assign y[14] = inverse ? t14 ^ t6 ^ x[13] ^ x[3] : t10 ^ x[12] ^ x[8] ^ x[6];
  assign y[15] = inverse ? t9 ^ x[11] ^ x[9] ^ x[4] : t15 ^ t8 ^ x[4];

endmodule
