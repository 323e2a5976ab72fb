// A round of AES (FIPS 197, 5.1) or of its inverse (5.3).
//
// `keyed` is what the last round gives. In the others an encryption adds the key to `mixed`; a decryption has added it before mixing.
module AesBothRound (
  input  logic         decrypt,
  input  logic [127:0] state,
  input  logic [127:0] round_key,
  output logic [127:0] keyed,
  output logic [127:0] mixed
);

  logic [127:0] substituted;

  AesBothSubstitute u_substitute (
    .decrypt,
    .state,
    .substituted
  );

  assign keyed = substituted ^ round_key;

  AesBothMixColumns u_mix_columns (
    .decrypt,
    .to_encrypt(substituted),
    .to_decrypt(keyed),
    .mixed
  );

endmodule
