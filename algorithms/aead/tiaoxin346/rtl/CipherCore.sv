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

  localparam logic [127:0] Z0 = 128'h428a2f98d728ae227137449123ef65cd;
  localparam logic [127:0] Z1 = 128'hb5c0fbcfec4d3b2fe9b5dba58189dbbc;

  // An AES round makes 0 of U, V of W and Z0 of V.
  localparam logic [127:0] U = 128'h52525252525252525252525252525252;
  localparam logic [127:0] V = 128'h2709988b9e5b8641b651843c1034e7b5;
  localparam logic [127:0] W = 128'h6b6c79df131f15f3a23ac08bf69cd876;

  logic [2:0][127:0] t3_q, t3_d;
  logic [3:0][127:0] t4_q, t4_d;
  logic [5:0][127:0] t6_q, t6_d;
  logic [127:0]      key_q;

  // ---- what this cycle does ----
  logic        in_start, in_blocks, in_finish, in_tag, rests, decrypts, compares, step, message_done, key_transfer;
  logic [4:0]  count;
  logic [31:0] ad_length, data_length;
  logic        adds_key, starts, adds_lengths, finishes;
  assign adds_key = in_start && count == 5'd1;
  assign starts = in_start && count[4:1] != 4'd0;
  assign adds_lengths = in_finish && count == 5'd0;
  assign finishes = in_finish && count != 5'd0;

  // START: nonce, key, 15 updates. FINISH: lengths, 20 updates.
  UpdateControl #(
    .LastOfStart(16),
    .LastOfFinish(20)
  ) u_control (.*);

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
  logic [255:0] known;  // where the block is ciphertext
  for (genvar i = 0; i < 32; i++) begin : gen_known
    assign known[8 * i +: 8] = {8{decrypts && bdi_valid_bytes[i]}};
  end

  logic [127:0] block_0, block_1, constant_0, constant_1;
  always_comb begin
    {block_0, block_1} = in_blocks ? bdi : 256'd0;
    if (adds_lengths) {block_0, block_1} = {96'd0, ad_length, 96'd0, data_length};
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

  // ---- ports ----
  logic [127:0] tag;
  assign tag = t3_q[0] ^ t3_q[1] ^ t3_q[2] ^ t4_q[0] ^ t4_q[1] ^ t4_q[2] ^ t4_q[3]
             ^ t6_q[0] ^ t6_q[1] ^ t6_q[2] ^ t6_q[3] ^ t6_q[4] ^ t6_q[5];

  assign bdo[255:128] = (in_tag ? tag : ahead_0) ^ ((in_blocks || compares) ? bdi[255:128] : 128'd0);
  assign bdo[127:0] = ahead_1 ^ m_0 ^ block_1;
  assign msg_auth = bdo[255:128] == 128'd0;

  // ---- registers ----
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
    if (key_transfer) key_q <= key;
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_partial, bdi_pad_loc};

endmodule
