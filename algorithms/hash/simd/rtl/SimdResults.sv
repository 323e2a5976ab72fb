// A transform of eight points with the root 4 modulo 257.
module SimdResults (
  input  logic [7:0][9:0] x,  // two's complement
  output logic [7:0][8:0] y   // two's complement, -128 to 128
);

  logic [7:0][23:0] z;
  logic [3:0][21:0] even, odd;

  for (genvar k = 0; k < 4; k++) begin : gen_pair
    logic [21:0] low, high;
    assign low = {{12{x[k][9]}}, x[k]};
    assign high = {{12{x[k+4][9]}}, x[k+4]};
    assign even[k] = low + high;
    assign odd[k] = (low - high) << (2 * k);
  end

  // Two transforms of four points with the root 16. The results of even number have at most 16 bits.
  for (genvar h = 0; h < 2; h++) begin : gen_half
    localparam int WIDTH = (h == 0) ? 16 : 22;
    logic [3:0][WIDTH-1:0] f, sums;
    logic [WIDTH-1:0]      g0, g1, h0, h1;
    for (genvar k = 0; k < 4; k++) begin : gen_point
      assign f[k] = (h == 0) ? even[k][WIDTH-1:0] : odd[k][WIDTH-1:0];
      assign z[h+2*k] = {{(24 - WIDTH) {sums[k][WIDTH-1]}}, sums[k]};
    end
    assign g0 = f[0] + f[2];
    assign g1 = f[1] + f[3];
    assign h0 = f[0] - f[2];
    assign h1 = (f[1] - f[3]) << 4;
    assign sums = {h0 - h1, g0 - g1, h0 + h1, g0 + g1};
  end

  for (genvar k = 0; k < 8; k++) begin : gen_result
    SimdCentre u_centre (
      .x(z[k]),
      .y(y[k])
    );
  end

endmodule
