// The tweak functions of CLOC: powers of a step M of a register of four words, in which the sum of the first two comes in last.
module ClocTweak (
  input  logic [127:0] hashed,        // what h is for
  input  logic         h,
  input  logic [127:0] term,          // added behind h
  input  logic         full,          // f1 for a last block that is full, else f2
  output logic [127:0] after_h,       // M^4, or as it came
  output logic [127:0] after_f,       // of the sum: M^8 or M
  output logic [127:0] after_g2       // M of that
);

  logic [31:0] a1, a2, a3, a4, b1, b2, b3, b4, x1, x2, x3, x4;
  assign {a1, a2, a3, a4} = hashed;
  assign after_h = hashed ^ ({a2, a3, a4, a1 ^ a2} & {128{h}});

  assign {b1, b2, b3, b4} = after_h ^ term;
  assign {x1, x2, x3, x4} = full ? {b1 ^ b3, b2 ^ b4, b1 ^ b2 ^ b3, b2 ^ b3 ^ b4} : {b2, b3, b4, b1 ^ b2};

  assign after_f = {x1, x2, x3, x4};
  assign after_g2 = {x2, x3, x4, x1 ^ x2};

endmodule
