// Half a round of NORX32 (NORX v3, 2.3): G on four columns of the state, or with TURN = 1 on four of its diagonals.
module NorxStep #(
  parameter int TURN = 0
) (
  input  logic [15:0][31:0] s,
  output logic [15:0][31:0] next
);

  function automatic logic [31:0] rotate_right(input logic [31:0] word, input int distance);
    rotate_right = (word >> distance) | (word << (32 - distance));
  endfunction

  // H: a sum whose carries go one place far.
  function automatic logic [31:0] near_sum(input logic [31:0] x, input logic [31:0] y);
    near_sum = x ^ y ^ {x[30:0] & y[30:0], 1'b0};
  endfunction

  for (genvar i = 0; i < 4; i++) begin : gen_g
    localparam int B = 4 + (i + TURN) % 4;
    localparam int C = 8 + (i + 2 * TURN) % 4;
    localparam int D = 12 + (i + 3 * TURN) % 4;

    logic [31:0] a1, b1, c1, d1;
    assign a1 = near_sum(s[i], s[B]);
    assign d1 = rotate_right(a1 ^ s[D], 8);
    assign c1 = near_sum(s[C], d1);
    assign b1 = rotate_right(s[B] ^ c1, 11);

    assign next[i] = near_sum(a1, b1);
    assign next[D] = rotate_right(next[i] ^ d1, 16);
    assign next[C] = near_sum(c1, next[D]);
    assign next[B] = rotate_right(b1 ^ next[C], 31);
  end

endmodule
