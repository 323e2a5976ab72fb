// SubBytes and ShiftBytes of Grøstl: the S-boxes of AES, and row r moves r columns to the left.
//
// Byte 0 of a state is the most significant one; byte 8c + r is that of row r in column c.
module GroestlSubstitute (
  input  logic [511:0] state,
  output logic [511:0] shifted
);

  for (genvar i = 0; i < 64; i++) begin : gen_byte
    localparam int SOURCE = (i + 8 * (i % 8)) % 64;
    AesSbox u_sbox (
      .x(state[511-8*SOURCE-:8]),
      .y(shifted[511-8*i-:8])
    );
  end

endmodule
