// AES-COPA v2: two layers of AES, one round a cycle in each, 10 cycles a block of AD or data.
//
// The first layer works on a block while the second one works on the block before it, under the same round key. The last round of both and the
// key additions that begin the next blocks share a cycle, a slot. All but rounds 1 to 9 happens in slots, and where no layer works on anything
// each cycle is one.
//
//   phase      what a slot does, beside what is under way
//   IDLE       takes a new key, or the nonce
//   NEW_KEY    loads 0
//   KEY        keeps L
//   AD         takes and loads AD; fills its last block with the beginning of the nonce, which is moved to where it begins before; without such
//              a block loads the nonce
//   PAD        loads the end of the nonce with its padding
//   CHAIN      keeps what began with AD
//   MASKS      makes the masks
//   TURN       (decryption) exchanges them
//   DATA       takes and loads data
//   LAST       (decryption) waits for the last block of plaintext
//   TURN_BACK  (decryption) exchanges the masks
//   CHECK      loads the checksum
//   TAG        gives what becomes of it, or the verdict
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
  localparam logic [3:0] Rounds = 4'd10;

  typedef enum logic [3:0] {
    IDLE, NEW_KEY, KEY, AD, PAD, CHAIN, MASKS, TURN, DATA, LAST, TURN_BACK, CHECK, TAG
  } phase_t;

  // What a layer works on: nothing, a block that is only encrypted once, one of data but the last, the last one, or the checksum.
  typedef enum logic [2:0] {NONE, ONCE, MIDDLE, FINAL, SUM} work_t;

  phase_t       phase_q, phase_d;
  work_t        first_q, first_d, second_q, second_d;
  logic [3:0]   round_q;
  logic         running_q, running_d;  // rounds 1 to 9
  logic         backward_q;            // the direction of the blocks under way, or of the last ones
  logic         decrypt_q;
  logic         padded_q;              // the last block of data
  logic         moved_q;               // the nonce has been, or is being
  logic [15:0]  valid_bytes_q;         // of the last block of AD that is not full
  logic [3:0]   moves_q;               // of the nonce that are left, a byte each
  logic [127:0] nonce_q;
  logic [127:0] state1_q, state2_q;
  logic [127:0] round_key_q, round_key_d;
  logic [127:0] start_key_q;           // where the blocks under way began
  logic [127:0] l_q;
  logic [127:0] mask_in_q, mask_out_q;
  logic [127:0] checksum_q;
  logic [127:0] chain_q;               // the sum over AD, then what is added between the layers

  // ---- what this cycle does ----
  logic slot, idle, takes_key, takes_npub, loads_key, awaits_ad, is_ad, moves_nonce, loads_ad, fills, loads_nonce, loads_padding;
  logic loads_data, loads_sum, mixes, leaves, ends, gives_verdict;
  logic awaits_block, takes_block, gives_block;

  assign slot = !running_q;
  assign idle = slot && first_q == NONE;
  assign takes_key = phase_q == IDLE && key_update;
  assign takes_npub = phase_q == IDLE && !key_update;
  assign loads_key = phase_q == NEW_KEY;
  assign awaits_ad = phase_q == AD && slot && moves_q == 4'd0;
  assign is_ad = awaits_ad && bdi_type == SEGMENT_AD;
  assign moves_nonce = is_ad && bdi_partial && !moved_q;
  assign loads_ad = is_ad && !moves_nonce;
  assign fills = loads_ad && bdi_partial;
  assign loads_nonce = awaits_ad && !is_ad && idle;
  assign loads_padding = phase_q == PAD && idle;
  assign loads_data = phase_q == DATA && slot;
  assign loads_sum = phase_q == CHECK && slot;

  assign mixes = slot && (first_q == MIDDLE || first_q == FINAL || first_q == SUM);
  assign leaves = slot && second_q != NONE;
  assign ends = slot && second_q == SUM;
  assign gives_verdict = ends && decrypt_q;

  assign awaits_block = takes_npub || awaits_ad || loads_data || gives_verdict;
  assign takes_block = takes_npub || loads_ad || loads_data || gives_verdict;
  assign gives_block = leaves && !gives_verdict;

  assign key_ready = takes_key;
  assign bdi_ready = takes_block && (!gives_block || bdo_ready) && (!gives_verdict || msg_auth_ready);
  assign bdo_valid = gives_block && (!awaits_block || bdi_valid);
  assign msg_auth_valid = gives_verdict && bdi_valid;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!takes_key || key_valid) && (!awaits_block || bdi_valid) && (!gives_block || bdo_ready) && (!gives_verdict || msg_auth_ready);

  // ---- what the layers work on next ----
  always_comb begin
    first_d = NONE;
    if (loads_key || loads_ad || loads_nonce || loads_padding) first_d = ONCE;
    if (loads_data) first_d = bdi_eot ? FINAL : MIDDLE;
    if (loads_sum) first_d = SUM;
    second_d = mixes ? first_q : NONE;
    running_d = slot ? first_d != NONE || second_d != NONE : round_q != Rounds - 4'd1;
  end

  // ---- keys ----
  logic         backward, turns;
  logic [127:0] from_key;

  assign backward = running_q ? backward_q : decrypt_q && (phase_q == DATA || phase_q == LAST);
  assign turns = slot && running_d && backward != backward_q;
  assign from_key = running_q || turns ? round_key_q : start_key_q;

  AesBothKeyStep u_key_step (
    .backward,
    .steps(running_q ? round_q : 4'd0),
    .round_key(from_key),
    .next_round_key(round_key_d)
  );

  // ---- masks ----
  // The leftmost bit is the coefficient of x^127, and x^128 = x^7 + x^2 + x + 1.
  function automatic logic [127:0] times_2(input logic [127:0] a);
    times_2 = {a[126:0], 1'b0} ^ {120'b0, a[127] ? 8'h87 : 8'h00};
  endfunction

  logic [127:0] l2, l3, l15, in2, out2, input_mask, next_mask_out;
  logic         in_by_7, out_by_7;

  assign l2 = times_2(l_q);
  assign l3 = l_q ^ l2;
  assign l15 = l3 ^ times_2(times_2(l3));  // 3 * 3 * 3 = 15 = 3 + 12
  assign in2 = times_2(mask_in_q);
  assign out2 = times_2(mask_out_q);
  assign in_by_7 = loads_data && !decrypt_q && bdi_eot && bdi_partial;
  assign out_by_7 = second_q == SUM || (second_q == FINAL && decrypt_q && padded_q);
  assign input_mask = mask_in_q ^ (in2 & {128{loads_nonce || loads_sum || in_by_7}}) ^ (times_2(in2) & {128{loads_padding || in_by_7}});
  assign next_mask_out = mask_out_q ^ ((out2 ^ times_2(out2)) & {128{out_by_7}});

  // ---- what the layers begin with ----
  logic [127:0] keyed1, mixed1, keyed2, mixed2, input1, input2, added, nonce_part, padding;

  // A last block of AD that is not full goes on with the beginning of the nonce; its end comes behind, with the padding.
  for (genvar i = 0; i < 16; i++) begin : gen_nonce
    logic chosen;

    assign chosen = loads_nonce || (fills && !valid_bytes_q[i]) || (loads_padding && valid_bytes_q[i]);
    assign nonce_part[8*i+:8] = nonce_q[8*i+:8] & {8{chosen}};
    if (i == 15) begin : gen_first
      assign padding[8*i+:8] = 8'h00;  // a block that is not full has a byte
    end else begin : gen_other
      assign padding[8*i+:8] = {loads_padding && valid_bytes_q[i+1] && !valid_bytes_q[i], 7'b0};
    end
  end

  assign input1 = ((bdi & {128{loads_ad || loads_data}}) ^ (input_mask & {128{!loads_key}})) ^ (nonce_part ^ padding)
                ^ ((chain_q & {128{loads_nonce || loads_padding}}) ^ (checksum_q & {128{loads_sum}}));
  assign input2 = keyed1 ^ chain_q;
  assign added = backward_q ? 128'b0 : round_key_q;  // a decryption has added its key before mixing columns

  // ---- the layers ----
  AesBothRound u_first_layer (
    .decrypt(backward_q),
    .state(state1_q),
    .round_key(round_key_q),
    .keyed(keyed1),
    .mixed(mixed1)
  );

  AesBothRound u_second_layer (
    .decrypt(backward_q),
    .state(state2_q),
    .round_key(round_key_q),
    .keyed(keyed2),
    .mixed(mixed2)
  );

  // ---- what leaves ----
  assign bdo = keyed2 ^ next_mask_out;
  assign bdo_size = 5'd16;
  assign msg_auth = bdo == bdi;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:      phase_d = key_update ? NEW_KEY : AD;
      NEW_KEY:   phase_d = KEY;
      KEY:       if (slot) phase_d = IDLE;
      AD:        if (fills) phase_d = PAD;
                 else if (loads_nonce) phase_d = CHAIN;
      PAD:       if (loads_padding) phase_d = CHAIN;
      CHAIN:     if (slot) phase_d = MASKS;
      MASKS:     phase_d = decrypt_q ? TURN : DATA;
      TURN:      phase_d = DATA;
      DATA:      if (slot && bdi_eot) phase_d = decrypt_q ? LAST : CHECK;
      LAST:      if (slot && second_q == FINAL) phase_d = TURN_BACK;
      TURN_BACK: phase_d = CHECK;
      CHECK:     if (slot) phase_d = TAG;
      default:   if (ends) phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      first_q <= NONE;
      second_q <= NONE;
      running_q <= 1'b0;
      moves_q <= '0;
    end else if (step) begin
      phase_q <= phase_d;
      running_q <= running_d;
      if (slot) begin
        first_q <= first_d;
        second_q <= second_d;
      end
      if (moves_nonce) moves_q <= bdi_size[3:0];
      else if (moves_q != 4'd0) moves_q <= moves_q - 4'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      round_q <= running_q ? round_q + 4'd1 : 4'd1;
      state1_q <= running_q ? mixed1 ^ added : input1 ^ from_key;
      state2_q <= running_q ? mixed2 ^ added : input2 ^ from_key;
      if (running_q || running_d) round_key_q <= round_key_d;
      if (slot && running_d) backward_q <= backward;
      if (turns) start_key_q <= round_key_q;
      if (takes_key) begin
        start_key_q <= key;
        backward_q <= 1'b0;
      end

      if (phase_q == KEY && slot) l_q <= keyed1;
      if (takes_npub) mask_in_q <= l15;
      else if (phase_q == MASKS) mask_in_q <= l3;
      else if (phase_q == TURN || phase_q == TURN_BACK) mask_in_q <= mask_out_q;
      else if (slot && first_d != NONE) mask_in_q <= first_d == FINAL ? input_mask : in2;
      if (phase_q == MASKS) mask_out_q <= l2;
      else if (phase_q == TURN || phase_q == TURN_BACK) mask_out_q <= mask_in_q;
      else if (leaves) mask_out_q <= second_q == MIDDLE ? out2 : next_mask_out;

      if (takes_npub) chain_q <= '0;
      else if (slot && first_q != NONE) chain_q <= keyed1 ^ ((phase_q == CHAIN ? l_q : chain_q) & {128{!backward_q}});

      if (takes_npub) checksum_q <= '0;
      else if (loads_data && !decrypt_q) checksum_q <= checksum_q ^ bdi;
      else if (leaves && decrypt_q) checksum_q <= checksum_q ^ bdo;

      if (takes_npub) begin
        decrypt_q <= decrypt;
        moved_q <= 1'b0;
        nonce_q <= bdi;
      end else if (moves_nonce) begin
        moved_q <= 1'b1;
        valid_bytes_q <= bdi_valid_bytes;
      end else if (moves_q != 4'd0) begin
        nonce_q <= {nonce_q[7:0], nonce_q[127:8]};
      end
      if (loads_data) padded_q <= bdi_partial;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_size[4], bdi_pad_loc};

endmodule
