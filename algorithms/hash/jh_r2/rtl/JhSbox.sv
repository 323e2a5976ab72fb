// The S-boxes S0 and S1 of JH, chosen by a bit of a constant, as a circuit that both share.
module JhSbox (
  input  logic [3:0] x,
  input  logic       choice,
  output logic [3:0] y
);

  logic x0, x1, x2, x3, t, a, b, c;  // bit 0 of an element is its most significant one
  assign {x0, x1, x2, x3} = x;

  assign a = x0 ^ (~x2 & choice);
  assign t = choice ^ (a & x1);
  assign b = a ^ (x2 & ~x3);
  assign c = ~x3 ^ (~x1 & x2);

  logic m0, m1, m2, m3;
  assign m1 = x1 ^ (b & x2);
  assign m2 = x2 ^ (b & ~c);
  assign m0 = b ^ (m1 | c);
  assign m3 = c ^ (m1 & m2);
  assign y = {m0, m1 ^ (t & m0), m2 ^ t, m3};

endmodule
