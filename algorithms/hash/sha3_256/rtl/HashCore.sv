// SHA3-256 (FIPS 202): one round of KECCAK-p[1600, 24] a cycle, 24 cycles a block.
//
// A block is added to the state in the cycle of its first round, so that the round unit never waits. After the last block the digest leaves in a
// cycle of its own, and the state is zero again.
module HashCore (
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
  localparam logic [4:0] GIVE_DIGEST = 5'd24;

  logic [24:0][63:0] state_q, state_d;
  logic [4:0]        round_q, round_d;
  logic              last_q;

  // ---- control ----
  logic absorb, step, done;
  assign block_ready = round_q == 5'd0;
  assign absorb = block_ready && block_valid;
  assign digest_valid = round_q == GIVE_DIGEST;
  assign done = digest_valid && digest_ready;
  assign step = absorb || !(block_ready || digest_valid);
  assign round_d = (round_q == LAST_ROUND && !last_q) ? 5'd0 : round_q + 5'd1;

  always_ff @(posedge clk) begin
    if (rst || done) round_q <= 5'd0;
    else if (step) round_q <= round_d;
  end

  always_ff @(posedge clk) begin
    if (absorb) last_q <= block_last;
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
    .absorb  (block_ready),
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
