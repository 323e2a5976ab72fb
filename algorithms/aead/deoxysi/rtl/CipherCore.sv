// Deoxys-I-128-128 v1.41: one round of Deoxys-BC-256 with its tweakey step a cycle, 15 cycles a block of AD or data.
//
// A block is loaded in one cycle, in which the one before it leaves, and goes through fourteen rounds. Forward tweakey steps end with the key
// of the last round, where a decryption begins, and backward ones with the first, so no key is stored but that of this round and the one where
// the block under way began. After a new key one encryption of nothing makes the last one.
//
//   phase    the block that is under way, or done where no round runs
//   IDLE     none; that of a new key
//   NEW_KEY  (one cycle) loads that one
//   START    none: waits for the first block, or for the end of the message
//   AD       one of AD, whose result is added to the sum
//   DATA     a full one, forward or backward, that is given
//   PARTIAL  zero, whose result is added to the block that waits
//   TAG      the checksum, which gives the tag, or the verdict on the one that came
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

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [4:0] BLOCK_BYTES = 5'd16;
  localparam logic [3:0] Rounds = 4'd14;
  localparam logic [7:0] FirstConstant = 8'h2f;
  localparam logic [7:0] LastConstant = 8'h91;

  typedef enum logic [2:0] {IDLE, NEW_KEY, START, AD, DATA, PARTIAL, TAG} phase_t;

  phase_t       phase_q, phase_d;
  logic [3:0]   round_q;
  logic         running_q, running_d;  // rounds 1 to 14
  logic         last_q;                // round 14
  logic         backward_q;            // the direction of the block under way, or of the last one
  logic         decrypt_q;
  logic         ends_q;                // the block under way is the last one
  logic [28:0]  index_q;               // of the next block
  logic [63:0]  nonce_q;
  logic [127:0] state_q, state_d;
  logic [127:0] tk1_q, tk1_d;
  logic [127:0] tk2_q, tk2_d;
  logic [7:0]   constant_q, constant_d;
  logic [127:0] start_key_q;           // where the block under way began
  logic [127:0] checksum_q, checksum_d;
  logic [127:0] auth_q;                // the sum of AD

  // ---- what this cycle does ----
  logic idle, done, takes_npub, awaits_next, loads_ad, loads_data, loads_partial, loads_tag, loads;
  logic ends_ad, ends_data, ends_partial, ends_tag, awaits_block, takes_block, gives_block;

  assign idle = phase_q == IDLE && !running_q;
  assign takes_npub = idle && !key_update;
  assign done = !running_q && (phase_q == START || phase_q == AD || phase_q == DATA || phase_q == PARTIAL);
  assign awaits_next = done && !ends_q;
  assign loads_ad = awaits_next && bdi_type == SEGMENT_AD;
  assign loads_data = awaits_next && bdi_type != SEGMENT_AD && !bdi_partial;
  assign loads_partial = awaits_next && bdi_type != SEGMENT_AD && bdi_partial;
  assign loads_tag = done && ends_q;
  assign loads = done || phase_q == NEW_KEY;

  assign ends_ad = phase_q == AD && !running_q;
  assign ends_data = phase_q == DATA && !running_q;
  assign ends_partial = phase_q == PARTIAL && !running_q;
  assign ends_tag = phase_q == TAG && !running_q;
  assign awaits_block = takes_npub || awaits_next || ends_partial || (ends_tag && decrypt_q);
  assign takes_block = takes_npub || loads_ad || loads_data || ends_partial || (ends_tag && decrypt_q);
  assign gives_block = ends_data || ends_partial || (ends_tag && !decrypt_q);

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!gives_block || bdo_ready) && (!msg_auth_valid || msg_auth_ready);
  assign bdo_valid = gives_block && (!awaits_block || bdi_valid);
  assign msg_auth_valid = ends_tag && decrypt_q && bdi_valid;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!awaits_block || bdi_valid) && (!gives_block || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- the tweakey ----
  logic         backward, turns, ad_or_partial;
  logic [127:0] tweak, last_tweak, tk1, tk2, subtweakey;
  logic [7:0]   constant;

  assign backward = running_q ? backward_q : loads_data && decrypt_q;
  assign turns = backward != backward_q;
  assign ad_or_partial = awaits_next ? bdi_partial : phase_q == PARTIAL;
  assign tweak = {1'b0, ad_or_partial, loads_ad, loads_tag, loads_ad ? 64'b0 : nonce_q, 31'b0, index_q};

  // Eight times h is the identity; so after fourteen steps place i holds byte h(h(i)) of the tweak.
  localparam logic [63:0] TwiceH = 64'h6f4d_a381_e7c5_2b09;
  for (genvar i = 0; i < 16; i++) begin : gen_last_tweak
    assign last_tweak[127-8*i-:8] = tweak[127-8*int'(TwiceH[63-4*i-:4])-:8];
  end

  assign tk1 = running_q ? tk1_q : backward ? last_tweak : tweak;
  assign tk2 = running_q || turns ? tk2_q : start_key_q;
  assign constant = running_q ? constant_q : backward ? LastConstant : FirstConstant;
  assign subtweakey = tk1 ^ tk2 ^ {32'h01020408, {4{constant}}, 64'b0};

  TweakeyStep u_step (
    .backward,
    .tk1,
    .tk2,
    .next_tk1(tk1_d),
    .next_tk2(tk2_d)
  );

  // x^8 = x^4 + x^3 + x + 1
  assign constant_d = backward ? {1'b0, constant[7:1]} ^ (constant[0] ? 8'h8d : 8'h00)
                               : {constant[6:0], 1'b0} ^ (constant[7] ? 8'h1b : 8'h00);

  // ---- the round ----
  logic [127:0] next_input, substituted, keyed, mixed;
  logic         leaves_mixing_out;

  AesBothSubstitute u_substitute (
    .decrypt(backward_q),
    .state(state_q),
    .substituted
  );

  assign next_input = (bdi & {128{loads_ad || loads_data}}) | (checksum_d & {128{loads_tag}});

  // A decryption mixes the columns when it is loaded, and not in its last round.
  assign keyed = (running_q ? substituted : next_input) ^ subtweakey;
  assign leaves_mixing_out = running_q ? backward_q && last_q : !backward;

  AesBothMixColumns u_mix_columns (
    .decrypt(backward),
    .to_encrypt(substituted),
    .to_decrypt(keyed),
    .mixed
  );

  assign state_d = leaves_mixing_out ? keyed : mixed ^ (backward ? 128'b0 : subtweakey);

  // ---- the sums, and what leaves ----
  logic adds_block;
  assign adds_block = (loads_data && !decrypt_q) || ends_partial;

  // The end of a partial block is padding, which `bdi` holds.
  for (genvar i = 0; i < 16; i++) begin : gen_checksum
    logic adds_result;
    assign adds_result = decrypt_q && (ends_data || (ends_partial && bdi_valid_bytes[i]));
    assign checksum_d[8*i+:8] = checksum_q[8*i+:8] ^ (bdi[8*i+:8] & {8{adds_block}}) ^ (state_q[8*i+:8] & {8{adds_result}});
  end

  assign bdo = state_q ^ (bdi & {128{phase_q == PARTIAL}}) ^ (auth_q & {128{phase_q == TAG}});
  assign bdo_size = phase_q == PARTIAL ? bdi_size : BLOCK_BYTES;
  assign msg_auth = bdo == bdi;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    if (loads_ad) phase_d = AD;
    if (loads_data) phase_d = DATA;
    if (loads_partial) phase_d = PARTIAL;
    if (loads_tag) phase_d = TAG;
    if (takes_npub) phase_d = START;
    if (key_ready) phase_d = NEW_KEY;
    if (ends_tag || phase_q == NEW_KEY) phase_d = IDLE;

    running_d = loads || (running_q && !last_q);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      running_q <= 1'b0;
    end else if (step) begin
      phase_q <= phase_d;
      running_q <= running_d;
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      round_q <= running_q ? round_q + 4'd1 : 4'd1;
      last_q <= running_q && round_q == Rounds - 4'd1;
      checksum_q <= takes_npub ? '0 : checksum_d;

      if (takes_npub) begin
        decrypt_q <= decrypt;
        nonce_q <= bdi[127:64];
        index_q <= '0;
      end else if (awaits_next) begin
        index_q <= loads_ad && bdi_eot ? '0 : index_q + 29'd1;
      end
      if (takes_npub || awaits_next) ends_q <= bdi_eoi;

      if (loads || running_q) state_q <= state_d;
      if (loads || (running_q && !last_q)) begin
        tk1_q <= tk1_d;
        tk2_q <= tk2_d;
        constant_q <= constant_d;
      end
      if (loads) begin
        backward_q <= backward;
        if (turns) start_key_q <= tk2_q;
      end
      if (key_ready) begin
        start_key_q <= key;
        backward_q <= 1'b0;
      end

      if (takes_npub) auth_q <= '0;
      else if (ends_ad) auth_q <= auth_q ^ state_q;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^bdi_pad_loc;

endmodule
