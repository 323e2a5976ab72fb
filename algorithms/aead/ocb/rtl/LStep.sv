// A step of the register that holds L: times x or x^8 in the field of OCB, or Stretch moved to the left by one bit or eight.
//
// Bits 129 to 192 of Stretch are sums of bits of Ktop eight places apart. Those two are the first one of what has been moved so far and the
// ninth, so Ktop alone is kept.
module LStep (
  input  logic         stretch,
  input  logic         by_eight,
  input  logic [127:0] l,
  output logic [127:0] next_l
);

  // What leaves at the top comes back: x^128 = x^7 + x^2 + x + 1.
  logic [7:0]  leaves, enters;
  logic [14:0] reduced, low;
  assign leaves = by_eight ? l[127:120] : {7'b0, l[127]};
  assign reduced = {7'b0, leaves} ^ {6'b0, leaves, 1'b0} ^ {5'b0, leaves, 2'b0} ^ {leaves, 7'b0};
  assign enters = by_eight ? l[127:120] ^ l[119:112] : {7'b0, l[127] ^ l[119]};
  assign low = stretch ? {7'b0, enters} : reduced;

  assign next_l = (by_eight ? {l[119:0], 8'b0} : {l[126:0], 1'b0}) ^ {113'b0, low};

endmodule
