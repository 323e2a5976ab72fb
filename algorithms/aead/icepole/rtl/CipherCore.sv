// ICEPOLE-128 v2: one round a cycle, 6 cycles a block.
//
// What is absorbed (key and nonce, the secret message number, a block) is added in the cycle of the first round that follows, so the round never
// waits. Between messages the state rests at the constants of the initialisation. The word of the state that a block fills first is word 0.
module CipherCore (
  input  logic          clk,
  input  logic          rst,

  input  logic [127:0]  key,
  input  logic          key_valid,
  output logic          key_ready,
  input  logic          key_update,
  input  logic          decrypt,

  input  logic [1023:0] bdi,
  input  logic          bdi_valid,
  output logic          bdi_ready,
  input  logic [3:0]    bdi_type,
  input  logic          bdi_eot,
  input  logic          bdi_eoi,
  input  logic          bdi_partial,
  input  logic [7:0]    bdi_size,
  input  logic [127:0]  bdi_valid_bytes,
  input  logic [127:0]  bdi_pad_loc,

  output logic [1023:0] bdo,
  output logic          bdo_valid,
  input  logic          bdo_ready,
  output logic [7:0]    bdo_size,

  output logic          msg_auth,
  output logic          msg_auth_valid,
  input  logic          msg_auth_ready
);

  localparam logic [3:0] LAST_OF_6 = 4'd5;
  localparam logic [3:0] LAST_OF_12 = 4'd11;

  localparam logic [1279:0] CONSTANTS = {
    64'heaf1ff7b_5ceca249, 64'h8c3ee88a_1ccf32c8, 64'h01f22f1a_11a5569f, 64'h30935ab7_d08ffc64,
    64'h75f644e9_7f30a13b, 64'hb87c5a55_4fd00ecb, 64'h43b831cd_0347c826, 64'had30a6f7_1b19059c,
    64'h16f53526_e70465c2, 64'h61367095_7bc46611, 64'h81a57c16_dbcf555f, 64'h8c5bda0c_d6192e76,
    64'h1841f924_a2c509e4, 64'h64befef2_8cc970f2, 64'ha9a6e626_0d712103, 64'h90fee5a0_a44647c4,
    64'h940c7922_ae3a2614, 64'h05e5635a_21d9ae61, 64'heb5aa93f_2317d635, 64'hff97a42d_7f8e6fd4
  };

  typedef enum logic [1:0] {IDLE, BLOCK, PERMUTE, TAG} phase_t;

  phase_t            phase_q, phase_d;
  logic [19:0][63:0] state_q, next;
  logic [127:0]      key_q;
  logic [3:0]        round_q, round_d;
  logic              idle_q, absorbs_q;  // the phase is IDLE, BLOCK: known early, for all of a round is behind them
  logic              twelve_q;  // the permutation in progress has 12 rounds
  logic              ends_q;    // it is the one before the tag
  logic              decrypt_q;

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // ---- what the offered block is ----
  // Types of text have bit 2, AD has not; encrypted ones have bit 0, and secret message numbers bit 3.
  logic is_text, frame, has_output;
  assign is_text = bdi_type[2];
  assign frame = is_text ? !bdi_type[3] && !bdi_eot : bdi_eot;
  assign has_output = is_text && bdi_size != 8'd0;

  // ---- what is added before the round: the first byte of a word is its least significant one ----
  logic [128:0][7:0] bytes, added;  // of the state, in the order of the block, and one more behind it
  logic [127:0][7:0] sums;
  logic [128:0]      valid, keeps;
  logic [19:0][63:0] x;

  assign valid[128] = 1'b0;
  assign bytes = 1032'(state_q);

  for (genvar i = 0; i < 128; i++) begin : gen_valid
    assign valid[i] = bdi_valid_bytes[127 - i];
  end

  for (genvar i = 0; i < 129; i++) begin : gen_added
    logic [7:0] byte_in;
    logic       pads;

    assign pads = absorbs_q && !valid[i] && (i == 0 || valid[(i + 128) % 129]);
    if (i < 16) begin : gen_key
      assign byte_in = idle_q ? key_q[8 * (15 - i) +: 8] : bdi[8 * (127 - i) +: 8] & {8{absorbs_q && valid[i]}};
    end else if (i < 32) begin : gen_nonce
      assign byte_in = idle_q ? bdi[8 * (127 - i + 16) +: 8] : bdi[8 * (127 - i) +: 8] & {8{absorbs_q}};
    end else if (i < 128) begin : gen_text
      assign byte_in = bdi[8 * (127 - i) +: 8] & {8{absorbs_q}};
    end else begin : gen_behind
      assign byte_in = 8'd0;
    end
    assign keeps[i] = !(absorbs_q && is_text && bdi_type[0] && valid[i]);  // decryption replaces the state by the ciphertext
    assign added[i] = byte_in ^ {6'd0, pads, pads && frame};
    assign x[i / 8][8 * (i % 8) +: 8] = (bytes[i] & {8{keeps[i]}}) ^ added[i];
  end
  assign x[16][63:8] = state_q[16][63:8];
  assign x[19:17] = state_q[19:17];

  // ---- the round ----
  IcepoleRound u_round (
    .a    (x),
    .round(round_q),
    .next (next)
  );

  // ---- outputs ----
  logic in_tag, gives_tag;
  assign in_tag = phase_q == TAG;
  assign gives_tag = in_tag && !decrypt_q;
  for (genvar i = 0; i < 128; i++) begin : gen_bdo
    assign sums[127 - i] = bytes[i] ^ (gives_tag ? 8'd0 : bdi[8 * (127 - i) +: 8]);
  end

  assign bdo = sums;
  assign bdo_size = in_tag ? 8'd16 : bdi_size;
  assign bdo_valid = gives_tag || (absorbs_q && bdi_valid && has_output);

  assign msg_auth = sums[127:112] == '0;
  assign msg_auth_valid = in_tag && decrypt_q && bdi_valid;

  assign key_ready = phase_q == IDLE && key_update;

  always_comb begin
    unique case (phase_q)
      IDLE:    bdi_ready = !key_update;
      BLOCK:   bdi_ready = bdo_ready || !has_output;
      TAG:     bdi_ready = decrypt_q && msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic begins, step, last_round, done;
  assign begins = bdi_transfer && phase_q == IDLE;
  assign step = phase_q == PERMUTE || (bdi_transfer && phase_q != TAG);
  assign last_round = round_q == (twelve_q ? LAST_OF_12 : LAST_OF_6);
  assign done = in_tag && (bdo_transfer || msg_auth_transfer);
  assign round_d = last_round ? 4'd0 : round_q + 4'd1;

  always_comb begin
    phase_d = phase_q;
    if (step) phase_d = PERMUTE;
    if (phase_q == PERMUTE && last_round) phase_d = ends_q ? TAG : BLOCK;
    if (done) phase_d = IDLE;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      {idle_q, absorbs_q} <= 2'b10;
      round_q <= 4'd0;
    end else begin
      phase_q <= phase_d;
      {idle_q, absorbs_q} <= {phase_d == IDLE, phase_d == BLOCK};
      if (step) round_q <= phase_q == PERMUTE ? round_d : 4'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= CONSTANTS;
    else if (step) state_q <= next;
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (begins) decrypt_q <= decrypt;
    if (step && phase_q != PERMUTE) begin
      twelve_q <= begins || bdi_eoi;
      ends_q <= absorbs_q && bdi_eoi;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_type[1], bdi_partial, bdi_pad_loc};

endmodule
