// CLOC with AES-128 (CLOC and SILC v3): two AES rounds with one key-schedule step a cycle, 10 cycles a block.
//
// Unit 1 encrypts associated data, the feedback of the data and the tag; unit 2 encrypts the tag's state, to which it adds the ciphertext that
// enters unit 1 again. The last round of an encryption and the key addition that begins the next one share a cycle, in which a block enters.
// Where a tweak function comes between, the last round leaves its result in the state, and the function is applied a cycle later, with the
// key addition.
//
//   phase     what is encrypted
//   NONCE     nothing: the core waits for the nonce or a new key
//   HASH      associated data, by unit 1; the nonce waits in the state of unit 2
//   EMPTY     nothing: the first half of g1, where there is no data
//   DATA      V or ciphertext by unit 1, the tag's state by unit 2
//   TAG       the tag, by unit 1; its difference to the one that came is left in the state
//   VERDICT   nothing: tells whether the difference is zero
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

  localparam logic [4:0] TAG_BYTES = 5'd8;
  localparam logic [7:0] PARAM = 8'hc0;

  typedef enum logic [2:0] {NONCE, HASH, EMPTY, DATA, TAG, VERDICT} phase_t;

  phase_t       phase_q, phase_d;
  logic [10:0]  round_q, round_d;  // one-hot; 0 applies a tweak function, or waits
  logic         decrypt_q;
  logic         first_block_q;     // of AD
  logic         h_q;               // its first bit, until h is applied
  logic         full_q;            // the last block taken
  logic         eot_q, eoi_q;      // no more AD, no more input
  logic [127:0] key_q;
  logic [127:0] round_key_q;       // of this round
  logic [127:0] state_1_q;
  logic [127:0] state_2_q;

  // ---- what this cycle does ----
  logic tweaks, last_round, idle, takes_ad, takes_data, takes_tag, gives_tag, takes_block, makes_v, leaves;
  assign tweaks = round_q[0];
  assign last_round = round_q[10];
  assign idle = phase_q == NONCE;
  assign takes_ad = phase_q == HASH && !eot_q && (tweaks || (last_round && !first_block_q));
  assign takes_data = phase_q == DATA && last_round;
  assign takes_tag = phase_q == TAG && last_round && decrypt_q;
  assign gives_tag = phase_q == TAG && last_round && !decrypt_q;
  assign takes_block = (idle && !key_update) || takes_ad || takes_data || takes_tag;
  assign makes_v = phase_q == HASH && tweaks && eot_q;

  // No encryption begins: the result of this cycle stays in the state.
  assign leaves = idle || (phase_q == HASH && (last_round ? first_block_q || eot_q : makes_v && eoi_q)) || phase_q == EMPTY
               || (takes_data && bdi_eoi) || (phase_q == TAG && last_round);

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!takes_data || bdo_ready);
  assign bdo_valid = (takes_data && bdi_valid) || gives_tag;
  assign msg_auth_valid = phase_q == VERDICT;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!takes_block || bdi_valid) && (!bdo_valid || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- AES ----
  logic [127:0] shifted_1, mixed_1, shifted_2, mixed_2, round_key, next_round_key;
  logic         loads;

  AesRound u_round_1 (
    .state(state_1_q),
    .shifted(shifted_1),
    .mixed(mixed_1)
  );

  AesRound u_round_2 (
    .state(state_2_q),
    .shifted(shifted_2),
    .mixed(mixed_2)
  );

  AesKeyStep u_key_step (
    .step({round_q[9:1], loads}),
    .round_key,
    .next_round_key
  );

  assign loads = tweaks || last_round;
  assign round_key = loads ? key_q : round_key_q;

  // ---- the mode ----
  logic [127:0] encrypted_1, encrypted_2, block, absorbed, after_h, after_f, after_g2;
  assign encrypted_1 = shifted_1 ^ round_key_q;
  assign encrypted_2 = shifted_2 ^ round_key_q;
  assign block = bdi & {128{takes_block}};

  ClocTweak u_tweak (
    .hashed(state_1_q),
    .h(h_q),
    .term(state_2_q),
    .full(full_q),
    .after_h,
    .after_f,
    .after_g2
  );

  // The block as it is absorbed: data as ciphertext, others with what is encrypted already.
  for (genvar i = 0; i < 16; i++) begin : gen_absorbed
    logic adds;
    assign adds = phase_q != DATA || (!decrypt_q && bdi_valid_bytes[i]);
    assign absorbed[8*i+:8] = block[8*i+:8] ^ (encrypted_1[8*i+:8] & {8{adds}});
  end

  logic [127:0] input_1, input_2, added_key, state_1_d, state_2_d;
  assign added_key = key_q & {128{!leaves}};
  always_comb begin
    if (tweaks) begin
      input_1 = after_f;
      if (takes_ad) input_1 = {(after_h[127] ^ bdi[127]) && !first_block_q, after_h[126:0] ^ bdi[126:0]};
      input_2 = idle ? {PARAM, bdi[127:32], 24'h800000} : after_g2;
    end else begin
      input_1 = absorbed | {phase_q == DATA, 127'd0};
      input_2 = encrypted_2 ^ absorbed;
    end
  end
  assign state_1_d = loads ? input_1 ^ added_key : mixed_1 ^ round_key_q;
  assign state_2_d = loads ? input_2 ^ added_key : mixed_2 ^ round_key_q;

  // ---- outputs ----
  assign bdo = encrypted_1 ^ block;
  assign bdo_size = phase_q == TAG ? TAG_BYTES : bdi_size;
  assign msg_auth = state_1_q[127:64] == 64'd0;

  // ---- control ----
  always_comb begin
    round_d = leaves || phase_q == VERDICT ? 11'd1 : loads ? 11'd2 : {round_q[9:0], 1'b0};

    phase_d = phase_q;
    unique case (phase_q)
      NONCE:   if (!key_update) phase_d = HASH;
      HASH:    if (makes_v) phase_d = eoi_q ? EMPTY : DATA;
      EMPTY:   phase_d = TAG;
      DATA:    if (leaves) phase_d = TAG;
      TAG:     if (last_round) phase_d = decrypt_q ? VERDICT : NONCE;
      default: phase_d = NONCE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= NONCE;
      round_q <= 11'd1;
    end else if (step) begin
      phase_q <= phase_d;
      round_q <= round_d;
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      round_key_q <= next_round_key;
      // The first block of AD, and the tag's state behind the last block of data, come to nothing else.
      state_1_q <= idle || (takes_data && bdi_eoi) ? '0 : state_1_d;
      // The nonce waits until V is made; where there is no data, nothing is added after that.
      if (phase_q != HASH || makes_v) state_2_q <= (makes_v && eoi_q) || phase_q == EMPTY ? '0 : state_2_d;
      if (key_ready) key_q <= key;

      if (idle) decrypt_q <= decrypt;
      if (idle) first_block_q <= 1'b1;
      else if (last_round) first_block_q <= 1'b0;
      if (tweaks) h_q <= first_block_q && takes_ad && bdi[127];
      if (takes_ad || takes_data) begin
        full_q <= !bdi_partial;
        eot_q <= bdi_eot;
        eoi_q <= bdi_eoi;
      end else if (tweaks) begin
        full_q <= 1'b0;
        if (idle) eot_q <= 1'b0;
      end
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_type, bdi_pad_loc};

endmodule
