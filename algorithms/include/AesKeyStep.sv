// One step of the AES-128 key expansion (FIPS 197, 5.2): the next round key from the one before it.
module AesKeyStep (
  input  logic [9:0]   step,  // one-hot; step i makes round key i + 1
  input  logic [127:0] round_key,
  output logic [127:0] next_round_key
);

  // x^step; x^8 = 1b and x^9 = 36.
  logic [7:0] round_constant;
  assign round_constant = step[7:0] ^ (step[8] ? 8'h1b : 8'h00) ^ (step[9] ? 8'h36 : 8'h00);

  logic [31:0] w0, w1, w2, w3, rotated, substituted, t;
  assign {w0, w1, w2, w3} = round_key;
  assign rotated = {w3[23:0], w3[31:24]};

  for (genvar i = 0; i < 4; i++) begin : gen_byte
    AesSbox u_sbox (
      .x(rotated[8*i+:8]),
      .y(substituted[8*i+:8])
    );
  end
  assign t = substituted ^ {round_constant, 24'h0};

  // The sums of words do not wait for the S-boxes.
  assign next_round_key = {w0 ^ t, w0 ^ w1 ^ t, w0 ^ w1 ^ w2 ^ t, w0 ^ w1 ^ w2 ^ w3 ^ t};

endmodule
