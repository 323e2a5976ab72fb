// The S-boxes S0 and S1 of JH, as many side by side as `choice` has bits, each of which chooses one; as a circuit that both share.
module JhSbox #(
  parameter int WIDTH = 128
) (
  input  logic [3:0][WIDTH-1:0] x,  // the most significant bits of the elements, the next ones, and so on
  input  logic [WIDTH-1:0]      choice,
  output logic [3:0][WIDTH-1:0] y
);

  logic [WIDTH-1:0] t, a, b, c, m;
  assign a = x[3] ^ (~x[1] & choice);
  assign t = choice ^ (a & x[2]);
  assign b = a ^ (x[1] & ~x[0]);
  assign c = ~x[0] ^ (~x[2] & x[1]);
  assign m = x[2] ^ (b & x[1]);

  logic [WIDTH-1:0] n;
  assign n = x[1] ^ (b & ~c);
  assign y[3] = b ^ (m | c);
  assign y[2] = m ^ (t & y[3]);
  assign y[1] = n ^ t;
  assign y[0] = c ^ (m & n);

endmodule
