// SubBytes and ShiftRows of AES (FIPS 197, 5.1), or their inverses (5.3).
//
// Byte 0 of a block is the most significant one; byte 4c + r is that of row r in column c.
module AesBothSubstitute (
  input  logic         decrypt,
  input  logic [127:0] state,
  output logic [127:0] substituted
);

  for (genvar c = 0; c < 4; c++) begin : gen_column
    for (genvar r = 0; r < 4; r++) begin : gen_row
      // Row r moves r columns to the left, or to the right.
      localparam int Left = 4 * ((c + r) % 4) + r;
      localparam int Right = 4 * ((c + 4 - r) % 4) + r;
      AesBothSbox u_sbox (
        .decrypt,
        .to_encrypt(state[127-8*Left-:8]),
        .to_decrypt(state[127-8*Right-:8]),
        .y(substituted[127-8*(4*c+r)-:8])
      );
    end
  end

endmodule
