// A round of AES (FIPS 197, 5.1) or of its inverse (5.3).
//
// `keyed` is what the last round gives. In the others an encryption adds the key to `mixed`; a decryption has added it before mixing.
// Byte 0 of a block is the most significant one; byte 4c + r stands in row r of column c.
module AesRound (
  input  logic         decrypt,
  input  logic [127:0] state,
  input  logic [127:0] round_key,
  output logic [127:0] keyed,
  output logic [127:0] mixed
);

  logic [127:0] substituted;

  for (genvar c = 0; c < 4; c++) begin : gen_column
    for (genvar r = 0; r < 4; r++) begin : gen_row
      // Row r moves r columns to the left, or to the right.
      localparam int Left = 4 * ((c + r) % 4) + r;
      localparam int Right = 4 * ((c + 4 - r) % 4) + r;
      AesSboxEither u_sbox (
        .decrypt,
        .to_encrypt(state[127-8*Left-:8]),
        .to_decrypt(state[127-8*Right-:8]),
        .y(substituted[127-8*(4*c+r)-:8])
      );
    end

    AesMixColumn u_mix_column (
      .decrypt,
      .to_encrypt(substituted[127-32*c-:32]),
      .to_decrypt(keyed[127-32*c-:32]),
      .mixed(mixed[127-32*c-:32])
    );
  end

  assign keyed = substituted ^ round_key;

endmodule
