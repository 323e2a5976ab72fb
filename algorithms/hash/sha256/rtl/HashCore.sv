// SHA-256 (FIPS 180-4): one round a cycle, 65 cycles a block.
//
// Step 0 adds the state to the hash, which is where the next block begins, and takes that block; steps 1 to 64 are the rounds. Between messages
// the hash rests at its initial value and the state at zero, so that the first block is taken like any other. After the last block step 0 gives
// the digest instead.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [511:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [6:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // The initial hash value (5.3.3), its first word least significant.
  localparam logic [255:0] INITIAL = 256'h5be0cd19_1f83d9ab_9b05688c_510e527f_a54ff53a_3c6ef372_bb67ae85_6a09e667;

  logic [6:0]       step_q, step_d;
  logic             last_q;
  logic [7:0][31:0] hash_q, state_q, state_d;
  logic [31:0]      ahead_q, ahead_d;  // h, the constant and the word of the round to come, added

  // ---- control ----
  logic at_rest, load, give, round;
  assign at_rest = step_q == 7'd0;
  assign round = !at_rest;
  assign load = at_rest && !last_q && block_valid;
  assign give = at_rest && last_q && digest_ready;

  assign block_ready = at_rest && !last_q;
  assign digest_valid = at_rest && last_q;
  assign step_d = step_q[6] ? 7'd0 : step_q + 7'd1;

  always_ff @(posedge clk) begin
    if (rst) step_q <= 7'd0;
    else if (load || round) step_q <= step_d;
  end

  always_ff @(posedge clk) begin
    if (rst || give) last_q <= 1'b0;
    else if (load) last_q <= block_last;
  end

  // ---- hash and state ----
  logic [7:0][31:0] sum, after_round;

  Sha256Round u_round (
    .v    (state_q),
    .ahead(ahead_q),
    .y    (after_round)
  );

  always_comb begin
    for (int i = 0; i < 8; i++) sum[i] = hash_q[i] + state_q[i];
    for (int i = 0; i < 8; i++) digest[224-32*i +: 32] = sum[i];
  end

  assign state_d = at_rest ? sum : after_round;

  always_ff @(posedge clk) begin
    if (rst || give) begin
      hash_q <= INITIAL;
      state_q <= '0;
    end else begin
      if (load) hash_q <= sum;
      if (load || round) state_q <= state_d;
    end
  end

  // ---- what the next round adds to h ----
  logic [31:0] constant, word;

  Sha256Constants u_constants (
    .round(step_q[5:0]),
    .y    (constant)
  );

  Sha256Schedule u_schedule (
    .clk  (clk),
    .load (load),
    .step (round),
    .block(block),
    .next (word)
  );

  assign ahead_d = (at_rest ? sum[7] : state_q[6]) + (constant + word);

  always_ff @(posedge clk) begin
    if (load || round) ahead_q <= ahead_d;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
