// A sponge on KECCAK-p[1600, 24] with a rate of 1,088 bits: one round a cycle, 24 cycles a block. The ports are those of a HashCore.
//
// A block is added to the state in the cycle of its first round, so that the round unit never waits. After the last block the digest leaves in a
// cycle of its own, and the state is zero again.
module KeccakSponge (
  input  logic          clk,
  input  logic          rst,

  input  logic [1087:0] block,
  input  logic          block_valid,
  output logic          block_ready,
  input  logic          block_last,
  input  logic [7:0]    block_bytes,

  output logic [255:0]  digest,
  output logic          digest_valid,
  input  logic          digest_ready
);

  localparam logic [4:0] LAST_ROUND = 5'd23;

  logic [24:0][63:0] state_q, state_d;
  logic [4:0]        round_q;
  logic              absorb_q;    // the next round is the first of a block
  logic              finished_q;  // the digest is there
  logic              last_q;

  // ---- control ----
  logic step, done, last_round;
  assign block_ready = absorb_q;
  assign digest_valid = finished_q;
  assign step = absorb_q ? block_valid : !finished_q;
  assign done = finished_q && digest_ready;
  assign last_round = round_q == LAST_ROUND;

  always_ff @(posedge clk) begin
    if (rst || done) begin
      absorb_q <= 1'b1;
      finished_q <= 1'b0;
    end else if (step) begin
      absorb_q <= last_round && !last_q;
      finished_q <= last_round && last_q;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) round_q <= 5'd0;
    else if (step) round_q <= last_round ? 5'd0 : round_q + 5'd1;
  end

  always_ff @(posedge clk) begin
    if (absorb_q) last_q <= block_last;
  end

  // ---- the round ----
  logic [16:0][63:0] lanes;  // of the block
  logic [63:0]       constant;

  for (genvar j = 0; j < 8; j++) begin : gen_byte  // the first byte of a lane is its least significant
    for (genvar i = 0; i < 17; i++) begin : gen_block
      assign lanes[i][8*j +: 8] = block[1080-64*i-8*j +: 8];
    end
    for (genvar i = 0; i < 4; i++) begin : gen_digest
      assign digest[248-64*i-8*j +: 8] = state_q[i][8*j +: 8];
    end
  end

  KeccakConstants u_constants (
    .round(round_q),
    .y    (constant)
  );

  KeccakRound u_round (
    .a       (state_q),
    .block   (lanes),
    .absorb  (absorb_q),
    .constant(constant),
    .y       (state_d)
  );

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= '0;
    else if (step) state_q <= state_d;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
