// One step of the AES-128 key expansion (FIPS 197, 5.2): round key `round` (1 to 10) from the one before it.
module AesKeyStep (
  input  logic [3:0]   round,
  input  logic [127:0] round_key,
  output logic [127:0] next_round_key
);

  logic [7:0] round_constant;  // x^(round - 1)
  always_comb begin
    case (round)
      4'd1: round_constant = 8'h01;
      4'd2: round_constant = 8'h02;
      4'd3: round_constant = 8'h04;
      4'd4: round_constant = 8'h08;
      4'd5: round_constant = 8'h10;
      4'd6: round_constant = 8'h20;
      4'd7: round_constant = 8'h40;
      4'd8: round_constant = 8'h80;
      4'd9: round_constant = 8'h1b;
      default: round_constant = 8'h36;
    endcase
  end

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
