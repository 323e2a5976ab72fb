// Ascon-128 (Ascon v1.2): one round a cycle, 6 cycles a block.
//
// Everything that is added to the state between two permutations (nonce, key, block, domain separation) is added in the cycle of the
// first round that follows, so the round unit never waits. Between messages the state rests at IV || 0; the first half of the nonce waits in x3.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [63:0]  bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [3:0]   bdi_size,
  input  logic [7:0]   bdi_valid_bytes,
  input  logic [7:0]   bdi_pad_loc,

  output logic [63:0]  bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [3:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_PLAINTEXT = 4'd4;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;

  localparam logic [63:0] IV = 64'h80400c06_00000000;  // key, rate, 12 and 6 rounds
  localparam logic [3:0] FIRST_OF_6 = 4'd6;
  localparam logic [3:0] LAST_ROUND = 4'd11;

  typedef enum logic [2:0] {IDLE, NONCE, BLOCK, PERMUTE, TAG_HIGH, TAG_LOW} phase_t;

  phase_t           phase_q, phase_d;
  logic [4:0][63:0] state_q, state_d;
  logic [127:0]     key_q;
  logic [3:0]       round_q, round_d;
  logic             twelve_q;    // the permutation in progress is p^12
  logic             key_due_q;   // a p^12 has just ended: the key is added behind it
  logic             data_q;      // the data have begun
  logic             decrypt_q;
  logic             mismatch_q;  // the first half of the received tag was wrong

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // ---- what the offered block is ----
  logic is_data, is_last, has_output, in_tag;
  assign is_data = bdi_type == SEGMENT_PLAINTEXT || bdi_type == SEGMENT_CIPHERTEXT;
  assign is_last = is_data && bdi_eot;
  assign has_output = is_data && bdi_size != 4'd0;
  assign in_tag = phase_q == TAG_HIGH || phase_q == TAG_LOW;

  // ---- what is added before the round ----
  logic add_nonce, add_block, add_key_12, separate;
  assign add_nonce = phase_q == NONCE;
  assign add_block = phase_q == BLOCK;
  assign add_key_12 = phase_q == NONCE || (phase_q == BLOCK && is_last);
  assign separate = phase_q == BLOCK && is_data && !data_q;

  logic [63:0] rate_kept;  // decryption replaces the rate by the ciphertext, in the bytes that the message fills
  for (genvar i = 0; i < 8; i++) begin : gen_rate_kept
    assign rate_kept[8 * i +: 8] = {8{!(phase_q == BLOCK && bdi_type == SEGMENT_CIPHERTEXT && bdi_valid_bytes[i])}};
  end

  logic [4:0][63:0] x;
  always_comb begin
    x = state_q;
    x[0] &= rate_kept;
    if (add_block) x[0] ^= bdi;
    if (add_nonce) x[4] ^= bdi;
    if (add_key_12) {x[1], x[2]} ^= key_q;
    if (key_due_q) {x[3], x[4]} ^= key_q;
    x[4][0] ^= separate;
  end

  // ---- the round ----
  logic [3:0] round;
  assign round = (phase_q == BLOCK && !is_last) ? FIRST_OF_6 : round_q;  // round_q is 0 where p^12 begins

  AsconRound u_round (
    .x    (x),
    .round(round),
    .y    (state_d)
  );

  // ---- outputs ----
  logic [63:0] tag;
  assign tag = (phase_q == TAG_LOW) ? x[4] : x[3];

  assign bdo = in_tag ? tag : state_q[0] ^ bdi;
  assign bdo_size = in_tag ? 4'd8 : bdi_size;
  assign bdo_valid = in_tag ? !decrypt_q : phase_q == BLOCK && bdi_valid && has_output;

  assign msg_auth = tag == bdi && !mismatch_q;
  assign msg_auth_valid = phase_q == TAG_LOW && decrypt_q && bdi_valid;

  assign key_ready = phase_q == IDLE && key_update;

  always_comb begin
    unique case (phase_q)
      IDLE:     bdi_ready = !key_update;
      NONCE:    bdi_ready = 1'b1;
      BLOCK:    bdi_ready = bdo_ready || !has_output;
      TAG_HIGH: bdi_ready = decrypt_q;
      TAG_LOW:  bdi_ready = decrypt_q && msg_auth_ready;
      default:  bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic begins, step, tag_half, done;
  assign begins = bdi_transfer && phase_q == IDLE;
  assign step = phase_q == PERMUTE || (bdi_transfer && (phase_q == NONCE || phase_q == BLOCK));
  assign tag_half = phase_q == TAG_HIGH && (bdo_transfer || bdi_transfer);
  assign done = phase_q == TAG_LOW && (bdo_transfer || msg_auth_transfer);
  assign round_d = (round == LAST_ROUND) ? 4'd0 : round + 4'd1;

  always_comb begin
    phase_d = phase_q;
    if (begins) phase_d = NONCE;
    if (step) phase_d = PERMUTE;
    if (step && round == LAST_ROUND) phase_d = (twelve_q && data_q) ? TAG_HIGH : BLOCK;
    if (tag_half) phase_d = TAG_LOW;
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
    else if (step) key_due_q <= round == LAST_ROUND && twelve_q;
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= {256'd0, IV};
    else if (step) state_q <= state_d;
    else if (begins) state_q[3] <= bdi;
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (begins) decrypt_q <= decrypt;
    if (tag_half) mismatch_q <= tag != bdi;
    if (bdi_transfer && (phase_q == NONCE || phase_q == BLOCK)) begin
      twelve_q <= phase_q == NONCE || is_last;
      data_q <= phase_q == BLOCK && is_data;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_partial, bdi_pad_loc};

endmodule
