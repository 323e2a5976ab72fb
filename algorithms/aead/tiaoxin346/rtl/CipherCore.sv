// Tiaoxin-346 v2 (2015): one update of the state a cycle, so one block of 256 bits a cycle.
//
// Ciphertext is what the state gives after the update with its plaintext. That is linear in the plaintext, so each cycle computes what an update
// with zeros would give (`ahead`) and adds it to the block.
//
// The core rests in a state from which two updates lead to the initial one: with the first the nonce enters the words 1, with the second the key
// enters the words 0 and 1. So the words that only move up need no multiplexer before their registers.
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
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;

  localparam logic [4:0] LAST_OF_START = 5'd16;   // nonce, key, 15 updates
  localparam logic [4:0] LAST_OF_FINISH = 5'd20;  // lengths, 20 updates
  localparam logic [5:0] TAG_BYTES = 6'd16;

  localparam logic [127:0] Z0 = 128'h428a2f98d728ae227137449123ef65cd;
  localparam logic [127:0] Z1 = 128'hb5c0fbcfec4d3b2fe9b5dba58189dbbc;

  // An AES round makes 0 of U, V of W and Z0 of V.
  localparam logic [127:0] U = 128'h52525252525252525252525252525252;
  localparam logic [127:0] V = 128'h2709988b9e5b8641b651843c1034e7b5;
  localparam logic [127:0] W = 128'h6b6c79df131f15f3a23ac08bf69cd876;

  typedef enum logic [1:0] {START, BLOCKS, FINISH, TAG} phase_t;

  phase_t            phase_q, phase_d;
  logic [4:0]        count_q;  // updates done in this phase
  logic [2:0][127:0] t3_q, t3_d;
  logic [3:0][127:0] t4_q, t4_d;
  logic [5:0][127:0] t6_q, t6_d;
  logic [127:0]      key_q;
  logic [31:0]       length_q, length_d;  // in bytes, of AD or data
  logic [31:0]       ad_length_q;
  logic              decrypt_q;
  logic              last_q;  // the nonce ended the input

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // ---- what this cycle does ----
  logic rests, adds_key, starts, adds_lengths, finishes, is_data, compares;
  assign rests = phase_q == START && count_q == 5'd0;
  assign adds_key = phase_q == START && count_q == 5'd1;
  assign starts = phase_q == START && count_q[4:1] != 4'd0;
  assign adds_lengths = phase_q == FINISH && count_q == 5'd0;
  assign finishes = phase_q == FINISH && count_q != 5'd0;
  assign is_data = bdi_type != SEGMENT_AD;
  assign compares = phase_q == TAG && decrypt_q;

  // ---- the update without its message ----
  logic [127:0] first3, first4, first6, second3, second4, second6;

  TiaoxinComponent #(
    .WORDS(3)
  ) u_t3 (
    .t     (t3_q),
    .first (first3),
    .second(second3)
  );

  TiaoxinComponent #(
    .WORDS(4)
  ) u_t4 (
    .t     (t4_q),
    .first (first4),
    .second(second4)
  );

  TiaoxinComponent #(
    .WORDS(6)
  ) u_t6 (
    .t     (t6_q),
    .first (first6),
    .second(second6)
  );

  // ---- what the state then gives ----
  logic [127:0] rest_0, rest_1;  // besides word 0 of T3 or T6
  assign rest_0 = t3_q[1] ^ second4 ^ (t6_q[2] & t4_q[2]);
  assign rest_1 = t4_q[1] ^ second3 ^ (t6_q[4] & t3_q[1]);

  logic [127:0] ahead_0, ahead_1;
  assign ahead_0 = first3 ^ rest_0;
  assign ahead_1 = first6 ^ rest_1;

  // ---- the message ----
  logic         decrypts;
  logic [255:0] known;  // where the block is ciphertext
  assign decrypts = phase_q == BLOCKS && bdi_type == SEGMENT_CIPHERTEXT;
  for (genvar i = 0; i < 32; i++) begin : gen_known
    assign known[8 * i +: 8] = {8{decrypts && bdi_valid_bytes[i]}};
  end

  logic [127:0] block_0, block_1, constant_0, constant_1;
  always_comb begin
    {block_0, block_1} = (phase_q == BLOCKS) ? bdi : 256'd0;
    if (adds_lengths) {block_0, block_1} = {96'd0, ad_length_q, 96'd0, length_q};
    {constant_0, constant_1} = ({256{starts}} & {Z0, Z1}) | ({256{finishes}} & {Z1, Z0});
  end

  logic [127:0] m_0;
  assign m_0 = block_0 ^ (ahead_0 & known[255:128]);

  // ---- the state after the update ----
  logic [127:0] start_key, enters;
  assign start_key = key_q & {128{adds_key}};
  assign enters = rests ? bdi[255:128] : start_key;

  // Where the ciphertext is known, it gives word 0 of T3 and T6 without the plaintext. M2 is M0 + M1, but for the constants.
  always_comb begin
    t3_d = {t3_q[1], second3 ^ enters, start_key ^ constant_0 ^ block_0};
    t4_d = {t4_q[2:1], second4 ^ enters, start_key ^ constant_1 ^ block_1 ^ first4};
    t6_d = {t6_q[4:1], second6 ^ enters, start_key ^ constant_0 ^ block_1};
    t3_d[0] ^= (known[255:128] & rest_0) | (~known[255:128] & first3);
    t4_d[0] ^= known[127:0] & (ahead_1 ^ m_0);
    t6_d[0] ^= (known[127:0] & rest_1) | (~known[127:0] & (first6 ^ m_0));
  end

  // ---- lengths ----
  // Only the last block of a type is not full: the lower bits are zero before it.
  assign length_d = {length_q[31:5] + 27'(bdi_size[5]), bdi_size[4:0]};

  // ---- ports ----
  logic [127:0] tag;
  assign tag = t3_q[0] ^ t3_q[1] ^ t3_q[2] ^ t4_q[0] ^ t4_q[1] ^ t4_q[2] ^ t4_q[3]
             ^ t6_q[0] ^ t6_q[1] ^ t6_q[2] ^ t6_q[3] ^ t6_q[4] ^ t6_q[5];

  assign bdo[255:128] = ((phase_q == TAG) ? tag : ahead_0) ^ ((phase_q == BLOCKS || compares) ? bdi[255:128] : 128'd0);
  assign bdo[127:0] = ahead_1 ^ m_0 ^ block_1;
  assign bdo_size = (phase_q == TAG) ? TAG_BYTES : bdi_size;
  assign bdo_valid = (phase_q == TAG) ? !decrypt_q : phase_q == BLOCKS && is_data && bdi_valid;

  assign msg_auth = bdo[255:128] == 128'd0;
  assign msg_auth_valid = compares && bdi_valid;

  assign key_ready = rests && key_update;

  always_comb begin
    unique case (phase_q)
      START:   bdi_ready = rests && !key_update;
      BLOCKS:  bdi_ready = bdo_ready || !is_data;
      FINISH:  bdi_ready = 1'b0;
      default: bdi_ready = decrypt_q && msg_auth_ready;
    endcase
  end

  // ---- control ----
  logic step, phase_done, message_done;
  assign step = phase_q == FINISH || (phase_q == START && !rests) || bdi_transfer;
  assign message_done = phase_q == TAG && (bdo_transfer || msg_auth_transfer);

  always_comb begin
    unique case (phase_q)
      START:   phase_done = count_q == LAST_OF_START;
      BLOCKS:  phase_done = bdi_transfer && bdi_eoi;
      FINISH:  phase_done = count_q == LAST_OF_FINISH;
      default: phase_done = message_done;
    endcase
  end

  always_comb begin
    unique case (phase_q)
      START:   phase_d = last_q ? FINISH : BLOCKS;
      BLOCKS:  phase_d = FINISH;
      FINISH:  phase_d = TAG;
      default: phase_d = START;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= START;
    else if (phase_done) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst || phase_done) count_q <= 5'd0;
    else if (step && phase_q != BLOCKS) count_q <= count_q + 5'd1;
  end

  always_ff @(posedge clk) begin
    if (rst || message_done) begin
      t3_q <= {U, W, V};
      t4_q <= {U, W, Z0, V};
      t6_q <= {U, W, 128'd0, 128'd0, Z1, V};
    end else if (step) begin
      t3_q <= t3_d;
      t4_q <= t4_d;
      t6_q <= t6_d;
    end
  end

  always_ff @(posedge clk) begin
    if (rests) begin
      length_q <= '0;
      ad_length_q <= '0;
    end else if (bdi_transfer) begin
      if (!is_data && bdi_eot) {ad_length_q, length_q} <= {length_d, 32'd0};
      else length_q <= length_d;
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (rests) begin
      decrypt_q <= decrypt;
      last_q <= bdi_eoi;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_partial, bdi_pad_loc};

endmodule
