// A number modulo 257, from -128 to 128.
module SimdCentre (
  input  logic [23:0] x,  // two's complement
  output logic [8:0]  y   // two's complement
);

  logic [9:0] near;
  logic       above, below;

  assign near = ({2'd0, x[7:0]} - {2'd0, x[15:8]}) + {{2{x[23]}}, x[23:16]};  // -289 to 288
  assign above = !near[9] && near[8:0] > 9'd128;
  assign below = near[9] && near[8:0] < 9'd384;  // -128
  assign y = near[8:0] + (above ? 9'd255 : below ? 9'd257 : 9'd0);  // 255 is -257 in 9 bits

endmodule
