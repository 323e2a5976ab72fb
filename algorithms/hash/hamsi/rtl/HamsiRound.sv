// A round of P or Pf of Hamsi-256: the constants and the number of the round, S-boxes on the columns of the state, L on its diagonals.
module HamsiRound (
  input  logic [15:0][31:0] s,      // four rows of four words
  input  logic [2:0]        number,
  input  logic              final_block,  // Pf
  output logic [15:0][31:0] y
);

  // The first word is the least significant.
  localparam logic [511:0] ALPHA_P = {
    32'hccccff00, 32'haaaaf0f0, 32'hf0f0cccc, 32'haaaaff00, 32'hf0f0cccc, 32'hff00aaaa, 32'hff00f0f0, 32'hccccaaaa,
    32'haaaaf0f0, 32'hccccff00, 32'haaaaff00, 32'hf0f0cccc, 32'hff00aaaa, 32'hf0f0cccc, 32'hccccaaaa, 32'hff00f0f0
  };
  localparam logic [511:0] ALPHA_PF = {
    32'h0ff0caf9, 32'hf9c0639c, 32'h639c0ff0, 32'hf9c0caf9, 32'h639c0ff0, 32'hcaf9f9c0, 32'hcaf9639c, 32'h0ff0f9c0,
    32'hf9c0639c, 32'h0ff0caf9, 32'hf9c0caf9, 32'h639c0ff0, 32'hcaf9f9c0, 32'h639c0ff0, 32'h0ff0f9c0, 32'hcaf9639c
  };

  function automatic logic [31:0] rotate_left(input logic [31:0] word, input int distance);
    rotate_left = (word << distance) | (word >> (32 - distance));
  endfunction

  logic [15:0][31:0] added, boxes;

  assign added = s ^ (final_block ? ALPHA_PF : ALPHA_P) ^ (512'(number) << 32);

  for (genvar i = 0; i < 4; i++) begin : gen_column
    HamsiSbox u_boxes (
      .x({added[12+i], added[8+i], added[4+i], added[i]}),
      .y({boxes[12+i], boxes[8+i], boxes[4+i], boxes[i]})
    );
  end

  for (genvar i = 0; i < 4; i++) begin : gen_diagonal
    localparam int J = 4 + (i + 1) % 4;
    localparam int K = 8 + (i + 2) % 4;
    localparam int L = 12 + (i + 3) % 4;
    logic [31:0] a, c;
    assign a = rotate_left(boxes[i], 13);
    assign c = rotate_left(boxes[K], 3);
    assign y[J] = rotate_left(boxes[J] ^ a ^ c, 1);
    assign y[L] = rotate_left(boxes[L] ^ c ^ (a << 3), 7);
    assign y[i] = rotate_left(a ^ y[J] ^ y[L], 5);
    assign y[K] = rotate_left(c ^ y[L] ^ (y[J] << 7), 22);
  end

endmodule
