// MixColumns of PRIMATE-120 (PRIMATEs v1.02) on one column: the seventh power of its matrix at once.
// Bit i of element r is x[5r + i]. Sums that several outputs have in common are made once; a search for few look-up tables of four inputs has found them.
module PrimateColumn (
  input  logic [34:0] x,
  output logic [34:0] y
);

  logic s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28,
  s29, s30, s31, s32, s33, s34, s35, s36, s37, s38, s39, s40, s41, s42, s43, s44, s45, s46, s47, s48, s49, s50, s51, s52, s53, s54, s55,
  s56, s57, s58, s59, s60, s61, s62;
  assign s0 = x[14] ^ x[25]; assign s1 = x[11] ^ x[12]; assign s2 = x[17] ^ x[20]; assign s3 = x[10] ^ x[27]; assign s4 = x[18] ^ x[21];
  assign s5 = x[8] ^ x[15]; assign s6 = x[1] ^ x[5]; assign s7 = x[13] ^ x[22]; assign s8 = x[19] ^ x[31];
  assign s9 = x[26] ^ x[28] ^ x[30]; assign s10 = x[2] ^ x[6]; assign s11 = x[3] ^ x[7]; assign s12 = x[23] ^ s0; assign s13 = x[32] ^ s1;
  assign s14 = x[4] ^ s5; assign s15 = x[34] ^ s2; assign s16 = x[15] ^ s3; assign s17 = x[9] ^ x[16] ^ s4; assign s18 = x[16] ^ x[24];
  assign s19 = x[7] ^ x[33]; assign s20 = x[19] ^ s6; assign s21 = x[10] ^ s9; assign s22 = x[13] ^ x[33]; assign s23 = s2 ^ s10;
  assign s24 = x[24] ^ x[31]; assign s25 = x[0] ^ x[29] ^ s3; assign s26 = s6 ^ s12; assign s27 = s0 ^ s11; assign s28 = x[26] ^ x[30] ^ s7;
  assign s29 = x[2] ^ x[27]; assign s30 = s14 ^ s29; assign s31 = x[6] ^ x[18]; assign s32 = x[1] ^ s11;
  assign s33 = x[11] ^ x[26] ^ x[28] ^ s8; assign s34 = x[0] ^ s18; assign s35 = x[9] ^ x[16] ^ x[24]; assign s36 = x[29] ^ s16;
  assign s37 = x[25] ^ x[34]; assign s38 = x[5] ^ s4; assign s39 = x[0] ^ x[9] ^ x[16]; assign s40 = x[8] ^ x[26] ^ x[28];
  assign s41 = s9 ^ s14; assign s42 = s7 ^ s20; assign s43 = x[6] ^ x[11] ^ s8; assign s44 = x[12] ^ s17; assign s45 = x[1] ^ s24;
  assign s46 = x[0] ^ x[29] ^ x[33]; assign s47 = x[20] ^ s13; assign s48 = x[23] ^ x[25]; assign s49 = s8 ^ s12; assign s50 = s5 ^ s23;
  assign s51 = x[31] ^ s1; assign s52 = x[5] ^ x[17]; assign s53 = s13 ^ s21; assign s54 = x[0] ^ x[14] ^ x[29] ^ x[34];
  assign s55 = x[3] ^ s12 ^ s16 ^ s24; assign s56 = x[4] ^ x[32] ^ s18 ^ s43; assign s57 = x[13] ^ x[26] ^ s4 ^ s10;
  assign s58 = x[32] ^ s39; assign s59 = s0 ^ s7 ^ s15; assign s60 = s13 ^ s25; assign s61 = x[9] ^ x[18]; assign s62 = x[16] ^ s13 ^ s38;
  assign y[0] = x[0] ^ x[9] ^ x[12] ^ x[28] ^ x[29] ^ s16 ^ s59; assign y[1] = x[11] ^ x[13] ^ x[16] ^ x[29] ^ s4 ^ s21 ^ s26;
  assign y[2] = x[9] ^ x[10] ^ x[13] ^ x[24] ^ s10 ^ s33 ^ s37; assign y[3] = x[26] ^ s27 ^ s36 ^ s47;
  assign y[4] = x[4] ^ x[16] ^ x[21] ^ x[27] ^ s1 ^ s22 ^ s40; assign y[5] = x[19] ^ s41 ^ s59 ^ s62;
  assign y[6] = x[6] ^ x[27] ^ s2 ^ s28 ^ s44 ^ s46 ^ s49; assign y[7] = x[7] ^ s3 ^ s6 ^ s14 ^ s18 ^ s48 ^ s51;
  assign y[8] = x[13] ^ s35 ^ s50 ^ s53; assign y[9] = s2 ^ s17 ^ s22 ^ s27 ^ s36 ^ s51; assign y[10] = s10 ^ s12 ^ s25 ^ s41 ^ s61;
  assign y[11] = s25 ^ s32 ^ s33 ^ s35; assign y[12] = x[9] ^ x[15] ^ x[26] ^ s2 ^ s13 ^ s26 ^ s31;
  assign y[13] = x[12] ^ x[19] ^ x[25] ^ x[27] ^ s19 ^ s34 ^ s57; assign y[14] = x[17] ^ x[27] ^ x[34] ^ s27 ^ s40 ^ s42;
  assign y[15] = x[22] ^ x[30] ^ s8 ^ s19 ^ s48 ^ s52 ^ s60; assign y[16] = x[23] ^ s5 ^ s22 ^ s31 ^ s37 ^ s45 ^ s53;
  assign y[17] = x[2] ^ x[14] ^ x[23] ^ s15 ^ s28 ^ s35; assign y[18] = x[30] ^ s2 ^ s38 ^ s55; assign y[19] = x[22] ^ s4 ^ s21 ^ s56;
  assign y[20] = x[23] ^ s1 ^ s8 ^ s16 ^ s32 ^ s54 ^ s57; assign y[21] = x[14] ^ x[28] ^ s11 ^ s30 ^ s34 ^ s42 ^ s47;
  assign y[22] = x[18] ^ s3 ^ s14 ^ s15 ^ s19 ^ s33 ^ s39; assign y[23] = x[8] ^ x[17] ^ x[28] ^ s17 ^ s20 ^ s37 ^ s60;
  assign y[24] = x[25] ^ s1 ^ s21 ^ s23 ^ s42 ^ s46 ^ s61; assign y[25] = x[1] ^ s0 ^ s9 ^ s15 ^ s19 ^ s36 ^ s56;
  assign y[26] = x[29] ^ x[31] ^ s15 ^ s19 ^ s29 ^ s40 ^ s62; assign y[27] = x[4] ^ x[8] ^ s1 ^ s17 ^ s27 ^ s28 ^ s45;
  assign y[28] = x[9] ^ x[12] ^ x[32] ^ s28 ^ s30 ^ s49 ^ s52; assign y[29] = x[5] ^ s9 ^ s22 ^ s31 ^ s55 ^ s58;
  assign y[30] = x[0] ^ x[11] ^ s11 ^ s15 ^ s17 ^ s26 ^ s30; assign y[31] = x[3] ^ x[22] ^ x[24] ^ s20 ^ s23 ^ s41 ^ s44;
  assign y[32] = x[20] ^ s5 ^ s6 ^ s7 ^ s43 ^ s54; assign y[33] = x[7] ^ x[12] ^ x[15] ^ x[21] ^ s10 ^ s26 ^ s58;
  assign y[34] = x[10] ^ x[26] ^ x[33] ^ s7 ^ s32 ^ s34 ^ s50;

endmodule
