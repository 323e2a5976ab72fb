// OCB (RFC 7253) with AES-128, 96-bit nonces and 128-bit tags: 10 cycles a block of AD or data.
//
// The last round of a block and the key addition that begins the next one share a cycle, in which one block leaves and the next one enters.
// Meanwhile `l_q` is doubled from L_$ to the L of the next offset, by x or by x^8 a cycle: at most nine cycles before block 2^29. Behind the
// last block of data it stays L_$, which the tag needs.
//
//   phase     AES works on                          its last cycle
//   HASH_KEY  0, once after each new key            keeps L_*
//   START     nothing: waits for the first block
//   AD        a block of AD                         adds the result to the sum
//   NONCE     the nonce, kept in `checksum_q`       keeps Ktop in `l_q`
//   SHIFT     nothing: `l_q` becomes Offset_0
//   READY     nothing: waits for a block of data
//   DATA      a full block, forward or backward     gives it
//   PARTIAL   the offset                            takes the block that waits, and gives it
//   TAG       the checksum                          gives the tag, or takes it
//   VERDICT   (one cycle)                           tells whether it is the right one
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
  localparam logic [3:0] Rounds = 4'd10;
  localparam logic [3:0] ShiftedAt = 4'd15;

  typedef enum logic [3:0] {IDLE, HASH_KEY, START, AD, NONCE, SHIFT, READY, DATA, PARTIAL, TAG, VERDICT} phase_t;

  phase_t       phase_q, phase_d;
  logic [3:0]   round_q, round_d;
  logic         running_q, running_d;  // rounds 1 to 9
  logic         last_q, last_d;        // round 10
  logic         backward_q;            // the direction of the block under way, or of the last one
  logic         decrypt_q;
  logic         ad_ends_q, ends_q;     // the block before this was the last one of AD; of all
  logic [28:0]  index_q, index_d;      // of the next block, from 1
  logic [29:0]  doublings_q;           // one for each zero below the lowest 1
  logic [127:0] state_q, state_d;
  logic [127:0] round_key_q, round_key_d;
  logic [127:0] start_key_q;           // where the block under way began
  logic [127:0] l_star_q;
  logic [127:0] l_q;
  logic [127:0] offset_q;
  logic [127:0] checksum_q, checksum_d;  // then what AES and the tag that came are together, which is `sum_q` if they fit
  logic [127:0] sum_q;                 // of HASH

  // ---- what this cycle does ----
  logic idle, doubled, takes_npub, starts_hash_key, shifted;
  logic awaits_ad, loads_ad, loads_nonce, awaits_data, loads_data, loads_partial, loads_tag, loads_block, loads;
  logic ends_ad, ends_data, ends_partial, ends_tag, awaits_block, takes_block, gives_block;

  assign idle = phase_q == IDLE;
  assign doubled = doublings_q[0];
  assign takes_npub = idle && !key_update;
  assign starts_hash_key = phase_q == HASH_KEY && !running_q && !last_q;
  assign shifted = phase_q == SHIFT && round_q == ShiftedAt;

  assign awaits_ad = (phase_q == START && doubled && !ends_q) || (ends_ad && !ad_ends_q);
  assign loads_ad = awaits_ad && bdi_type == SEGMENT_AD;
  assign loads_nonce = (phase_q == START && doubled && !loads_ad) || (ends_ad && ad_ends_q);
  assign awaits_data = ((phase_q == READY && doubled) || ends_data) && !ends_q;
  assign loads_data = awaits_data && !bdi_partial;
  assign loads_partial = awaits_data && bdi_partial;
  assign loads_tag = phase_q == READY && ends_q;
  assign loads_block = loads_ad || awaits_data;
  assign loads = starts_hash_key || loads_block || loads_nonce || loads_tag;

  assign ends_ad = phase_q == AD && last_q;
  assign ends_data = phase_q == DATA && last_q;
  assign ends_partial = phase_q == PARTIAL && last_q;
  assign ends_tag = phase_q == TAG && last_q;
  assign awaits_block = takes_npub || awaits_ad || awaits_data || ends_partial || (ends_tag && decrypt_q);
  assign takes_block = takes_npub || loads_ad || loads_data || ends_partial || (ends_tag && decrypt_q);
  assign gives_block = ends_data || ends_partial || (ends_tag && !decrypt_q);

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!gives_block || bdo_ready);
  assign bdo_valid = gives_block && (!awaits_block || bdi_valid);
  assign msg_auth_valid = phase_q == VERDICT;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!awaits_block || bdi_valid) && (!gives_block || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- AES ----
  logic [127:0] keyed, mixed, from_key, next_input;
  logic         backward, turns;

  AesBothRound u_round (
    .decrypt(backward_q),
    .state(state_q),
    .round_key(round_key_q),
    .keyed,
    .mixed
  );

  assign backward = running_q ? backward_q : loads_data && decrypt_q;
  assign turns = backward != backward_q;
  assign from_key = running_q || turns ? round_key_q : start_key_q;

  AesBothKeyStep u_key_step (
    .backward,
    .steps(running_q ? round_q : 4'd0),
    .round_key(from_key),
    .next_round_key(round_key_d)
  );

  assign state_d = running_q ? mixed ^ (backward_q ? 128'b0 : round_key_q) : next_input ^ from_key;

  // ---- offsets ----
  logic [127:0] next_offset, next_l;

  // Star: the offset of a block that is not full.
  assign next_offset = offset_q ^ ((awaits_ad || awaits_data) && bdi_partial ? l_star_q : l_q);

  logic stretches, by_eight;
  assign stretches = phase_q == SHIFT;
  assign by_eight = stretches ? !round_q[3] : doublings_q[7:0] == 8'b0;

  LStep u_l_step (
    .stretch(stretches),
    .by_eight,
    .l(l_q),
    .next_l
  );

  logic [5:0] bottom;
  logic       shifts;  // as often as the last six bits of the nonce say: by eight in the cycles 0 to 6, by one in 8 to 14
  assign bottom = checksum_q[37:32];
  assign shifts = stretches && round_q[2:0] < (round_q[3] ? bottom[2:0] : bottom[5:3]);

  always_comb begin
    index_d = index_q + {28'b0, loads_ad || loads_data};
    if (takes_npub || shifted || loads_tag) index_d = 29'd1;
  end

  // ---- what is encrypted next, the checksum, and what leaves ----
  logic         adds_block, adds_offset, to_offset;
  logic [127:0] nonce;

  assign nonce = {32'd1, checksum_q[127:38], 6'b0};
  assign to_offset = loads_block || loads_tag;
  assign next_input = ((bdi & {128{loads_ad || loads_data}}) ^ (checksum_q & {128{loads_tag}}))
                    ^ ((next_offset & {128{to_offset}}) ^ (nonce & {128{loads_nonce}}));

  assign adds_block = takes_npub || (loads_data && !decrypt_q) || ends_partial
                    || (ends_tag && decrypt_q);
  assign adds_offset = ends_data && decrypt_q;

  // The end of a partial block is padding, which `bdi` holds.
  for (genvar i = 0; i < 16; i++) begin : gen_checksum
    logic adds_result;
    assign adds_result = decrypt_q && (ends_data || ends_tag || (ends_partial && bdi_valid_bytes[i]));
    assign checksum_d[8*i+:8] = (checksum_q[8*i+:8] ^ (bdi[8*i+:8] & {8{adds_block}}))
                              ^ ((keyed[8*i+:8] & {8{adds_result}}) ^ (offset_q[8*i+:8] & {8{adds_offset}}));
  end

  assign bdo = (keyed ^ (bdi & {128{phase_q == PARTIAL}}))
             ^ ((offset_q & {128{phase_q == DATA}}) ^ (sum_q & {128{phase_q == TAG}}));
  assign bdo_size = phase_q == PARTIAL ? bdi_size : BLOCK_BYTES;
  assign msg_auth = checksum_q == sum_q;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:        phase_d = key_update ? HASH_KEY : START;
      HASH_KEY:    if (last_q) phase_d = IDLE;
      START, AD:   phase_d = loads_ad ? AD : loads_nonce ? NONCE : phase_q;
      NONCE:       if (last_q) phase_d = SHIFT;
      SHIFT:       if (shifted) phase_d = READY;
      READY, DATA: begin
        if (ends_data) phase_d = READY;
        if (loads_data) phase_d = DATA;
        if (loads_partial) phase_d = PARTIAL;
        if (loads_tag) phase_d = TAG;
      end
      PARTIAL:     if (last_q) phase_d = READY;
      TAG:         if (last_q) phase_d = decrypt_q ? VERDICT : IDLE;
      default:     phase_d = IDLE;
    endcase

    round_d = 4'd0;
    if (loads) round_d = 4'd1;
    if (running_q || stretches) round_d = round_q + 4'd1;
    running_d = loads || (running_q && round_d != Rounds);
    last_d = running_q && round_d == Rounds;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      running_q <= 1'b0;
      last_q <= 1'b0;
      checksum_q <= '0;
    end else if (step) begin
      phase_q <= phase_d;
      running_q <= running_d;
      last_q <= last_d;
      checksum_q <= shifted || loads_tag || phase_q == VERDICT ? '0 : checksum_d;  // the nonce is added to zero
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      round_q <= round_d;
      index_q <= index_d;
      if (takes_npub) decrypt_q <= decrypt;
      if (takes_npub || loads_block) begin
        ad_ends_q <= bdi_eot;
        ends_q <= bdi_eoi;
      end

      if (loads || running_q) begin
        state_q <= state_d;
        round_key_q <= round_key_d;
      end
      if (loads) begin
        backward_q <= backward;
        if (turns) start_key_q <= round_key_q;
      end
      if (key_ready) begin
        start_key_q <= key;
        backward_q <= 1'b0;
      end

      if (phase_q == HASH_KEY && last_q) l_star_q <= keyed;
      if (last_q && (phase_q == HASH_KEY || phase_q == NONCE)) begin
        l_q <= keyed;
        doublings_q <= 30'd4;
      end else if (loads || shifted) begin
        l_q <= {l_star_q[126:0], 1'b0} ^ {120'b0, l_star_q[127] ? 8'h87 : 8'h00};
        doublings_q <= (loads_block ? bdi_eoi : ends_q && !loads_tag) ? 30'd1 : {index_d, 1'b0};
      end else begin
        if (stretches ? shifts : !doubled) l_q <= next_l;
        if (!doubled) doublings_q <= by_eight ? doublings_q >> 8 : doublings_q >> 1;
      end

      if (loads_block || shifted) offset_q <= next_offset;
      if (takes_npub || loads_nonce) offset_q <= '0;

      if (takes_npub) sum_q <= '0;
      else if (ends_ad) sum_q <= sum_q ^ keyed;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^bdi_pad_loc;

endmodule
