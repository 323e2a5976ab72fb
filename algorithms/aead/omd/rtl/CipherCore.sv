// OMD-SHA256 v2.0: a round of SHA-256 a cycle, 65 cycles a block of data.
//
// F_K is called over and over: 64 cycles of rounds, and one between two calls, in which the result of the one leaves and the input of the other
// enters. The rounds also make the mask of the next block. At the end of AD and of data three cycles more replace it.
//
//   phase     the call that ended       the cycle behind it
//   IDLE      none                      takes a key, or the nonce
//   KEY       none                      begins the call for L*
//   HASH_KEY  for L*                    keeps L*
//   NONCE     of the nonce              keeps the mask of the data; takes the left half of a block of AD, or begins the call of START
//   LEFT      none                      takes the right half of a block of AD
//   AD        of a block of AD          adds it to the sum, takes the next left half
//   MASK      none                      begins the call of START
//   START     of the tag's length       as DATA
//   DATA      of a block of data        gives and takes a block of data, then gives or takes the tag
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
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

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [5:0] TAG_BYTES = 6'd16;
  localparam logic [1:0] CORRECTED = 2'd3;

  typedef enum logic [3:0] {IDLE, KEY, HASH_KEY, NONCE, LEFT, AD, MASK, START, DATA} phase_t;

  phase_t       phase_q, phase_d;
  logic [6:0]   step_q;        // 1 to 64 in the rounds, else 0
  logic [1:0]   correction_q;  // cycles that have replaced the last block's mask
  logic         decrypt_q;
  logic         ad_ends_q;     // the half before was the last one of AD
  logic         pads_q;        // and it was full
  logic         ends_q;        // the block before was the last one of the message
  logic [127:0] key_q;
  logic [127:0] tag_q;         // the sum over AD
  logic [255:0] l_star_q;
  logic [255:0] data_mask_q;   // of the first block of data
  logic [255:0] result, to_load, mask;

  // ---- what the cycle between two calls does ----
  logic round, between, in_data, is_last, corrected;
  assign round = step_q != 7'd0;
  assign between = !round;
  assign in_data = phase_q == START || phase_q == DATA;
  assign is_last = phase_q == LEFT ? ad_ends_q || bdi_partial : bdi_eot;  // and so has another mask
  assign corrected = correction_q == CORRECTED;

  logic has_block, has_half, correct, gives_data, tells_tag, begins_hash, ends_hash;
  assign has_block = between && in_data && !ends_q && bdi_valid;
  assign has_half = phase_q == LEFT && (ad_ends_q || bdi_valid);
  assign correct = (has_block || has_half) && is_last && !corrected;
  assign gives_data = has_block && !correct;
  assign tells_tag = between && in_data && ends_q;
  assign begins_hash = between && phase_q == NONCE && !ends_q && bdi_valid && bdi_type == SEGMENT_AD;
  assign ends_hash = between && phase_q == AD && ad_ends_q;

  logic takes_key, takes_nonce, takes_left, takes_right, takes_data, takes_tag, begins_ad, begins_start, begins;
  assign takes_key = key_valid && key_ready;
  assign takes_nonce = phase_q == IDLE && !key_update && bdi_valid;
  assign takes_left = between && bdi_valid && phase_q == AD && !ad_ends_q;
  assign begins_ad = has_half && !correct;
  assign takes_right = begins_ad && !ad_ends_q;
  assign takes_data = gives_data && bdo_ready;
  assign takes_tag = msg_auth_valid && msg_auth_ready;
  assign begins_start = phase_q == MASK || (between && phase_q == NONCE && (ends_q || (bdi_valid && bdi_type != SEGMENT_AD)));
  assign begins = takes_nonce || phase_q == KEY || begins_start || begins_ad || takes_data;

  assign key_ready = phase_q == IDLE && key_update;
  assign bdi_ready = takes_nonce || takes_left || takes_right || takes_data || takes_tag;

  // ---- outputs ----
  assign bdo = result ^ {tells_tag ? tag_q : bdi[255:128], bdi[127:0] & {128{!tells_tag}}};
  assign bdo_valid = gives_data || (tells_tag && !decrypt_q);
  assign bdo_size = tells_tag ? TAG_BYTES : bdi_size;
  assign msg_auth = bdo[255:128] == bdi[255:128];
  assign msg_auth_valid = tells_tag && decrypt_q && bdi_valid;

  // ---- the calls ----
  logic [255:0] given, message;
  assign given = bdi | {96'd0, phase_q == IDLE, 159'd0};  // the nonce is padded here
  for (genvar i = 0; i < 32; i++) begin : gen_message
    assign message[8 * i +: 8] = bdi[8 * i +: 8] ^ (result[8 * i +: 8] & {8{in_data && decrypt_q && bdi_valid_bytes[i]}});
  end

  OmdCompression u_compression (
    .clk,
    .load       (begins),
    .round,
    .step       (step_q[5:0]),
    .take       (takes_left),
    .clear      (takes_key || begins_hash || ends_hash),
    .key        (key_q),
    .uses_given (phase_q == IDLE || phase_q == AD),
    .given,
    .mask,
    .has_message(takes_right || takes_data),
    .message,
    .is_length  (phase_q == KEY || begins_start),
    .is_padding (phase_q == LEFT && pads_q),
    .result,
    .to_load
  );

  OmdMask u_mask (
    .clk,
    .clear      (phase_q == IDLE),
    .restart    (ends_hash),
    .load       (begins),
    .round,
    .step       (step_q[6:1]),
    .first      (phase_q == MASK),
    .follow     (ends_hash || (round && phase_q == START)),
    .given      (data_mask_q),
    .correct,
    .correction (correction_q),
    .adds_single(phase_q == LEFT || bdi_partial),
    .adds_double(phase_q != LEFT),
    .l_star     (l_star_q),
    .mask
  );

  always_ff @(posedge clk) begin
    if (takes_key) key_q <= key;
    if (between && phase_q == HASH_KEY) l_star_q <= result;
    if (between && phase_q == NONCE) data_mask_q <= to_load;
  end

  always_ff @(posedge clk) begin
    if (phase_q == IDLE) tag_q <= '0;
    else if (between && phase_q == AD && (takes_left || ends_hash)) tag_q <= tag_q ^ result[255:128];
  end

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:     if (takes_key) phase_d = KEY;
                else if (takes_nonce) phase_d = NONCE;
      KEY:      phase_d = HASH_KEY;
      HASH_KEY: if (between) phase_d = IDLE;
      NONCE:    if (begins_hash) phase_d = AD;
                else if (begins_start) phase_d = START;
      LEFT:     if (begins_ad) phase_d = AD;
      AD:       if (takes_left) phase_d = LEFT;
                else if (ends_hash) phase_d = MASK;
      MASK:     phase_d = START;
      default:  if (takes_data) phase_d = DATA;
                else if (takes_tag || (tells_tag && !decrypt_q && bdo_ready)) phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      step_q <= 7'd0;
      correction_q <= 2'd0;
    end else begin
      phase_q <= phase_d;
      if (begins || round) step_q <= step_q[6] ? 7'd0 : step_q + 7'd1;
      if (round || correct) correction_q <= round ? 2'd0 : correction_q + 2'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (takes_nonce) decrypt_q <= decrypt;
    if (takes_nonce || takes_left || takes_right || takes_data) ends_q <= bdi_eoi;
    if (begins_hash) ad_ends_q <= 1'b0;
    else if (takes_left || takes_right) ad_ends_q <= bdi_eot;
    if (takes_left) pads_q <= !bdi_partial;
  end

  logic unused_inputs;
  assign unused_inputs = ^bdi_pad_loc;

endmodule
