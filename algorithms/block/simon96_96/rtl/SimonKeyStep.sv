// The key schedule of SIMON-96/96 (IACR ePrint 2013/404, 3.2), from a round to the next: the key of this round becomes that of the one before.
//
// k_(i+2) = c + z_i + k_i + (1 + S^-1) S^-3 k_(i+1), with c = 2^48 - 4; the same with k_i and k_(i+2) exchanged, so that decryption needs
// no other step. In round 1 the pair is only turned round: it begins as (k_1, k_0), or as (k_50, k_51) to decrypt.
module SimonKeyStep (
  input  logic        decrypt,
  input  logic [5:0]  round,       // from 1
  input  logic [47:0] before_key,  // of the round before
  input  logic [47:0] round_key,
  output logic [47:0] next_key
);

  // (z2)_0 to (z2)_49 for rounds 2 to 51, or backward to decrypt; bit n is for round n.
  localparam logic [63:0] Forward = 64'h0007e21464b03bd4;
  localparam logic [63:0] Backward = 64'h000af703498a11f8;
  localparam logic [47:0] C = 48'hffff_ffff_fffc;

  logic        z;
  logic [47:0] sum;

  assign z = decrypt ? Backward[round] : Forward[round];
  assign sum = {round_key[2:0], round_key[47:3]} ^ {round_key[3:0], round_key[47:4]} ^ C ^ {47'b0, z};
  assign next_key = before_key ^ (round == 6'd1 ? 48'b0 : sum);

endmodule
