// One step of the AES-128 key schedule (FIPS 197, 5.2): the round key after this one, or the one before it.
module AesBothKeyStep (
  input  logic         backward,
  input  logic [3:0]   steps,  // done before in this direction: 0 to 9
  input  logic [127:0] round_key,
  output logic [127:0] next_round_key
);

  logic [7:0]  round_constant;
  logic [31:0] w0, w1, w2, w3, last, rotated, substituted, first;

  always_comb begin
    unique case (backward ? 4'd9 - steps : steps)
      4'd0:    round_constant = 8'h01;
      4'd1:    round_constant = 8'h02;
      4'd2:    round_constant = 8'h04;
      4'd3:    round_constant = 8'h08;
      4'd4:    round_constant = 8'h10;
      4'd5:    round_constant = 8'h20;
      4'd6:    round_constant = 8'h40;
      4'd7:    round_constant = 8'h80;
      4'd8:    round_constant = 8'h1b;
      4'd9:    round_constant = 8'h36;
      default: round_constant = 'x;
    endcase
  end

  // Of the two keys the last word of the earlier one goes through the S-boxes.
  assign {w0, w1, w2, w3} = round_key;
  assign last = backward ? w2 ^ w3 : w3;
  assign rotated = {last[23:0], last[31:24]};

  for (genvar i = 0; i < 4; i++) begin : gen_byte
    AesSbox u_sbox (
      .x(rotated[8*i+:8]),
      .y(substituted[8*i+:8])
    );
  end

  assign first = w0 ^ substituted ^ {round_constant, 24'h0};
  assign next_round_key = backward ? {first, w0 ^ w1, w1 ^ w2, w2 ^ w3}
                                   : {first, w1 ^ first, w1 ^ w2 ^ first, w1 ^ w2 ^ w3 ^ first};

endmodule
