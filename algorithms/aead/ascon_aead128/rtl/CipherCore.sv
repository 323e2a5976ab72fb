// Ascon-AEAD128 (NIST SP 800-232): one round a cycle, 8 cycles a block. With WITH_HASH also Ascon-Hash256, 12 cycles a block, on the same permutation.
//
// Words of the state have their first byte least significant, as in the standard; blocks have it most significant, and are turned on their way in and out.
//
// Everything that is added to the state between two permutations (nonce, key, block, domain separation) is added in the cycle of the
// first round that follows, so the round unit never waits. Between messages the state rests at IV || 0, which makes loading an addition too.
//
// A message to hash takes twelve rounds from its own initial value before its first block, which waits meanwhile: a constant in their place would cost an
// input of every bit of the state. Behind the last block the core gives x0 four times, as blocks of 64 bits, with twelve rounds in between.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [127:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [4:0]   bdi_size,
  input  logic [15:0]  bdi_valid_bytes,
  input  logic [15:0]  bdi_pad_loc,

  output logic [127:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [4:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_PLAINTEXT = 4'd4;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;
  localparam logic [3:0] SEGMENT_HASH = 4'd7;

`ifdef WITH_HASH
  localparam logic HASHES = 1'b1;
`else
  localparam logic HASHES = 1'b0;
`endif

  localparam logic [63:0] IV = 64'h00001000_808c0001;
  localparam logic [63:0] HASH_IV = 64'h00000801_00cc0002;
  localparam logic [3:0] FIRST_OF_8 = 4'd4;
  localparam logic [3:0] LAST_ROUND = 4'd11;

  typedef enum logic [1:0] {IDLE, BLOCK, PERMUTE, TAG} phase_t;

  phase_t           phase_q, phase_d;
  logic [4:0][63:0] state_q, state_d;
  logic [127:0]     key_q;
  logic [3:0]       round_q, round_d;
  logic             twelve_q;   // the permutation in progress is p^12
  logic             key_due_q;  // a p^12 has just ended: the key is added behind it
  logic             data_q;     // the data have begun
  logic             decrypt_q;
  logic             hash_q;     // the message is one to hash
  logic [1:0]       word_q;     // of the digest

  // ---- byte order: wiring alone ----
  function automatic logic [127:0] turned(input logic [127:0] block);
    for (int i = 0; i < 8; i++) begin
      turned[8 * i +: 8] = block[56 - 8 * i +: 8];
      turned[64 + 8 * i +: 8] = block[120 - 8 * i +: 8];
    end
  endfunction

  logic [127:0] entering, padded;  // what stands on bdi; the same with the padding bit as the standard has it, first in its byte
  logic [15:0]  pad_loc, valid_bytes;

  assign entering = turned(bdi);
  for (genvar i = 0; i < 8; i++) begin : gen_flags
    assign {pad_loc[i], pad_loc[8 + i]} = {bdi_pad_loc[7 - i], bdi_pad_loc[15 - i]};
    assign {valid_bytes[i], valid_bytes[8 + i]} = {bdi_valid_bytes[7 - i], bdi_valid_bytes[15 - i]};
  end
  for (genvar i = 0; i < 16; i++) begin : gen_padded
    assign padded[8 * i +: 8] = {entering[8 * i + 7] && !pad_loc[i], entering[8 * i + 1 +: 6], entering[8 * i] || pad_loc[i]};
  end

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // ---- what the offered block is ----
  logic is_data, is_hash, is_last, has_output;
  assign is_data = bdi_type == SEGMENT_PLAINTEXT || bdi_type == SEGMENT_CIPHERTEXT;
  assign is_hash = HASHES && bdi_type == SEGMENT_HASH;
  assign is_last = (is_data || is_hash) && bdi_eot;
  assign has_output = is_data && bdi_size != 5'd0;

  // ---- what is added before the round ----
  logic add_nonce, change_iv, add_block, add_key_23, separate;
  assign add_nonce = phase_q == IDLE && !is_hash;
  assign change_iv = phase_q == IDLE && is_hash;
  assign add_block = phase_q == BLOCK;
  assign add_key_23 = phase_q == BLOCK && is_data && bdi_eot;
  assign separate = phase_q == BLOCK && is_data && !data_q;

  logic [127:0] rate_kept;  // decryption replaces the rate by the ciphertext, in the bytes that the message fills
  for (genvar i = 0; i < 16; i++) begin : gen_rate_kept
    assign rate_kept[8 * i +: 8] = {8{!(phase_q == BLOCK && bdi_type == SEGMENT_CIPHERTEXT && valid_bytes[i])}};
  end

  logic [4:0][63:0] x;
  always_comb begin
    {x[0], x[1]} = {state_q[0], state_q[1]} & rate_kept;
    {x[2], x[3], x[4]} = {state_q[2], state_q[3], state_q[4]};
    if (add_block) {x[0], x[1]} ^= padded;  // a block to hash fills x0 alone: what is behind it is zero
    if (change_iv) x[0] ^= IV ^ HASH_IV;
    if (add_nonce) {x[1], x[2], x[3], x[4]} ^= {key_q, entering};
    if (add_key_23) {x[2], x[3]} ^= key_q;
    if (key_due_q) {x[3], x[4]} ^= key_q;
    x[4][63] ^= separate;
  end

  // ---- the round ----
  logic [3:0] round;
  assign round = (phase_q == BLOCK && !is_last && !hash_q) ? FIRST_OF_8 : round_q;  // round_q is 0 where p^12 begins

  AsconRound u_round (
    .x    (x),
    .round(round),
    .y    (state_d)
  );

  // ---- outputs ----
  logic [127:0] tag;
  assign tag = turned({x[3], x[4]});

  // A word of the digest is the upper half of a block. What stands on bdi meanwhile is of the next message.
  assign bdo = (phase_q == TAG && !hash_q) ? tag : turned({state_q[0], state_q[1]}) ^ (bdi & {128{!hash_q}});
  assign bdo_size = (phase_q == TAG) ? {!hash_q, hash_q, 3'd0} : bdi_size;
  assign bdo_valid = (phase_q == TAG) ? !decrypt_q : phase_q == BLOCK && bdi_valid && has_output;

  assign msg_auth = tag == bdi;
  assign msg_auth_valid = phase_q == TAG && decrypt_q && bdi_valid;

  assign key_ready = phase_q == IDLE && key_update;

  always_comb begin
    unique case (phase_q)
      IDLE:    bdi_ready = !key_update && !is_hash;
      BLOCK:   bdi_ready = bdo_ready || !has_output;
      PERMUTE: bdi_ready = 1'b0;
      TAG:     bdi_ready = decrypt_q && msg_auth_ready;
    endcase
  end

  // ---- control ----
  logic begin_hash, squeeze, step, done;
  assign begin_hash = change_iv && bdi_valid && !key_update;
  assign squeeze = phase_q == TAG && hash_q && bdo_transfer && word_q != 2'd3;  // the word leaves in the cycle of the first round behind it
  assign step = phase_q == PERMUTE || (bdi_transfer && phase_q != TAG) || begin_hash || squeeze;
  assign done = phase_q == TAG && (bdo_transfer || msg_auth_transfer) && !squeeze;
  assign round_d = (round == LAST_ROUND) ? 4'd0 : round + 4'd1;

  always_comb begin
    phase_d = phase_q;
    if (step) phase_d = PERMUTE;
    if (step && round == LAST_ROUND) phase_d = (twelve_q && data_q) ? TAG : BLOCK;
    if (done) phase_d = IDLE;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      round_q <= 4'd0;
    end else begin
      phase_q <= phase_d;
      if (step) round_q <= round_d;
    end
  end

  always_ff @(posedge clk) begin
    if (rst || done) key_due_q <= 1'b0;
    else if (step) key_due_q <= round == LAST_ROUND && twelve_q && !hash_q;
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= {256'd0, IV};
    else if (step) state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= turned(key);
    if (bdi_transfer || begin_hash) begin
      decrypt_q <= decrypt;
      twelve_q <= phase_q == IDLE || is_last;
      data_q <= phase_q == BLOCK && (is_data || is_last);
    end
    if (phase_q == IDLE) hash_q <= is_hash;
  end

  always_ff @(posedge clk) begin
    if (rst) word_q <= 2'd0;
    else if (phase_q == TAG && hash_q && bdo_transfer) word_q <= word_q + 2'd1;  // 0 again behind the last one
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_partial};

endmodule
