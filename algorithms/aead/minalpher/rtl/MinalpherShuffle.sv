// SubNibbles, ShuffleRows and SwapMatrices of Minalpher-P. The state is two matrices of nibbles, A and B; each of four rows has 32 bits of A, then 32
// of B. B is shuffled by the inverses of what shuffles A. The whole is its own inverse.
module MinalpherShuffle (
  input  logic [255:0] state,
  output logic [255:0] shuffled
);

  // Where the eight nibbles of a row come from, the first one on the left: two ways, then their inverses.
  localparam logic [127:0] From = {32'h2367_0154, 32'h3245_6701, 32'h4501_7623, 32'h6710_2345};

  for (genvar row = 0; row < 4; row++) begin : gen_row
    for (genvar matrix = 0; matrix < 2; matrix++) begin : gen_matrix
      for (genvar column = 0; column < 8; column++) begin : gen_nibble
        localparam int unsigned Source = 32'(From[32*((row+2*matrix)%4)+31-4*column-:4]);
        localparam int unsigned Input = 64 * row + 32 * matrix + 4 * Source;
        localparam int unsigned Output = 64 * row + 32 * (1 - matrix) + 4 * column;

        MinalpherSbox u_sbox (
          .x(state[255-Input-:4]),
          .y(shuffled[255-Output-:4])
        );
      end
    end
  end

endmodule
