// Multiples of a mask in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1; the most significant bit is the coefficient of x^127.
module OtrMask (
  input  logic [127:0] mask,
  input  logic [127:0] other,
  output logic [127:0] two,   // 2 mask
  output logic [127:0] four,  // 4 mask
  output logic [127:0] half   // of the other: 2 half = other
);

  function automatic logic [127:0] twice(input logic [127:0] x);
    twice = {x[126:0], 1'b0} ^ (x[127] ? 128'h87 : 128'h0);
  endfunction

  assign two = twice(mask);
  assign four = twice(two);
  assign half = {other[0], other[127:1]} ^ (other[0] ? 128'h43 : 128'h0);

endmodule
