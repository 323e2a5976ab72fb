// The key schedule of SIMON-96/96 (IACR ePrint 2013/404, 3.2): k_(i+2) = c + z_i + k_i + (1 + S^-1) S^-3 k_(i+1), with c = 2^48 - 4.
module SimonKeyStep (
  input  logic [5:0]  round,     // from 0
  input  logic [47:0] key,       // of this round
  input  logic [47:0] next_key,
  output logic [47:0] key_after_next
);

  // (z2)_0 to (z2)_49, bit n for round n; the keys that rounds 50 and 51 would make are not used.
  localparam logic [63:0] Z = 64'h0001f885192c0ef5;

  assign key_after_next = key ^ {next_key[2:0], next_key[47:3]} ^ {next_key[3:0], next_key[47:4]} ^ {46'h3fff_ffff_ffff, 1'b0, Z[round]};

endmodule
