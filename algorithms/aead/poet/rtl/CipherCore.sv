// POET v2 with AES-128 and AES-4: a round of the block cipher and one of a hash in each cycle, 10 cycles a block of AD or data.
//
// The last round of a block and the key addition that begins the next one share a cycle, a slot (round 0). Rounds 1 to 9 follow.
//
// A message has two chains, X over the block cipher and Y under it (PoetChains). Blocks enter at one of them and leave at the other: in an
// encryption they enter at X, in a decryption at Y.
//
//   phase      what happens in its slot
//   IDLE       takes the nonce and loads L; or copies a new key, which stays on offer
//   KEY_HASH   loads 2
//   KEY_START  keeps the key of the hash
//   KEY_TAKE   takes the key, unless it was withdrawn, and begins to make the round keys of the hash
//   KEY_MASK   loads 1
//   KEY_CIPHER keeps L and loads 0
//   KEY_END    keeps the key of the block cipher
//   AD         takes and loads full blocks of AD; then the last one with the beginning of the nonce, which is moved to where it begins before
//   PAD        loads the end of the nonce with its padding
//   TAU        loads the sum of the header
//   START      keeps tau, where both chains begin; then only the first hash
//   DATA       takes and loads data; keeps the last block, and loads the length
//   TAG        (not in a slot) takes the tag in a decryption, tau in an encryption; it is moved to where it begins
//   LAST       loads the last block
//   FINISH     gives what the last block became; loads tau, or in a decryption hashes X once more before that
//   CHECK      (decryption) loads tau
//   SPLIT      makes the rest of the tag; it is moved to where it begins
//   END        gives the tag, or the verdict
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
  localparam logic [3:0] Last = 4'd9;        // round
  localparam logic [3:0] LastKey = 4'd4;     // that makes a round key of the hash
  localparam logic [3:0] SecondHash = 4'd6;  // round

  typedef enum logic [4:0] {
    IDLE, KEY_HASH, KEY_START, KEY_TAKE, KEY_MASK, KEY_CIPHER, KEY_END,
    AD, PAD, TAU, START, DATA, TAG, LAST, FINISH, CHECK, SPLIT, END
  } phase_t;

  phase_t       phase_q, phase_d;
  logic [3:0]   round_q, round_d;
  logic         backward_q;     // the direction of the block under way, or of the last one
  logic         decrypt_q;
  logic         follows_q;      // a block of data is under way
  logic [4:0]   size_q;         // of the last block of AD that is not full, then of the last one of data
  logic [15:0]  valid_bytes_q;
  logic [3:0]   moves_q;        // of rest_q that are left, a byte each
  logic [27:0]  blocks_q, blocks_d;
  logic [127:0] state_q;
  logic [127:0] round_key_q, round_key_d;
  logic [127:0] start_key_q;    // where the block under way began
  logic [127:0] l_q;
  logic [127:0] mask_q;         // of the header; then the last block of data, and the encrypted length
  logic [127:0] tau_q;          // a sum until START
  logic [127:0] rest_q;         // the nonce; then tau or the tag, and what becomes of it

  // ---- what this cycle does ----
  logic running, slot, copies_key, takes_key, takes_npub, awaits_ad, is_ad, moves_nonce, takes_ad, loads_nonce, awaits_data, takes_tag;
  logic loads_length, loads_data, loads_last, finishes, splits, ends, rehashes, loads_tau, loads_pad, loads_sum, chains_start;
  logic loads_header, starts, hash_alone, holds, awaits_block, takes_block, gives_data, gives_tag;

  assign running = round_q != 4'd0;
  assign slot = !running && moves_q == 4'd0;
  assign copies_key = phase_q == IDLE && key_update;
  assign takes_npub = phase_q == IDLE && !key_update;
  assign takes_key = phase_q == KEY_TAKE && key_update;
  assign awaits_ad = phase_q == AD && slot;
  assign is_ad = bdi_type == SEGMENT_AD;
  assign moves_nonce = awaits_ad && is_ad && bdi_partial && size_q == 5'd0;
  assign takes_ad = awaits_ad && is_ad && !moves_nonce;
  assign loads_nonce = awaits_ad && (!is_ad || (bdi_partial && size_q != 5'd0));
  assign awaits_data = phase_q == DATA && slot;
  assign takes_tag = phase_q == TAG && decrypt_q;
  assign loads_length = awaits_data && bdi_eot;
  assign loads_data = awaits_data && !bdi_eot;
  assign loads_last = phase_q == LAST && slot;
  assign finishes = phase_q == FINISH && slot;
  assign splits = phase_q == SPLIT && slot;
  assign ends = phase_q == END && slot;
  assign rehashes = finishes && decrypt_q;
  assign loads_tau = (finishes && !decrypt_q) || (phase_q == CHECK && slot);
  assign loads_pad = phase_q == PAD && slot;
  assign loads_sum = phase_q == TAU && slot;
  assign chains_start = phase_q == START && slot;
  assign loads_header = takes_npub || takes_ad || loads_nonce || loads_pad;
  assign starts = loads_header || loads_sum || awaits_data || loads_last || loads_tau || takes_key
               || (slot && (phase_q == KEY_HASH || phase_q == KEY_MASK || phase_q == KEY_CIPHER));
  assign hash_alone = phase_q == CHECK || (phase_q == DATA && !follows_q);
  assign holds = phase_q == TAG || phase_q == LAST || (phase_q == SPLIT && decrypt_q);

  // ---- handshakes ----
  assign awaits_block = takes_npub || awaits_ad || awaits_data || takes_tag;
  assign takes_block = takes_npub || takes_ad || awaits_data || takes_tag;
  assign gives_data = (awaits_data && follows_q) || (finishes && size_q != 5'd0);
  assign gives_tag = ends && !decrypt_q;

  assign key_ready = takes_key;
  assign bdi_ready = takes_block && (!gives_data || bdo_ready);
  assign bdo_valid = (gives_data && (!awaits_block || bdi_valid)) || gives_tag;
  assign msg_auth_valid = ends && decrypt_q;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!(copies_key || takes_key) || key_valid) && (!awaits_block || bdi_valid) && (!(gives_data || gives_tag) || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- the block cipher ----
  logic         direction, turns;
  logic [127:0] from_key, keyed, mixed, added, loaded;

  assign direction = running ? backward_q : decrypt_q && (loads_data || loads_last);
  assign turns = starts && direction != backward_q;
  assign from_key = running || turns ? round_key_q : start_key_q;
  assign added = backward_q ? 128'b0 : round_key_q;

  AesBothKeyStep u_key_step (
    .backward(direction),
    .steps(round_q),
    .round_key(from_key),
    .next_round_key(round_key_d)
  );

  AesBothRound u_round (
    .decrypt(backward_q),
    .state(state_q),
    .round_key(round_key_q),
    .keyed,
    .mixed
  );

  // ---- the hashes ----
  logic [127:0] hash_entered, hash_left;

  PoetChains u_chains (
    .clk,
    .en(step),
    .slot,
    .round(round_q),
    .holds,
    .turns_keys(starts || chains_start || rehashes || running),
    .makes_key(takes_key || (running && phase_q == KEY_MASK)),
    .new_key(from_key),
    .left_waits(hash_alone || phase_q == LAST),
    .nothing_new(loads_length || rehashes),
    .leaving({keyed[127:1], keyed[0] ^ (phase_q == START && decrypt_q)}),
    .entering(loaded),
    .hash_entered,
    .hash_left
  );

  // ---- what is loaded ----
  logic [15:0]  from_rest;
  logic [127:0] own, constant;
  logic [34:0]  bits;

  // Of the bytes behind the last ones of a block the others are loaded, and in PAD those before them.
  assign from_rest = (~valid_bytes_q & {16{loads_nonce || loads_last}}) | (valid_bytes_q & {16{phase_q == PAD}});
  assign blocks_d = blocks_q + 28'(bdi_size[4]);
  assign bits = {blocks_d, bdi_size[3:0], 3'b0};

  always_comb begin
    for (int i = 0; i < 16; i++) own[8*i+:8] = rest_q[8*i+:8] & {8{from_rest[i]}};
    constant = '0;
    if (phase_q == PAD) begin
      for (int i = 0; i < 16; i++) constant[8*i+7] = !valid_bytes_q[i] && (i == 15 || valid_bytes_q[(i+1)%16]);
    end
    if (loads_length) constant[127:88] = {bits[7:0], bits[15:8], bits[23:16], bits[31:24], 5'b0, bits[34:32]};
    constant[1:0] = {phase_q == KEY_HASH, phase_q == KEY_MASK || (phase_q == START && !decrypt_q)};
  end

  assign loaded = ((bdi & {128{takes_ad || loads_data}}) ^ (mask_q & {128{loads_header || loads_last}}))
                ^ (own ^ (tau_q & {128{loads_sum || loads_tau}}))
                ^ ((hash_entered & {128{loads_data || loads_last || loads_tau}}) ^ constant)
                ^ (keyed & {128{loads_sum || chains_start || loads_last}});

  // ---- what leaves ----
  logic [127:0] output_block, expected;

  assign output_block = hash_left ^ keyed ^ (mask_q & {128{phase_q == FINISH}});
  assign bdo = gives_tag ? rest_q : output_block;
  assign bdo_size = finishes ? size_q : BLOCK_BYTES;

  // The last block of a plaintext is filled with the beginning of tau; what was behind its own bytes comes first now.
  for (genvar i = 0; i < 16; i++) begin : gen_expected
    assign expected[8*i+:8] = tau_q[8*i+:8] & {8{!valid_bytes_q[15-i]}};
  end
  assign msg_auth = rest_q == expected;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:       phase_d = copies_key ? KEY_HASH : AD;
      KEY_HASH:   phase_d = KEY_START;
      KEY_START:  if (slot) phase_d = KEY_TAKE;
      KEY_TAKE:   if (takes_key) phase_d = KEY_MASK;
      KEY_MASK:   if (slot) phase_d = KEY_CIPHER;
      KEY_CIPHER: if (slot) phase_d = KEY_END;
      KEY_END:    if (slot) phase_d = IDLE;
      AD:         if (loads_nonce) phase_d = PAD;
      PAD:        if (slot) phase_d = TAU;
      TAU:        if (slot) phase_d = START;
      START:      if (slot) phase_d = DATA;
      DATA:       if (loads_length) phase_d = TAG;
      TAG:        phase_d = LAST;
      LAST:       if (slot) phase_d = FINISH;
      FINISH:     if (slot) phase_d = decrypt_q ? CHECK : SPLIT;
      CHECK:      if (slot) phase_d = SPLIT;
      SPLIT:      if (slot) phase_d = END;
      default:    if (slot) phase_d = IDLE;
    endcase

    round_d = round_q + 4'd1;
    if (round_q == Last || (round_q == LastKey && phase_q == KEY_MASK)) round_d = 4'd0;
    if (!running) round_d = chains_start || rehashes ? SecondHash : {3'b0, starts};
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      round_q <= '0;
      moves_q <= '0;
    end else if (step) begin
      phase_q <= phase_d;
      round_q <= round_d;
      if (moves_q != 4'd0) moves_q <= moves_q - 4'd1;
      if (moves_nonce) moves_q <= bdi_size[3:0];
      if (phase_q == TAG) moves_q <= size_q[3:0];
      if (splits) moves_q <= -size_q[3:0];
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (running) state_q <= mixed ^ added;
      else if (slot) state_q <= loaded ^ from_key;
      if (starts || (running && !hash_alone)) round_key_q <= round_key_d;
      if (starts) backward_q <= direction;
      if (turns) start_key_q <= round_key_q;
      if (slot && (phase_q == KEY_START || phase_q == KEY_END)) start_key_q <= keyed;
      if (copies_key || takes_key) start_key_q <= key;
      if (copies_key) backward_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (slot && phase_q == KEY_CIPHER) l_q <= keyed;

      if (loads_header) mask_q <= {1'b0, mask_q[127:1]} ^ {mask_q[0] ? 8'he1 : 8'h00, 120'b0};
      else if (awaits_data) mask_q <= {bdi[127] && !bdi_pad_loc[15], bdi[126:0]};
      else if (splits) mask_q <= l_q;
      else if (loads_last || (slot && phase_q == KEY_CIPHER)) mask_q <= keyed;

      if (takes_npub) tau_q <= '0;
      else if (slot && ((phase_q == AD && size_q == 5'd0) || phase_q == PAD || phase_q == TAU)) tau_q <= tau_q ^ keyed;
      else if (chains_start) tau_q <= keyed;

      if (takes_npub) begin
        decrypt_q <= decrypt;
        size_q <= '0;
        valid_bytes_q <= '0;
        blocks_q <= '0;
      end
      if (moves_nonce || loads_length) begin
        size_q <= bdi_size;
        valid_bytes_q <= bdi_valid_bytes;
      end
      if (awaits_data) blocks_q <= blocks_d;
      if (awaits_data || chains_start) follows_q <= awaits_data;
    end
  end

  // ---- nonce, tau and tag ----
  // The tag is split: the last block gives its end, the block behind it its beginning, which has to be added to tau.
  logic [15:0]  keeps_rest, adds_tau, adds_output;
  logic [127:0] rest_d;

  assign keeps_rest = {16{phase_q == SPLIT}} | (valid_bytes_q & {16{finishes && decrypt_q}});
  assign adds_tau = {16{phase_q == TAG}} | (valid_bytes_q & {16{finishes}});
  assign adds_output = (valid_bytes_q & {16{phase_q == SPLIT}}) | (~valid_bytes_q & {16{finishes}});

  for (genvar i = 0; i < 16; i++) begin : gen_rest
    assign rest_d[8*i+:8] = (rest_q[8*i+:8] & {8{keeps_rest[i]}}) ^ (tau_q[8*i+:8] & {8{adds_tau[i]}})
                          ^ (output_block[8*i+:8] & {8{adds_output[i]}});
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (moves_q != 4'd0) rest_q <= {rest_q[7:0], rest_q[127:8]};
      else if (takes_npub || takes_tag) rest_q <= bdi;
      else if (phase_q == TAG || finishes || splits) rest_q <= rest_d;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_pad_loc};

endmodule
