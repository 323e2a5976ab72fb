// XorMatrix, MixColumns and the constant of a round of Minalpher-P, which meets four columns of B.
module MinalpherMix (
  input  logic [255:0] state,
  input  logic [3:0]   constant,
  output logic [255:0] mixed
);

  // Row 0 is at the bottom here; the order of the rows makes no difference but in the constants.
  for (genvar i = 0; i < 4; i++) begin : gen_row
    logic [63:0] sum;
    logic [15:0] constants;

    assign constants = {4{constant ^ 4'(3 - i)}} ^ 16'h0123;
    assign sum = state[64*i+:64] ^ state[64*((i+1)%4)+:64] ^ state[64*((i+3)%4)+:64];
    assign mixed[64*i+:64] = sum ^ {32'b0, sum[63:32] ^ {constants, 16'b0}};
  end

endmodule
