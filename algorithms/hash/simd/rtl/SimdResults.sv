// A transform of eight points with the root 4 modulo 257.
module SimdResults (
  input  logic [7:0][9:0] x,  // two's complement
  output logic [7:0][8:0] y   // two's complement, -128 to 128
);

  logic [3:0][15:0] even;
  logic [3:0][21:0] odd;
  logic [3:0][8:0]  y_even, y_odd;

  for (genvar k = 0; k < 4; k++) begin : gen_pair
    assign even[k] = {{6{x[k][9]}}, x[k]} + {{6{x[k+4][9]}}, x[k+4]};
    assign odd[k] = ({{12{x[k][9]}}, x[k]} - {{12{x[k+4][9]}}, x[k+4]}) << (2 * k);
    assign y[2*k] = y_even[k];
    assign y[2*k+1] = y_odd[k];
  end

  SimdFour #(
    .WIDTH(16)
  ) u_even (
    .f(even),
    .y(y_even)
  );

  SimdFour #(
    .WIDTH(22)
  ) u_odd (
    .f(odd),
    .y(y_odd)
  );

endmodule
