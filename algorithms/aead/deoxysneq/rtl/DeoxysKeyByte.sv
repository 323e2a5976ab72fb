// A byte of the key word in the next round, and another one in the round before (Deoxys v1.3): twice it in the field of AES, and the half of it.
module DeoxysKeyByte (
  input  logic [7:0] before_forward,
  input  logic [7:0] before_backward,
  output logic [7:0] forward,
  output logic [7:0] backward
);

  assign forward = {before_forward[6:0], 1'b0} ^ (before_forward[7] ? 8'h1b : 8'h00);
  assign backward = {1'b0, before_backward[7:1]} ^ (before_backward[0] ? 8'h8d : 8'h00);

endmodule
