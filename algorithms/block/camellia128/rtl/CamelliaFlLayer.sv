// The layer between rounds of Camellia (RFC 3713, 2.4.2 and 2.4.3): FL of the left word, the inverse of FL of the right one.
module CamelliaFlLayer (
  input  logic [63:0] left,
  input  logic [63:0] left_subkey,
  input  logic [63:0] right,
  input  logic [63:0] right_subkey,
  output logic [63:0] next_left,
  output logic [63:0] next_right
);

  logic [31:0] left_and, right_and, x1, x2, y1, y2;

  assign left_and = left[63:32] & left_subkey[63:32];
  assign x2 = left[31:0] ^ {left_and[30:0], left_and[31]};
  assign x1 = left[63:32] ^ (x2 | left_subkey[31:0]);
  assign next_left = {x1, x2};

  assign y1 = right[63:32] ^ (right[31:0] | right_subkey[31:0]);
  assign right_and = y1 & right_subkey[63:32];
  assign y2 = right[31:0] ^ {right_and[30:0], right_and[31]};
  assign next_right = {y1, y2};

endmodule
