// A number modulo 257, from -128 to 128.
module SimdCentre (
  input  logic [23:0] x,  // two's complement
  output logic [8:0]  y   // two's complement
);

  logic [9:0] near, moved;
  logic       above, below;

  assign near = ({2'd0, x[7:0]} - {2'd0, x[15:8]}) + {{2{x[23]}}, x[23:16]};  // -289 to 288
  assign above = !near[9] && near[8:0] > 9'd128;
  assign below = near[9] && near[8:0] < 9'd384;  // -128
  assign moved = near + (above ? -10'sd257 : below ? 10'sd257 : 10'd0);
  assign y = moved[8:0];

endmodule
