// The S-box of Minalpher, its own inverse. As a table synthesis would take it, and the state before it, for a memory.
module MinalpherSbox (
  input  logic [3:0] x,
  output logic [3:0] y
);

  assign y[0] = ~((x[1] & ~x[0]) ^ (x[2] & ~x[1]) ^ (x[3] & x[0] & (x[1] ^ x[2])));
  assign y[1] = ~(x[1] ^ (x[2] & x[0]) ^ (x[3] & ~((x[1] & x[0]) ^ (x[2] & ~x[1]))));
  assign y[2] = (x[1] & ~x[0]) ^ (x[2] & x[1] & x[0]) ^ (x[3] & ~(x[1] ^ (x[2] & (x[0] ^ x[1]))));
  assign y[3] = (~x[0] & ~x[1]) ^ x[2] ^ (x[3] & ~((x[1] & x[0]) ^ x[2]));

endmodule
