// CubeHash16/32 with a digest of 256 bits: one round a cycle, 16 cycles a block.
//
// A block is taken in the cycle of its first round, which adds it to the state. The finalisation is 160 rounds more; the digest leaves with the
// last of them, and the state is the initial one again.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [255:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [5:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // The state after the rounds of the setup, which no message changes; its first word least significant.
  localparam logic [1023:0] INITIAL = {
    32'hd6032c0a, 32'h9cdaf8af, 32'h4ab6aad6, 32'h15815aeb, 32'h85254725, 32'h774abfdd, 32'h9e4b4e60, 32'h2af2b5ae,
    32'h93cb6285, 32'h65c892fd, 32'h5fa25603, 32'h09392549, 32'hf0b26679, 32'h6c859d41, 32'h6107fbd5, 32'hd89041c3,
    32'h40e5fbab, 32'h4680ac00, 32'h8ef8ad83, 32'h28cceca4, 32'h3361da8c, 32'hd0720c35, 32'h42af2070, 32'hc2d0b696,
    32'hf4cc12be, 32'h7e624131, 32'he5d94e63, 32'h22512d5b, 32'h35481eae, 32'h63117e71, 32'hccd6f29f, 32'hea2bd4b4
  };
  localparam logic [7:0] LAST_OF_BLOCK = 8'd15, LAST_OF_ALL = 8'd159;

  logic [7:0] round_q;     // of the block, or of the finalisation
  logic       absorb_q;    // the next round is the first of a block
  logic       finishes_q;  // the finalisation
  logic       last_q;

  // ---- control ----
  logic step, done, block_end;
  assign block_ready = absorb_q;
  assign digest_valid = finishes_q && round_q == LAST_OF_ALL;
  assign done = digest_valid && digest_ready;
  assign step = (!absorb_q || block_valid) && !digest_valid;
  assign block_end = step && !finishes_q && round_q == LAST_OF_BLOCK;

  always_ff @(posedge clk) begin
    if (rst || done) begin
      absorb_q <= 1'b1;
      finishes_q <= 1'b0;
    end else if (step) begin
      absorb_q <= block_end && !last_q;
      finishes_q <= finishes_q || (block_end && last_q);
    end
  end

  always_ff @(posedge clk) begin
    if (rst || done || block_end) round_q <= 8'd0;
    else if (step) round_q <= round_q + 8'd1;
  end

  always_ff @(posedge clk) begin
    if (absorb_q) last_q <= block_last;
  end

  // ---- the round ----
  logic [31:0][31:0] state_q, state_d, added, after_round;

  always_comb begin
    added = state_q;
    for (int i = 0; i < 32; i++) begin  // the first byte of a word is its least significant
      added[i/4][8*(i%4) +: 8] = state_q[i/4][8*(i%4) +: 8] ^ (block[248-8*i +: 8] & {8{absorb_q}});
      digest[248-8*i +: 8] = after_round[i/4][8*(i%4) +: 8];
    end
  end

  CubeRound u_round (
    .x(added),
    .y(after_round)
  );

  always_comb begin
    state_d = after_round;
    state_d[31][0] = after_round[31][0] ^ (block_end && last_q);  // the finalisation begins by adding 1 to the last word
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= INITIAL;
    else if (step) state_q <= state_d;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
