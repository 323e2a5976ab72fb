// A round of Keccak-p[200] (FIPS 202, 3.2): lane (x, y) is a[x + 5 y]. Rounds count from the first of the twelve that Ketje begins with.
module KetjeRound (
  input  logic [24:0][7:0] a,
  input  logic [3:0]       round,
  output logic [24:0][7:0] next
);

  // The twelve last constants of Keccak-p[200], the last one on top; what is above them is never asked for.
  localparam logic [127:0] CONSTANTS = 128'h80_02_03_89_8b_8b_0a_09_88_8a_09_81;

  // The distances of rho by lane, the last lane on top, modulo 8.
  localparam logic [74:0] DISTANCES = {
    3'd6, 3'd0, 3'd5, 3'd2, 3'd2,
    3'd0, 3'd5, 3'd7, 3'd5, 3'd1,
    3'd7, 3'd1, 3'd3, 3'd2, 3'd3,
    3'd4, 3'd7, 3'd6, 3'd4, 3'd4,
    3'd3, 3'd4, 3'd6, 3'd1, 3'd0
  };

  function automatic logic [7:0] rotate_left(input logic [7:0] lane, input int distance);
    rotate_left = (lane << distance) | (lane >> (8 - distance));
  endfunction

  logic [4:0][7:0]  parity;
  logic [24:0][7:0] b;  // behind theta, rho and pi
  logic [7:0]       constant;

  for (genvar x = 0; x < 5; x++) begin : gen_parity
    assign parity[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
  end

  for (genvar i = 0; i < 25; i++) begin : gen_lanes
    localparam int X = i % 5;
    localparam int Y = i / 5;
    assign b[Y + 5 * ((2 * X + 3 * Y) % 5)] =
        rotate_left(a[i] ^ parity[(X + 4) % 5] ^ rotate_left(parity[(X + 1) % 5], 1), int'(DISTANCES[3 * i +: 3]));
    assign next[i] = b[i] ^ (~b[5 * Y + (X + 1) % 5] & b[5 * Y + (X + 2) % 5]) ^ (i == 0 ? constant : 8'd0);
  end

  assign constant = CONSTANTS[8 * round +: 8];

endmodule
