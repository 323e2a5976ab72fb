// The next mask of COLM: the one before it times 2, or in front of the last block times 7, or 7 * 7 if that is not full.
//
// The leftmost bit is the coefficient of x^127, and x^128 = x^7 + x^2 + x + 1. So 7 is x^2 + x + 1, and 7 * 7 is x^4 + x^2 + 1.
module MaskStep (
  input  logic         times_7,
  input  logic         times_49,
  input  logic [127:0] mask,
  output logic [127:0] next_mask
);

  function automatic logic [127:0] times_2(input logic [127:0] a);
    times_2 = {a[126:0], 1'b0} ^ {120'b0, a[127] ? 8'h87 : 8'h00};
  endfunction

  logic [127:0] mask2, mask4, mask16;
  assign mask2 = times_2(mask);
  assign mask4 = times_2(mask2);
  assign mask16 = times_2(times_2(mask4));

  assign next_mask = ((mask ^ mask4) & {128{times_7 || times_49}}) ^ (times_49 ? mask16 : mask2);

endmodule
