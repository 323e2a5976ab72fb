// One round of KECCAK-p[1600, 24] (FIPS 202, 3.2): theta, rho, pi, chi, iota; the block is added before it where `absorb` says so.
// Lane A[x][y] is a[x + 5 * y].
//
// The parities of theta are taken of state and block apart, so that adding the block makes no path longer.
module KeccakRound (
  input  logic [24:0][63:0] a,
  input  logic [16:0][63:0] block,
  input  logic              absorb,
  input  logic [63:0]       constant,
  output logic [24:0][63:0] y
);

  // The distances of rho, 6 bits each, that of lane 0 least significant.
  localparam logic [149:0] DISTANCES = {
    6'd14, 6'd56, 6'd61, 6'd2, 6'd18, 6'd8, 6'd21, 6'd15, 6'd45, 6'd41, 6'd39, 6'd25, 6'd43,
    6'd10, 6'd3, 6'd20, 6'd55, 6'd6, 6'd44, 6'd36, 6'd27, 6'd28, 6'd62, 6'd1, 6'd0
  };

  logic [24:0][63:0] added;   // the block, zero beyond the rate
  logic [4:0][63:0]  parity;
  logic [24:0][63:0] b;       // after theta, rho and pi

  assign added = 1600'(block);

  for (genvar x = 0; x < 5; x++) begin : gen_parity
    logic [63:0] of_state, of_block;
    assign of_state = a[x] ^ a[x+5] ^ a[x+10] ^ a[x+15] ^ a[x+20];
    assign of_block = added[x] ^ added[x+5] ^ added[x+10] ^ added[x+15] ^ added[x+20];
    assign parity[x] = of_state ^ (of_block & {64{absorb}});
  end

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned X = i % 5;
    localparam int unsigned ROW = i - X;
    localparam int unsigned TARGET = ROW / 5 + 5 * ((2 * X + 3 * (ROW / 5)) % 5);
    localparam int unsigned DISTANCE = 32'(DISTANCES[6*i +: 6]);

    logic [63:0] change, after_theta;
    assign change = parity[(X+4)%5] ^ {parity[(X+1)%5][62:0], parity[(X+1)%5][63]};
    assign after_theta = a[i] ^ (added[i] & {64{absorb}}) ^ change;
    assign b[TARGET] = (after_theta << DISTANCE) | (after_theta >> (64 - DISTANCE));

    assign y[i] = b[i] ^ (~b[ROW+(X+1)%5] & b[ROW+(X+2)%5]) ^ ((i == 0) ? constant : 64'd0);
  end

endmodule
