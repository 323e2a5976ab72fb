// A round of SIMON with words of 48 bits (IACR ePrint 2013/404, 3.1): x becomes y + f(x) + k, and y becomes x.
module SimonRound (
  input  logic [47:0] x,
  input  logic [47:0] y,
  input  logic [47:0] round_key,
  output logic [47:0] next_x,
  output logic [47:0] next_y
);

  assign next_x = y ^ ({x[46:0], x[47]} & {x[39:0], x[47:40]}) ^ {x[45:0], x[47:46]} ^ round_key;
  assign next_y = x;

endmodule
