// A round of GIFT-128 (GIFT-COFB 1.1, section 2.3): SubCells, PermBits, AddRoundKey. The state is S0 to S3, the key W0 to W7, the first word most
// significant.
module GiftRound (
  input  logic [127:0] x,
  input  logic [127:0] key,
  input  logic [5:0]   constant,
  output logic [127:0] y,
  output logic [127:0] next_key
);

  // Bit 4 i + j of word w goes to bit 8 t + i, where t is (w - j) mod 4.
  function automatic logic [31:0] permute(input logic [31:0] word, input int w);
    for (int i = 0; i < 8; i++) begin
      for (int j = 0; j < 4; j++) permute[8*((w+4-j)%4)+i] = word[4*i+j];
    end
  endfunction

  logic [31:0] s0, s1, s2, s3, a0, a1, a2, a3, b1, b2;

  assign {s0, s1, s2, s3} = x;
  assign a1 = s1 ^ (s0 & s2);
  assign a0 = s0 ^ (a1 & s3);
  assign a2 = s2 ^ (a0 | a1);
  assign a3 = s3 ^ a2;
  assign b1 = a1 ^ a3;
  assign b2 = a2 ^ (a0 & b1);

  assign y = {
    permute(~a3, 0),
    permute(b1, 1) ^ key[31:0],
    permute(b2, 2) ^ key[95:64],
    permute(a0, 3) ^ {1'b1, 25'd0, constant}
  };

  // W6 turned right by 2, W7 by 12, then the others.
  assign next_key = {key[17:16], key[31:18], key[11:0], key[15:12], key[127:32]};

endmodule
