// AEZ, versions 4 and 5: a round of AES a cycle. What differs between them is how keys make a call of the cipher: AezCall, in the folder of each.
//
// A call of the cipher takes 4 cycles, or 10 of the long one. Its result is added to a register in the last one. Between calls, b and c are turned
// by half a byte a cycle where a message does not end with a block.
//
// The text is the plaintext with 16 bytes of zeros behind it, or the ciphertext with the tag. In the words of the specification it is made of pairs,
// of u and v, and of x and y; a text of fewer than 32 bytes is made of two halves.
//
//   a, b   a pair; or u, and x; or the halves
//   c      what is there of v, or of the last block of a message
//   s      S; at the end y, and then the tag
//
//   phase               call, and what becomes of it             after it
//   IDLE                (none) takes a key, or the nonce
//   TAU, NONCE          (3, 1), (4, 0): begin delta
//   AD                  (none) takes a block of AD
//   AD_UPPER, AD_LOWER  (5, i): into delta
//   PRF                 (-1, 3) of delta: the tag of no data
//   LOAD                (none) takes the first block of data
//   FIRST_1, FIRST_2    (1, i), (0, 0): a pair, first pass       it goes into the FIFO; the next block is taken
//   TURN, TURN_C        (none) b and c turned, c turned
//   ALIGNED             (none) x is in b, v in c
//   HASH_U, HASH_V      (0, 4), (0, 5): into X                   both go into the FIFO
//   TAKE_Y              (none) zeros, or the tag, are y
//   MAKE_S_1, MAKE_S_2  (0, 1), (-1, 1): x and y, and S          both go into the FIFO
//   POP                 (none) takes them from the FIFO
//   SECOND_1 to 3       (2, i), (0, 0), (1, i): a pair           it leaves
//   MAKE_U, MAKE_V      (-1, 4), (-1, 5): u and v
//   SUM_U, SUM_V        (0, 4), (0, 5): into Y
//   LAST_1, LAST_2      (-1, 2), (0, 2): x and y
//   GIVE, GIVE_REST     (none) the last blocks leave
//   TINY_*              (0, 6): the halves
//   END                 (none) the tag leaves, or the verdict
module AezCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [383:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [255:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [31:0]  bdi_valid_bytes,
  input  logic [31:0]  bdi_pad_loc,

  output logic [255:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [5:0]   bdo_size,

  output logic [255:0] fdo,
  output logic         fdo_valid,
  input  logic         fdo_ready,
  input  logic [255:0] fdi,
  input  logic         fdi_valid,
  output logic         fdi_ready,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [5:0] TAG_BYTES = 6'd16;
  localparam logic [5:0] BLOCK_BYTES = 6'd32;
  localparam logic [2:0] LAST_FEISTEL = 3'd7;
  localparam logic [127:0] TAU_BITS = 128'd128;

  typedef enum logic [5:0] {
    IDLE, TAU, NONCE, AD, AD_UPPER, AD_LOWER, PRF, LOAD, FIRST_1, FIRST_2, TURN, TURN_C, ALIGNED, HASH_U, HASH_V, TAKE_Y, MAKE_S_1, MAKE_S_2, POP,
    SECOND_1, SECOND_2, SECOND_3, MAKE_U, SUM_U, MAKE_V, SUM_V, LAST_1, LAST_2, GIVE, GIVE_REST, TINY_TEXT, TINY_SPLIT, TINY_ROUND, TINY_JOIN,
    TINY_GIVE, TINY_TAG, END
  } phase_t;

  phase_t       phase_q, phase_d, behind_q, behind_d;  // behind_q: after turns
  logic [127:0] key_i_q, key_j_q, key_l_q;
  logic [127:0] a_q, b_q, c_q, s_q, delta_q, sum_q, a_d, b_d, c_d, s_d, delta_d, sum_d;
  logic [26:0]  waiting_q;  // pairs in the FIFO
  logic [5:0]   nibbles_q, nibbles_d;  // of what is not a whole block: v, or u alone, or a half
  logic [5:0]   turns_q, turns_d;
  logic [2:0]   feistel_q, feistel_d;
  logic         decrypt_q, ends_q, ad_ends_q, has_u_q, has_u_d, has_lower_q, pads_upper_q, pads_lower_q;

  // ---- the call of a phase ----
  logic         calls, is_long, pads, counted;  // counted: i is the index of a block of AD, or of a pair
  logic [2:0]   j, i, forth, back, of_last;
  logic [127:0] chosen, text, mark, mask, y;
  logic         done, ends_call;
  assign forth = decrypt_q ? 3'd2 : 3'd1;
  assign back = decrypt_q ? 3'd1 : 3'd2;
  assign of_last = has_u_q ? 3'd5 : 3'd4;

  always_comb begin
    {calls, is_long, pads, counted, j, i, chosen} = {4'b1000, 6'd0, a_q};
    unique case (phase_q)
      TAU:            {j, i} = {3'd3, 3'd1};
      NONCE:          {j, chosen} = {3'd4, c_q};
      AD_UPPER:       {j, counted} = {3'd5, !pads_upper_q};
      AD_LOWER:       {j, counted, chosen} = {3'd5, !pads_lower_q, b_q};
      PRF:            {is_long, i, chosen} = {1'b1, 3'd3, delta_q};
      FIRST_1:        {j, counted, chosen} = {3'd1, 1'b1, b_q};
      FIRST_2:        ;
      HASH_U, SUM_U:  i = 3'd4;
      HASH_V, SUM_V:  {pads, i, chosen} = {1'b1, of_last, c_q};
      MAKE_S_1:       i = forth;
      MAKE_S_2:       {is_long, i, chosen} = {1'b1, forth, b_q};
      SECOND_1:       {j, counted, chosen} = {3'd2, 1'b1, s_q};
      SECOND_2:       chosen = b_q;
      SECOND_3:       {j, counted} = {3'd1, 1'b1};
      MAKE_U:         {is_long, i, chosen} = {1'b1, 3'd4, s_q};
      MAKE_V:         {is_long, i, chosen} = {1'b1, of_last, s_q};
      LAST_1:         {is_long, i, chosen} = {1'b1, back, s_q};
      LAST_2:         {i, chosen} = {back, b_q};
      TINY_ROUND:     {pads, i, chosen} = {1'b1, 3'd6, b_q ^ delta_q ^ {125'd0, feistel_q ^ {3{decrypt_q}}}};
      default:        calls = 1'b0;
    endcase
  end

  always_comb begin
    for (int n = 0; n < 32; n++) begin
      mark[127-4*n -: 4] = {pads && nibbles_q == 6'(n), 3'd0};
      mask[127-4*n -: 4] = {4{nibbles_q > 6'(n)}};
    end
  end
  assign text = chosen ^ mark;  // the mark stands where the text is zero

  logic taken, moves, starts_pairs, counts_index;
  assign starts_pairs = phase_q == MAKE_S_2 || phase_d == LOAD;
  assign counts_index = phase_q == AD_UPPER || phase_q == AD_LOWER || phase_q == FIRST_2 || phase_q == SECOND_3;
  AezCall u_call (
    .clk,
    .rst,
    .en(taken && calls),
    .is_long,
    .text,
    .j,
    .i,
    .counted,
    .starts_ad(moves && takes_npub),
    .starts_pairs(moves && starts_pairs),
    .counts(moves && counts_index),
    .key_i(key_i_q),
    .key_j(key_j_q),
    .key_l(key_l_q),
    .done,
    .result(y)
  );
  assign ends_call = calls && done;

  // ---- what comes ----
  logic takes_key, takes_npub, looks, loads, takes_tag, reads, wants_bdi, is_short, defers, pops, has_all;
  assign takes_key = phase_q == IDLE && key_update;
  assign takes_npub = phase_q == IDLE && !key_update;
  assign looks = phase_q == FIRST_1 && ends_call;
  assign loads = phase_q == LOAD || (phase_q == FIRST_2 && ends_call);
  assign takes_tag = decrypt_q && (phase_q == TAKE_Y || phase_q == TINY_TEXT || (phase_q == PRF && ends_call));
  assign reads = takes_npub || phase_q == AD || loads || takes_tag;
  assign wants_bdi = looks || reads;
  assign is_short = bdi_size < 6'd16;
  assign defers = looks && bdi_eot && is_short;
  assign pops = phase_q == POP;
  assign has_all = (!wants_bdi || bdi_valid) && (!takes_key || key_valid) && (!pops || fdi_valid);

  // ---- what goes ----
  logic tells, gives, queues;
  assign tells = phase_q == END || (phase_q == PRF && ends_call);
  assign gives = (phase_q == SECOND_3 && ends_call) || phase_q == GIVE || phase_q == GIVE_REST || phase_q == TINY_GIVE || (tells && !decrypt_q);
  assign queues = ends_call && (phase_q == FIRST_2 || phase_q == HASH_V || phase_q == MAKE_S_2);
  assign bdo_valid = gives && has_all;
  assign fdo_valid = queues && has_all;
  assign msg_auth_valid = tells && decrypt_q && has_all;
  assign taken = has_all && (!gives || bdo_ready) && (!queues || fdo_ready) && (!msg_auth_valid || msg_auth_ready);
  assign key_ready = takes_key && taken;
  assign bdi_ready = (reads || defers) && taken;
  assign fdi_ready = pops && taken;

  always_comb begin
    unique case (phase_q)
      FIRST_2: fdo = {a_q, b_q ^ y};
      HASH_V:  fdo = {a_q, c_q};
      default: fdo = {a_q ^ y, b_q};
    endcase
    {bdo, bdo_size} = {a_q, b_q, BLOCK_BYTES};
    unique case (phase_q)
      SECOND_3:  bdo = {b_q ^ y, a_q};
      GIVE:      if (!has_u_q) {bdo, bdo_size} = {b_q, c_q, 6'(nibbles_q >> 1) + 6'd16};
      GIVE_REST: {bdo, bdo_size} = {c_q, 128'd0, 6'(nibbles_q >> 1)};
      TINY_GIVE: {bdo, bdo_size} = {b_q, 128'd0, 2'd0, nibbles_q[3:0]};
      PRF:       {bdo, bdo_size} = {y, 128'd0, TAG_BYTES};
      END:       {bdo, bdo_size} = {s_q, 128'd0, TAG_BYTES};
      default:   ;
    endcase
    msg_auth = (phase_q == PRF ? y ^ bdi[255:128] : s_q) == '0;
  end

  // ---- registers ----
  logic [255:0] turned;
  assign turned = {b_q[123:0], c_q, b_q[127:124]};
  always_comb begin
    {a_d, b_d, c_d, s_d, delta_d, sum_d} = {a_q, b_q, c_q, s_q, delta_q, sum_q};
    unique case (phase_q)
      IDLE:               {a_d, c_d, sum_d} = {TAU_BITS, bdi[255:160], 1'b1, 31'd0, 128'd0};
      TAU:                delta_d = y;
      NONCE, AD_UPPER, AD_LOWER: delta_d = delta_q ^ y;
      AD:                 {a_d, b_d} = bdi;
      FIRST_1:            if (defers) c_d = bdi[255:128];
                          else a_d = a_q ^ y;
      LOAD, FIRST_2: begin
        if (phase_q == FIRST_2) sum_d = sum_q ^ b_q ^ y;
        if (is_short) c_d = bdi[255:128];
        else if (bdi_eot) {b_d, c_d} = bdi;
        else {a_d, b_d} = bdi;
      end
      TURN:               {b_d, c_d} = turned;
      TURN_C:             c_d = {c_q[123:0], c_q[127:124]};
      ALIGNED:            if (nibbles_q == 6'd32) {a_d, c_d} = {c_q, 128'd0};
      HASH_U, HASH_V, SUM_U, SUM_V: sum_d = sum_q ^ y;
      TAKE_Y:             a_d = bdi[255:128] & {128{decrypt_q}};
      MAKE_S_1:           b_d = b_q ^ y ^ delta_q ^ sum_q;
      MAKE_S_2:           {s_d, sum_d} = {a_q ^ y ^ b_q, 128'd0};
      POP:                if (waiting_q != '0) {a_d, b_d} = fdi;
                          else if ((has_u_q || nibbles_q != 6'd0) && feistel_q == 3'd0) {a_d, c_d} = fdi;
                          else {s_d, b_d} = fdi;
      SECOND_1:           {a_d, b_d, sum_d} = {a_q ^ y, b_q ^ y, sum_q ^ a_q ^ y};
      SECOND_2, MAKE_U:   a_d = a_q ^ y;
      MAKE_V:             c_d = (c_q ^ y) & mask;
      LAST_1:             b_d = b_q ^ y;
      LAST_2:             {s_d, b_d} = {b_q, s_q ^ y ^ delta_q ^ sum_q};
      TINY_TEXT:          {b_d, c_d} = {c_q, bdi[255:128] & {128{decrypt_q}}};
      TINY_SPLIT:         a_d = b_q & mask;
      TINY_ROUND: begin
        {a_d, b_d} = {b_q & mask, (a_q ^ y) & mask};
        if (feistel_q == LAST_FEISTEL) c_d = (a_q ^ y) & mask;
      end
      TINY_JOIN:          {b_d, c_d} = {c_q, a_q};
      TINY_TAG:           s_d = b_q;
      default:            ;
    endcase
  end

  assign moves = taken && (!calls || done);
  always_ff @(posedge clk) begin
    if (moves) {a_q, b_q, c_q, s_q, delta_q, sum_q} <= {a_d, b_d, c_d, s_d, delta_d, sum_d};
    if (key_ready) {key_i_q, key_j_q, key_l_q} <= key;
  end

  always_ff @(posedge clk) begin
    if (moves && takes_npub) waiting_q <= '0;
    else if (moves && (phase_q == FIRST_2 || phase_q == SECOND_3)) waiting_q <= waiting_q + (phase_q == FIRST_2 ? 27'd1 : '1);
  end

  always_ff @(posedge clk) begin
    if (moves && takes_npub) decrypt_q <= decrypt;
    if (moves && phase_q == AD) begin
      pads_upper_q <= is_short;
      has_lower_q <= bdi_size > 6'd16;
      pads_lower_q <= bdi_size != BLOCK_BYTES;
      ad_ends_q <= bdi_eot;
      ends_q <= bdi_eoi;
    end
  end

  // ---- control ----
  logic [5:0] short_nibbles, behind_nibbles;
  assign short_nibbles = bdi_size << 1;
  assign behind_nibbles = (bdi_size - 6'd16) << 1;
  always_comb begin
    {phase_d, behind_d, turns_d, nibbles_d, has_u_d, feistel_d} = {phase_q, behind_q, turns_q, nibbles_q, has_u_q, feistel_q};
    unique case (phase_q)
      IDLE:     if (takes_npub) {phase_d, nibbles_d, has_u_d, feistel_d} = {TAU, 10'd0};
      TAU:      phase_d = NONCE;
      NONCE:    phase_d = AD;
      AD:       phase_d = AD_UPPER;
      AD_UPPER, AD_LOWER: begin
        if (phase_q == AD_UPPER && has_lower_q) phase_d = AD_LOWER;
        else phase_d = !ad_ends_q ? AD : ends_q ? PRF : LOAD;
      end
      FIRST_1: begin
        phase_d = FIRST_2;
        if (defers) {phase_d, behind_d, turns_d, nibbles_d, has_u_d} = {TURN, ALIGNED, short_nibbles, short_nibbles, 1'b1};
      end
      LOAD, FIRST_2: begin
        phase_d = FIRST_1;
        if (is_short) {phase_d, behind_d, turns_d, nibbles_d} = {TURN_C, TINY_TEXT, short_nibbles, bdi_size + 6'd16};
        else if (bdi_eot) {phase_d, behind_d, turns_d, nibbles_d} = {bdi_size == 6'd16 ? TAKE_Y : TURN, ALIGNED, behind_nibbles, behind_nibbles};
      end
      TURN: begin
        turns_d = turns_q - 6'd1;
        if (turns_q == 6'd1) phase_d = behind_q;
        if (turns_q == 6'd1 && behind_q == ALIGNED && nibbles_q[4:0] != 5'd0) {phase_d, turns_d} = {TURN_C, 6'd32 - nibbles_q};
      end
      TURN_C: begin
        turns_d = turns_q - 6'd1;
        if (turns_q == 6'd1) phase_d = behind_q;
        // After the last call the rest is turned back.
        if (turns_q == 6'd1 && behind_q == POP) {phase_d, behind_d, turns_d} = {TURN, GIVE, 6'd0 - nibbles_q};
      end
      ALIGNED: begin
        if (nibbles_q == 6'd32) {nibbles_d, has_u_d} = {6'd0, 1'b1};
        phase_d = has_u_d ? HASH_U : HASH_V;
      end
      HASH_U:   phase_d = HASH_V;
      HASH_V:   phase_d = TAKE_Y;
      TAKE_Y:   phase_d = MAKE_S_1;
      MAKE_S_1: phase_d = MAKE_S_2;
      MAKE_S_2: phase_d = POP;
      POP: begin
        phase_d = LAST_1;
        if (waiting_q != '0) phase_d = SECOND_1;
        else if ((has_u_q || nibbles_q != 6'd0) && feistel_q == 3'd0) {phase_d, feistel_d} = {has_u_q ? MAKE_U : MAKE_V, 3'd1};
      end
      SECOND_1: phase_d = SECOND_2;
      SECOND_2: phase_d = SECOND_3;
      SECOND_3: phase_d = POP;
      MAKE_U:   phase_d = SUM_U;
      SUM_U:    phase_d = MAKE_V;
      MAKE_V:   phase_d = SUM_V;
      SUM_V:    phase_d = POP;
      LAST_1:   phase_d = LAST_2;
      LAST_2:   {phase_d, behind_d, turns_d} = {nibbles_q != 6'd0 ? TURN_C : GIVE, POP, nibbles_q};
      GIVE:     phase_d = has_u_q && nibbles_q != 6'd0 ? GIVE_REST : END;
      GIVE_REST: phase_d = END;
      TINY_TEXT: {phase_d, behind_d, turns_d} = {TURN, TINY_SPLIT, 6'd0 - (nibbles_q << 1)};
      TINY_SPLIT: {phase_d, behind_d, turns_d} = {TURN, TINY_ROUND, nibbles_q};
      TINY_ROUND: begin
        feistel_d = feistel_q + 3'd1;
        if (feistel_q == LAST_FEISTEL) {phase_d, behind_d, turns_d} = {TURN_C, TINY_JOIN, nibbles_q};
      end
      TINY_JOIN: {phase_d, behind_d, turns_d} = {TURN, TINY_GIVE, 6'd32 - nibbles_q};
      TINY_GIVE: {phase_d, behind_d, turns_d} = {TURN, TINY_TAG, 6'((nibbles_q - 6'd16) << 1)};
      TINY_TAG: phase_d = END;
      default:  phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= IDLE;
    else if (moves) phase_q <= phase_d;
    if (moves) {behind_q, turns_q, nibbles_q, has_u_q, feistel_q} <= {behind_d, turns_d, nibbles_d, has_u_d, feistel_d};
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_type, bdi_partial, bdi_valid_bytes, bdi_pad_loc};

endmodule
