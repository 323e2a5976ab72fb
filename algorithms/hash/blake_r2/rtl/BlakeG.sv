// G of BLAKE-32 (2.1.2); `first` and `second` are what it adds, words of the message with their constants.
module BlakeG (
  input  logic [31:0] a,
  input  logic [31:0] b,
  input  logic [31:0] c,
  input  logic [31:0] d,
  input  logic [31:0] first,
  input  logic [31:0] second,
  output logic [31:0] ya,
  output logic [31:0] yb,
  output logic [31:0] yc,
  output logic [31:0] yd
);

  function automatic logic [31:0] rotate_right(input logic [31:0] word, input int distance);
    rotate_right = (word >> distance) | (word << (32 - distance));
  endfunction

  logic [31:0] a1, b1, c1, d1;
  assign a1 = (a + first) + b;
  assign d1 = rotate_right(d ^ a1, 16);
  assign c1 = c + d1;
  assign b1 = rotate_right(b ^ c1, 12);

  assign ya = (a1 + second) + b1;
  assign yd = rotate_right(d1 ^ ya, 8);
  assign yc = c1 + yd;
  assign yb = rotate_right(b1 ^ yc, 7);

endmodule
