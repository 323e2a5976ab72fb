// A transform of four points with the root 16 modulo 257; each number in two's complement.
module SimdFour #(
  parameter int WIDTH = 22
) (
  input  logic [3:0][WIDTH-1:0] f,
  output logic [3:0][8:0]       y  // -128 to 128
);

  logic [3:0][WIDTH-1:0] sums;
  logic [WIDTH-1:0]      g0, g1, h0, h1;

  assign g0 = f[0] + f[2];
  assign g1 = f[1] + f[3];
  assign h0 = f[0] - f[2];
  assign h1 = (f[1] - f[3]) << 4;
  assign sums = {h0 - h1, g0 - g1, h0 + h1, g0 + g1};

  for (genvar k = 0; k < 4; k++) begin : gen_result
    SimdCentre u_centre (
      .x({{(24 - WIDTH) {sums[k][WIDTH-1]}}, sums[k]}),
      .y(y[k])
    );
  end

endmodule
