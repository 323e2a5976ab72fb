// The S-box of Scream on all 16 columns of the state, or its inverse. Row i of the state is the two bytes 2i and 2i+1.
//
// It has three Feistel stages. The inverse differs in which of the outer two has a NOT.
module ScreamSubstitute (
  input  logic         inverse,
  input  logic [127:0] state,
  output logic [127:0] substituted
);

  logic [15:0] x0, x1, x2, x3, x4, x5, x6, x7;  // before
  logic [15:0] y0, y1, y2, y3, y4, y5, y6, y7;  // behind the inner stage or the one before it
  logic [15:0] z4, z5, z6, z7;                  // behind the last stage
  logic [15:0] a, c, inner_a, inner_c, last_a, last_c;

  assign {x0, x1, x2, x3, x4, x5, x6, x7} = state;

  assign a = (x1 & x2) ^ x0 ^ {16{inverse}};
  assign c = a ^ x2;
  assign y5 = x5 ^ c;
  assign y6 = x6 ^ (a & x3);
  assign y7 = x7 ^ (c & (x1 ^ x3));
  assign y4 = x4 ^ ((c ^ x3) & (x1 ^ x3 ^ x2));

  assign inner_a = (y4 & y5) ^ y6;
  assign inner_c = (y5 | y6) ^ y7;
  assign y0 = x0 ^ inner_a;
  assign y1 = x1 ^ (inner_a & y7) ^ y4;
  assign y2 = x2 ^ inner_c;
  assign y3 = x3 ^ (inner_c & y4) ^ y5;

  assign last_a = (y1 & y2) ^ y0 ^ {16{!inverse}};
  assign last_c = last_a ^ y2;
  assign z5 = y5 ^ last_c;
  assign z6 = y6 ^ (last_a & y3);
  assign z7 = y7 ^ (last_c & (y1 ^ y3));
  assign z4 = y4 ^ ((last_c ^ y3) & (y1 ^ y3 ^ y2));

  assign substituted = {y0, y1, y2, y3, z4, z5, z6, z7};

endmodule
