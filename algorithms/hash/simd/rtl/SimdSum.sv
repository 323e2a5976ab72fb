// A column of the transform: eight points and perhaps a constant one, summed modulo 257. Of each ring of 16 bits the upper half counts negative.
module SimdSum (
  input  logic [7:0][15:0] point,
  input  logic [15:0]      mark,
  input  logic             marked,  // the constant point counts
  output logic [9:0]       y        // two's complement, -8 to 264
);

  function automatic logic [12:0] value(input logic [15:0] x);
    value = {5'd0, x[7:0]} - {5'd0, x[15:8]};
  endfunction

  logic [12:0] all;
  assign all = (((value(point[0]) + value(point[1])) + (value(point[2]) + value(point[3])))
                + ((value(point[4]) + value(point[5])) + (value(point[6]) + value(point[7])))) + (value(mark) & {13{marked}});
  assign y = {2'd0, all[7:0]} - {{5{all[12]}}, all[12:8]};  // 256 is -1

endmodule
