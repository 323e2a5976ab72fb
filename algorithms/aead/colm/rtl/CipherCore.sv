// COLM_0 v1 with AES-128: two layers of AES, one round a cycle in each, 10 cycles a block of AD or data.
//
// The first layer works on a block while the second one works on the block before it, under the same round key. The last round of both and the
// key additions that begin the next blocks share a cycle, a slot. All but rounds 1 to 9 happens in slots, and where no layer works on anything
// each cycle is one.
//
//   phase      what a slot does, beside what is under way
//   IDLE       takes a new key, or the nonce and loads it
//   NEW_KEY    loads 0
//   KEY        keeps L
//   AD         takes and loads AD, until data waits
//   MASKS      makes the first masks
//   TURN       (decryption) exchanges them
//   DATA       takes and loads data; the last block of a ciphertext is kept
//   TAG        (decryption) takes the tag
//   ROTATE     moves the tag by one byte, until it begins where it should; then loads the last block to decrypt, or gives the tag
//   LAST       (decryption) waits for the last block of plaintext
//   TURN_BACK  (decryption) exchanges the masks
//   CHECK      loads the last block once more, which makes what the tag has beyond it
//   DRAIN      waits for that
//   VERDICT    (decryption)
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

  typedef enum logic [3:0] {
    IDLE, NEW_KEY, KEY, AD, MASKS, TURN, DATA, TAG, ROTATE, LAST, TURN_BACK, CHECK, DRAIN, VERDICT
  } phase_t;

  // What a layer works on: nothing, a block that is only encrypted once, one of data but the last, the last one, or that one once more.
  typedef enum logic [2:0] {NONE, ONCE, MIDDLE, FINAL, AGAIN} work_t;

  phase_t       phase_q, phase_d;
  work_t        first_q, first_d, second_q, second_d;
  logic [3:0]   round_q;
  logic         running_q, running_d;  // rounds 1 to 9
  logic         backward_q;            // the direction of the blocks under way, or of the last ones
  logic         decrypt_q;
  logic [4:0]   size_q;                // of the last block
  logic [15:0]  valid_bytes_q;
  logic [3:0]   moves_q;               // of the tag that are left
  logic [127:0] state1_q, state2_q;
  logic [127:0] round_key_q, round_key_d;
  logic [127:0] start_key_q;           // where the blocks under way began
  logic [127:0] l_q;
  logic [127:0] mask_in_q, mask_out_q;
  logic [127:0] w_q;
  logic [127:0] checksum_q;
  logic [127:0] last_q;                // the last block of ciphertext; then of plaintext with its padding
  logic [127:0] tag_q;

  // ---- what this cycle does ----
  logic slot, takes_key, takes_npub, loads_key, awaits_ad, loads_ad, awaits_data, loads_data, keeps_data, takes_tag;
  logic loads_last, loads_check, empty, ends_once, mixes, leaves, leaves_last, leaves_check;
  logic awaits_block, takes_block, gives_data, gives_tag;

  assign slot = !running_q;
  assign empty = slot && first_q == NONE && second_q == NONE;
  assign takes_key = phase_q == IDLE && key_update;
  assign takes_npub = phase_q == IDLE && !key_update;
  assign loads_key = phase_q == NEW_KEY;
  assign awaits_ad = phase_q == AD && slot;
  assign loads_ad = awaits_ad && bdi_type == SEGMENT_AD;
  assign awaits_data = phase_q == DATA && slot;
  assign keeps_data = awaits_data && bdi_eot && decrypt_q;
  assign loads_data = awaits_data && !keeps_data;
  assign takes_tag = phase_q == TAG && slot;
  assign loads_last = phase_q == ROTATE && slot && decrypt_q && moves_q == 4'd0;
  assign loads_check = phase_q == CHECK && slot;

  assign ends_once = slot && first_q == ONCE;
  assign mixes = slot && (first_q == MIDDLE || first_q == FINAL || first_q == AGAIN);
  assign leaves = slot && second_q != NONE;
  assign leaves_last = slot && second_q == FINAL;
  assign leaves_check = slot && second_q == AGAIN;

  assign awaits_block = takes_npub || awaits_ad || awaits_data || takes_tag;
  assign takes_block = takes_npub || loads_ad || awaits_data || takes_tag;
  assign gives_data = leaves && second_q != AGAIN && !(second_q == FINAL && size_q == 5'd0);
  assign gives_tag = phase_q == ROTATE && slot && !decrypt_q && moves_q == 4'd0;

  assign key_ready = takes_key;
  assign bdi_ready = takes_block && (!gives_data || bdo_ready);
  assign bdo_valid = (gives_data && (!awaits_block || bdi_valid)) || gives_tag;
  assign msg_auth_valid = phase_q == VERDICT;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!awaits_block || bdi_valid) && (!(gives_data || gives_tag) || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- what the layers work on next ----
  always_comb begin
    first_d = NONE;
    if (takes_npub || loads_key || loads_ad) first_d = ONCE;
    if (loads_data) first_d = bdi_eot ? FINAL : MIDDLE;
    if (loads_last) first_d = FINAL;
    if (loads_check) first_d = AGAIN;
    second_d = mixes ? first_q : NONE;
    running_d = slot ? first_d != NONE || second_d != NONE : round_q != Rounds - 4'd1;
  end

  // ---- keys ----
  logic         backward, turns;
  logic [127:0] from_key;

  assign backward = running_q ? backward_q : decrypt_q && (phase_q == DATA || phase_q == TAG || phase_q == ROTATE || phase_q == LAST);
  assign turns = slot && running_d && backward != backward_q;
  assign from_key = running_q || turns ? round_key_q : start_key_q;

  AesBothKeyStep u_key_step (
    .backward,
    .steps(running_q ? round_q : 4'd0),
    .round_key(from_key),
    .next_round_key(round_key_d)
  );

  // ---- masks ----
  logic [127:0] l2, l5, next_mask_in, next_mask_out, input_mask;
  logic         final_in, partial_in;

  assign l2 = {l_q[126:0], 1'b0} ^ {120'b0, l_q[127] ? 8'h87 : 8'h00};
  assign l5 = l_q ^ {l2[126:0], 1'b0} ^ {120'b0, l2[127] ? 8'h87 : 8'h00};  // 3 * 3 = 5
  assign final_in = loads_last || (loads_data && bdi_eot);
  assign partial_in = loads_last ? size_q != BLOCK_BYTES : bdi_partial;

  MaskStep u_mask_in (
    .times_7((final_in && !partial_in) || (loads_ad && bdi_partial)),
    .times_49(final_in && partial_in),
    .mask(mask_in_q),
    .next_mask(next_mask_in)
  );

  MaskStep u_mask_out (
    .times_7(second_q == FINAL && size_q == BLOCK_BYTES),
    .times_49(second_q == FINAL && size_q != BLOCK_BYTES),
    .mask(mask_out_q),
    .next_mask(next_mask_out)
  );

  assign input_mask = takes_npub ? l_q ^ l2 : next_mask_in;

  // ---- the layers ----
  logic [127:0] keyed1, mixed1, keyed2, mixed2, last_block, input1, input2, w2, added;

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

  // The last block of a ciphertext has as many bytes of its own as of the plaintext; the others are the first ones of the tag.
  for (genvar i = 0; i < 16; i++) begin : gen_last_block
    assign last_block[8*i+:8] = valid_bytes_q[i] ? last_q[8*i+:8] : tag_q[8*i+:8];
  end

  logic adds_block, adds_checksum;
  assign adds_block = takes_npub || loads_ad || loads_data;
  assign adds_checksum = loads_check || (loads_data && bdi_eot);

  assign input1 = ((bdi & {128{adds_block}}) ^ (checksum_q & {128{adds_checksum}}))
                ^ ((last_block & {128{loads_last}}) ^ (input_mask & {128{!loads_key}}));

  assign w2 = {w_q[126:0], 1'b0} ^ {120'b0, w_q[127] ? 8'h87 : 8'h00};
  assign input2 = keyed1 ^ w_q ^ w2;
  assign added = backward_q ? 128'b0 : round_key_q;

  // ---- what leaves ----
  logic [127:0] result, output_block;
  logic         adds_result;

  assign result = keyed2 ^ next_mask_out;
  assign adds_result = decrypt_q && second_q == FINAL;
  assign output_block = result ^ (checksum_q & {128{adds_result}});
  assign bdo = gives_tag ? tag_q : output_block;
  assign bdo_size = leaves_last ? size_q : BLOCK_BYTES;

  // The plaintext has to end with its padding, and the rest of the tag has to be right.
  logic [15:0] right;
  for (genvar i = 0; i < 16; i++) begin : gen_right
    logic       pad_begins;
    logic [7:0] difference;
    if (i == 15) begin : gen_first
      assign pad_begins = !valid_bytes_q[15];
    end else begin : gen_other
      assign pad_begins = valid_bytes_q[i+1] && !valid_bytes_q[i];
    end
    assign difference = valid_bytes_q[i] ? tag_q[8*i+:8] : last_q[8*i+:8] ^ {pad_begins, 7'b0};
    assign right[i] = difference == 8'd0;
  end
  assign msg_auth = &right;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:      phase_d = key_update ? NEW_KEY : AD;
      NEW_KEY:   phase_d = KEY;
      KEY:       if (slot) phase_d = IDLE;
      AD:        if (slot && !loads_ad) phase_d = MASKS;
      MASKS:     phase_d = decrypt_q ? TURN : DATA;
      TURN:      phase_d = DATA;
      DATA:      if (slot && bdi_eot) phase_d = decrypt_q ? TAG : bdi_size == 5'd0 ? DRAIN : CHECK;
      TAG:       if (slot) phase_d = ROTATE;
      ROTATE:    if (slot && moves_q == 4'd0) phase_d = decrypt_q ? LAST : IDLE;
      LAST:      if (leaves_last) phase_d = size_q == 5'd0 ? VERDICT : TURN_BACK;
      TURN_BACK: phase_d = CHECK;
      CHECK:     if (slot) phase_d = DRAIN;
      DRAIN:     if (empty) phase_d = decrypt_q ? VERDICT : ROTATE;
      default:   phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      first_q <= NONE;
      second_q <= NONE;
      running_q <= 1'b0;
    end else if (step) begin
      phase_q <= phase_d;
      running_q <= running_d;
      if (slot) begin
        first_q <= first_d;
        second_q <= second_d;
      end
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
      if (phase_q == MASKS) mask_in_q <= l_q;
      else if (phase_q == TURN || phase_q == TURN_BACK) mask_in_q <= mask_out_q;
      else if (first_d != NONE && slot) mask_in_q <= input_mask;
      if (phase_q == MASKS) mask_out_q <= l5;
      else if (phase_q == TURN || phase_q == TURN_BACK) mask_out_q <= mask_in_q;
      else if (leaves) mask_out_q <= next_mask_out;

      if (takes_npub) w_q <= '0;
      else if (ends_once || mixes) w_q <= keyed1 ^ (mixes && !backward_q ? w2 : w_q);

      if (takes_npub) checksum_q <= '0;
      else if (loads_data && !decrypt_q) checksum_q <= checksum_q ^ bdi;
      else if (leaves && decrypt_q && second_q != AGAIN) checksum_q <= result ^ (checksum_q & {128{second_q == MIDDLE}});

      if (keeps_data || (leaves_last && decrypt_q)) last_q <= keeps_data ? bdi : output_block;
      if (takes_npub) decrypt_q <= decrypt;
      if (awaits_data && bdi_eot) begin
        size_q <= bdi_size;
        valid_bytes_q <= bdi_valid_bytes;
        moves_q <= decrypt_q ? bdi_size[3:0] : -bdi_size[3:0];
      end

      if (phase_q == ROTATE && slot && moves_q != 4'd0) begin
        tag_q <= {tag_q[7:0], tag_q[127:8]};
        moves_q <= moves_q - 4'd1;
      end
      if (takes_tag) tag_q <= bdi;
      for (int i = 0; i < 16; i++) begin
        if ((leaves_last && !decrypt_q) || (leaves_check && valid_bytes_q[i])) begin
          tag_q[8*i+:8] <= output_block[8*i+:8] ^ (tag_q[8*i+:8] & {8{decrypt_q}});
        end
      end
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_pad_loc};

endmodule
