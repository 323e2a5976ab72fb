// MixBytes of Grøstl on a column: the circulant matrix with the first row 02 02 03 04 05 03 05 07.
//
// Byte i of the product is 4 x_(i+3) + 2 y_(i+7) + y_(i+4), where x and y add up four and five bytes of the column.
module GroestlMix (
  input  logic [63:0] column,  // byte 0 most significant
  output logic [63:0] mixed
);

  function automatic logic [7:0] xtime(input logic [7:0] a);
    xtime = {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  logic [7:0] a[8], x[8], y[8];

  for (genvar i = 0; i < 8; i++) begin : gen_byte
    assign a[i] = column[63-8*i-:8];
    assign x[i] = a[i] ^ a[(i+1)%8] ^ a[(i+3)%8] ^ a[(i+4)%8];
    assign y[i] = x[i] ^ a[(i+2)%8] ^ a[(i+4)%8] ^ a[(i+6)%8];
    assign mixed[63-8*i-:8] = xtime(xtime(x[(i+3)%8]) ^ y[(i+7)%8]) ^ y[(i+4)%8];
  end

endmodule
