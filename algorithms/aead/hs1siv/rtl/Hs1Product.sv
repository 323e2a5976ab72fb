// x times y modulo 2^60, without a multiplier. y comes as z = y + 0x55555555: two bits of z, less one, are a digit of y from -1 to 2, and make
// a row of x, 2 x or -x. A tree of adders adds the rows.
//
// A row is 2^33 too large, so that none is below zero: the result is 2^33 * 0x55555555 too large. It lacks `one`, and 2^32 times `beyond`.
module Hs1Product (
  input  logic [31:0] x,
  input  logic [32:0] z,
  output logic [59:0] y,
  output logic        one,
  output logic [27:0] beyond  // of z's topmost bit
);

  logic [15:0]       negative;
  logic [15:0][33:0] rows;
  always_comb begin
    for (int i = 0; i < 16; i++) begin
      negative[i] = z[2*i +: 2] == 2'd0;
      unique case (z[2*i +: 2])
        2'd0:    rows[i] = {2'b01, ~x};  // one more is -x; that goes into an adder behind it
        2'd1:    rows[i] = {1'b1, 33'd0};
        2'd2:    rows[i] = {2'b10, x};
        default: rows[i] = {1'b1, x, 1'b0};
      endcase
    end
  end
  assign one = negative[0];
  assign beyond = x[27:0] & {28{z[32]}};

  // Bits below the upper operand's lowest one pass by. The carry that goes in is what the upper operand's first row lacks.
  function automatic logic [44:0] sum(input logic [44:0] a, input logic [44:0] b, input logic carry);
    logic unused;
    {sum, unused} = {a, 1'b1} + {b, carry};
  endfunction

  logic [7:0][36:0] pairs;
  logic [3:0][40:0] fours;
  logic [1:0][48:0] eights;
  always_comb begin
    for (int i = 0; i < 8; i++) pairs[i] = {35'(sum(45'(rows[2*i][33:2]), 45'(rows[2*i+1]), negative[2*i+1])), rows[2*i][1:0]};
    for (int i = 0; i < 4; i++) fours[i] = {37'(sum(45'(pairs[2*i][36:4]), 45'(pairs[2*i+1]), negative[4*i+2])), pairs[2*i][3:0]};
    for (int i = 0; i < 2; i++) eights[i] = {41'(sum(45'(fours[2*i][40:8]), 45'(fours[2*i+1]), negative[8*i+4])), fours[2*i][7:0]};
  end
  assign y = {44'(sum(45'(eights[0][48:16]), 45'(eights[1]), negative[8])), eights[0][15:0]};

endmodule
