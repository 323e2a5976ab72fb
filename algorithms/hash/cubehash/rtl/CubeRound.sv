// One round of CubeHash. The word x_ijklm of the specification is x[16 i + 8 j + 4 k + 2 l + m]; the swaps are wires.
module CubeRound (
  input  logic [31:0][31:0] x,
  output logic [31:0][31:0] y
);

  logic [31:0][31:0] half;

  for (genvar i = 0; i < 16; i++) begin : gen_first
    assign half[16+i] = x[16+(i^2)] + x[i^2];
    assign half[i] = {x[i^8][24:0], x[i^8][31:25]} ^ half[16+(i^2)];
  end

  for (genvar i = 0; i < 16; i++) begin : gen_second
    assign y[16+i] = half[16+(i^1)] + half[i^1];
    assign y[i] = {half[i^4][20:0], half[i^4][31:21]} ^ y[16+(i^1)];
  end

endmodule
