// A byte of the key word in the next round, and another one in the round before: LFSR2 (Deoxys v1.41, 3.2) and its inverse.
module DeoxysKeyByte (
  input  logic [7:0] before_forward,
  input  logic [7:0] before_backward,
  output logic [7:0] forward,
  output logic [7:0] backward
);

  assign forward = {before_forward[6:0], before_forward[7] ^ before_forward[5]};
  assign backward = {before_backward[0] ^ before_backward[6], before_backward[7:1]};

endmodule
