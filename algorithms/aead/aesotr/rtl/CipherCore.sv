// AES-OTR v3 with parallel associated data: two AES rounds with one key-schedule step a cycle, a pair of blocks in 10 cycles.
//
// Data goes in pairs, of which each takes two encryptions, one after the other. In a slot of ten rounds unit 1 does the first of one pair and
// unit 2 the second of the pair before it; of AD each unit takes a block of a pair. The first block of a pair is fetched in the middle of a slot,
// the second one with the last round, in which both units are loaded again. Of output the first block of a pair leaves in the middle of the
// next slot, just before a block is fetched, and the second one with the last round of that slot, or before it if input does not come.
//
//   phase    what a slot does
//   NONCE    nothing: the core waits for the nonce or a new key
//   INIT     encrypts nonce and zero: the first masks of data and of AD
//   AD       encrypts a pair of blocks of AD, but for the last one
//   FOLD     adds the last block of AD, and the multiple of its mask, to the sum; five cycles
//   DATA     encrypts a pair of blocks; the last slot adds the multiple of the last mask to the sum
//   TAG      encrypts both sums
//   FINISH   nothing: gives the tag, or tells whether it is the one that came
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

  typedef enum logic [2:0] {NONCE, INIT, AD, FOLD, DATA, TAG, FINISH} phase_t;

  phase_t       phase_q, phase_d;
  logic [10:0]  round_q, round_d;  // one-hot; 0 loads the units without a last round before it
  logic         decrypt_q, has_ad_q;
  logic [127:0] key_q, round_key_q;
  logic [127:0] state_1_q, state_2_q;
  logic [127:0] waiting_q;         // the first block of the next pair; then the first one of output
  logic         last_waits_q;      // that block is the last of its type
  logic         fetches_q;         // it comes in the middle of this slot
  logic         unpaired_q;        // and another one when the units are loaded
  logic         leaves_q;          // it is output
  logic         short_q;           // and may be short
  logic         given_q;           // the second block of output has left, but no input has come
  logic [127:0] input_1_q;         // of the pair in unit 1: what its first encryption takes, what its result is added to
  logic [127:0] other_1_q;
  logic [127:0] input_2_q;         // of the pair in unit 2
  logic         pair_1_q, last_q;  // unit 1 has a pair, or the last block; nothing is left to be taken
  logic         odd_q;             // the last block is alone
  logic         unit_2_q;          // unit 2 has a pair, or a block of AD
  logic [4:0]   size_q;            // of the block taken last
  logic [15:0]  valid_bytes_q;
  logic [127:0] mask_q;            // of the pair in unit 1, or of the last block of AD so far
  logic [127:0] sum_q;             // of AD, then of data
  logic [127:0] other_sum_q;       // the first mask of data while AD is summed up; then the sum of AD

  // ---- what this cycle does ----
  logic idle, first, gives_early, middle, last_round, turns, full, encrypts;
  assign idle = phase_q == NONCE;
  assign first = round_q[0];
  assign gives_early = round_q[4];  // before the next block must have come
  assign middle = round_q[5];
  assign last_round = round_q[10];
  assign turns = first || last_round;
  assign full = valid_bytes_q[0];
  assign encrypts = !decrypt_q;

  // Of AD, and of data.
  logic loads_ad, loads_pair, takes_second, swaps, moves, last_slot;
  assign takes_second = unpaired_q && (first || (last_round && phase_q != INIT));
  assign loads_ad = phase_q == AD && takes_second;
  assign loads_pair = phase_q == DATA && turns && !last_q;
  assign swaps = phase_q == DATA && decrypt_q && bdi_eot;  // the second block of the last pair is decrypted first
  assign moves = phase_q == DATA && last_round && pair_1_q && !odd_q;  // from unit 1 to unit 2
  assign last_slot = phase_q == DATA && (odd_q || !pair_1_q);

  logic looks, takes_middle, takes_tag, takes_block, gives_waiting, gives_second, gives_tag;
  assign looks = phase_q == INIT && middle;  // whether there is AD
  assign takes_middle = middle && (fetches_q || (phase_q == INIT && bdi_type == SEGMENT_AD));
  assign takes_tag = phase_q == FINISH && decrypt_q;
  assign takes_block = (idle && !key_update) || takes_middle || takes_second || takes_tag;
  assign gives_waiting = gives_early && leaves_q;
  assign gives_second = phase_q == DATA && last_round && unit_2_q && !given_q;
  assign gives_tag = phase_q == FINISH && encrypts;

  logic has_input, gives;
  assign has_input = !(takes_block || looks) || bdi_valid;
  assign gives = gives_waiting || gives_second || gives_tag;
  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!gives || bdo_ready) && (!takes_tag || msg_auth_ready);
  assign bdo_valid = gives;  // input may hang on it: its sender has room for four blocks
  assign msg_auth_valid = takes_tag && bdi_valid;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && has_input && (!gives || bdo_ready) && (!takes_tag || msg_auth_ready);

  // ---- AES ----
  logic [127:0] shifted_1, mixed_1, shifted_2, mixed_2, encrypted_1, encrypted_2, round_key, next_round_key;

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
    .step({round_q[9:1], turns}),
    .round_key,
    .next_round_key
  );

  assign round_key = turns ? key_q : round_key_q;
  assign encrypted_1 = shifted_1 ^ round_key_q;
  assign encrypted_2 = shifted_2 ^ round_key_q;

  // ---- masks ----
  logic [127:0] two_masks, four_masks, half;

  OtrMask u_mask (
    .mask(mask_q),
    .other(phase_q == FOLD ? other_sum_q : encrypted_2),
    .two(two_masks),
    .four(four_masks),
    .half
  );

  // The sum gets a multiple of the last mask, a power of x a cycle: of AD 3 or 5 times, of data 5 or 7 times behind one block, 15 or 9 times
  // behind two. That of AD is the next mask.
  logic folds, adds_mask, skips;
  assign skips = phase_q == AD && unit_2_q && round_q[1];  // a pair of AD takes two masks
  assign folds = (phase_q == FOLD || last_slot) && (|round_q[4:1]);
  always_comb begin
    if (phase_q == FOLD) adds_mask = round_q[2] || (full ? round_q[4] : round_q[3]);
    else if (odd_q) adds_mask = round_q[1] || (full && round_q[2]) || round_q[3];
    else adds_mask = round_q[1] || (!full && (round_q[2] || round_q[3])) || round_q[4];
    adds_mask = adds_mask && folds;
  end

  // ---- the mode ----
  // Where ciphertext is made of the last block, what is behind its end must not enter the other encryption.
  logic         cuts;
  logic [127:0] kept, first_output, second_output;
  assign cuts = last_q && (encrypts || odd_q);
  for (genvar i = 0; i < 16; i++) begin : gen_kept
    assign kept[8*i+:8] = {8{!cuts || valid_bytes_q[i]}};
  end
  assign first_output = other_1_q ^ (encrypted_1 & kept);

  // The sums: of AD what is encrypted, and at last the last block; of data the plaintext of the second blocks, and of a last one alone. Behind
  // the last pair it is what was encrypted there instead of what is behind the end.
  logic         sums_1, sums_2, sums_other, sums_ends;
  logic [127:0] from_1, sum_d;
  assign second_output = encrypted_2 ^ (input_2_q & {128{phase_q == DATA}});
  assign sums_1 = last_round && (phase_q == AD || phase_q == TAG);
  assign sums_2 = last_round && (phase_q == TAG ? has_ad_q : unit_2_q && (phase_q == AD || decrypt_q));
  assign sums_other = phase_q == FOLD ? middle && has_ad_q : phase_q == DATA && last_round && pair_1_q && (encrypts || odd_q);
  assign sums_ends = phase_q == DATA && last_round && pair_1_q && last_q && encrypts != odd_q;
  assign from_1 = encrypted_1 & ({128{sums_1}} | ({128{sums_ends}} & (kept ^ {128{encrypts}})));
  assign sum_d = from_1 ^ (second_output & {128{sums_2}}) ^ (other_1_q & {128{sums_other}}) ^ (mask_q & {128{adds_mask}}) ^ sum_q;

  // What enters the units: terms that do not wait for the S-boxes first.
  logic         turns_ad, turns_data, turns_tag, masks_twice;
  logic [127:0] input_1, early_1, early_2, state_1_d, state_2_d;
  assign turns_ad = phase_q == AD && turns;
  assign turns_data = phase_q == DATA && turns;
  assign turns_tag = phase_q == TAG && first;
  assign masks_twice = phase_q == DATA && decrypt_q && !last_waits_q;  // 3 times the mask, for decryption
  assign input_1 = (swaps ? bdi : waiting_q) & {128{!(phase_q == DATA && last_waits_q)}};
  assign early_1 = ({32'd1, bdi[127:32]} & {128{idle}}) ^ (sum_q & {128{turns_tag}})
                 ^ ((input_1 ^ two_masks ^ (four_masks & {128{masks_twice}})) & {128{turns_ad || turns_data}});
  assign early_2 = (other_sum_q & {128{turns_tag}}) ^ ((bdi ^ four_masks) & {128{turns_ad}})
                 ^ ((other_1_q ^ (round_key_q & kept) ^ mask_q ^ (two_masks & {128{encrypts}})) & {128{turns_data}});
  assign state_1_d = (mixed_1 & {128{!turns}}) ^ (early_1 ^ round_key);
  assign state_2_d = (mixed_2 & {128{!turns}}) ^ (shifted_1 & kept & {128{turns_data}}) ^ (early_2 ^ round_key);

  // ---- outputs ----
  assign bdo = phase_q == FINISH ? sum_q : gives_early ? waiting_q : second_output;
  assign bdo_size = (gives_early ? short_q : phase_q == DATA && decrypt_q && !pair_1_q) ? size_q : BLOCK_BYTES;
  assign msg_auth = sum_q == bdi;

  // ---- control ----
  always_comb begin
    round_d = {round_q[9:0], 1'b0};
    if (turns) round_d[1] = 1'b1;
    phase_d = phase_q;
    unique case (phase_q)
      NONCE: begin
        if (key_update) round_d = 11'd1;
        else phase_d = INIT;
      end
      INIT: if (last_round) begin
        phase_d = has_ad_q ? AD : FOLD;
        round_d = has_ad_q ? 11'd1 : 11'd32;  // without AD there is nothing to add: FOLD begins with its middle
      end
      AD: if (turns && last_waits_q) phase_d = FOLD;
      FOLD: if (middle) begin
        phase_d = DATA;
        round_d = 11'd1;
      end
      DATA: if (last_round && !loads_pair && !moves) begin
        phase_d = TAG;
        round_d = 11'd1;
      end
      TAG: if (last_round) begin
        phase_d = FINISH;
        round_d = 11'd1;
      end
      default: begin
        phase_d = NONCE;
        round_d = 11'd1;
      end
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= NONCE;
      round_q <= 11'd1;
      unpaired_q <= 1'b0;
    end else if (step) begin
      phase_q <= phase_d;
      round_q <= round_d;
      if (takes_middle) unpaired_q <= !bdi_eot;
      else if (takes_second) unpaired_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (rst || step) given_q <= 1'b0;
    else if (gives_second && bdo_ready && !has_input) given_q <= 1'b1;
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (key_ready) key_q <= key;
      if (idle) decrypt_q <= decrypt;
      state_1_q <= state_1_d;
      state_2_q <= state_2_d;
      round_key_q <= next_round_key;
      sum_q <= first ? '0 : sum_d;

      if (looks) has_ad_q <= bdi_type == SEGMENT_AD;
      if (takes_block) begin
        size_q <= bdi_size;
        valid_bytes_q <= bdi_valid_bytes;
      end
      if (takes_middle || (loads_ad && bdi_eot)) begin
        waiting_q <= bdi;
        last_waits_q <= bdi_eot;
      end

      if (turns) begin
        fetches_q <= phase_q == INIT || (phase_q == AD && !(takes_second && bdi_eot)) || (phase_q == DATA && takes_second && !bdi_eot);
      end

      // Masks.
      if (phase_q == INIT && last_round) begin
        mask_q <= half;
        other_sum_q <= encrypted_1;
      end
      if (phase_q == FOLD && middle) mask_q <= half;
      if (folds || skips || loads_pair || loads_ad) mask_q <= two_masks;
      if (phase_q == DATA && first) other_sum_q <= sum_q;

      // Pairs.
      if (loads_pair || (phase_q == AD && turns)) other_1_q <= last_waits_q || swaps ? waiting_q : bdi;
      if (loads_ad) unit_2_q <= !bdi_eot;
      if (gives_early) leaves_q <= 1'b0;
      if (idle) begin
        pair_1_q <= 1'b0;
        last_q <= 1'b0;
        odd_q <= 1'b0;
        leaves_q <= 1'b0;
      end
      if (phase_q == FOLD) unit_2_q <= 1'b0;
      if (phase_q == DATA && turns) begin
        pair_1_q <= loads_pair;
        unit_2_q <= moves;
        input_2_q <= input_1_q;
        if (loads_pair) begin
          input_1_q <= input_1;
          odd_q <= last_waits_q;
          last_q <= last_waits_q || bdi_eot;
        end
        // In encryption the last pair leaves in the other order.
        if (pair_1_q) begin
          waiting_q <= first_output;
          short_q <= cuts;
          leaves_q <= odd_q ? size_q != 5'd0 : !last_q || decrypt_q;
        end else begin
          leaves_q <= unit_2_q && encrypts;
        end
      end
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_partial, bdi_pad_loc};

endmodule
