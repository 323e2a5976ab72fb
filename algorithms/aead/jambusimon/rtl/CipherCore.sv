// JAMBU-SIMON96/96 v2.1 (2016): one round of SIMON a cycle, 52 cycles a block.
//
// What JAMBU adds to the state between two encryptions is added in the cycle of the last round, but for R, which takes U in with the next round.
// Between messages the state is zero: the first round under the nonce is then one of a zero block to which the nonce is added behind it.
module CipherCore (
  input  logic        clk,
  input  logic        rst,

  input  logic [95:0] key,
  input  logic        key_valid,
  output logic        key_ready,
  input  logic        key_update,
  input  logic        decrypt,

  input  logic [47:0] bdi,
  input  logic        bdi_valid,
  output logic        bdi_ready,
  input  logic [3:0]  bdi_type,
  input  logic        bdi_eot,
  input  logic        bdi_eoi,
  input  logic        bdi_partial,
  input  logic [2:0]  bdi_size,
  input  logic [5:0]  bdi_valid_bytes,
  input  logic [5:0]  bdi_pad_loc,

  output logic [47:0] bdo,
  output logic        bdo_valid,
  input  logic        bdo_ready,
  output logic [2:0]  bdo_size,

  output logic        msg_auth,
  output logic        msg_auth_valid,
  input  logic        msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;
  localparam logic [5:0] LAST_ROUND = 6'd51;

  // What the encryption in progress is for.
  typedef enum logic [1:0] {NONCE, BLOCKS, TAG_1, TAG_2} purpose_t;

  // The cipher's first byte is the least significant one.
  function automatic logic [47:0] swap_bytes(input logic [47:0] word);
    swap_bytes = {word[7:0], word[15:8], word[23:16], word[31:24], word[39:32], word[47:40]};
  endfunction

  // One of these, or none while an encryption runs. Each is a register, since the state and both keys wait for what they wait for.
  logic        idle_q;       // for a nonce or a new key
  logic        rekeying_q;   // the schedule begins with the new key
  logic        absorbing_q;  // the last round under a block, which is to come
  logic        closing_q;    // the tag goes out, or comes in
  purpose_t    purpose_q;
  logic [5:0]  round_q;
  logic        last_round_q;
  logic [47:0] u_q, u_d, v_q, v_d;  // SIMON's left and right word
  logic [47:0] r_q;
  logic [47:0] k0_q, k1_q;  // the keys of this round and of the next one
  logic [95:0] key_q;
  logic        decrypt_q;

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // ---- what this cycle does ----
  logic is_ad, has_output, takes_block, mixes, step, done;
  assign is_ad = bdi_type == SEGMENT_AD;
  assign has_output = !is_ad && bdi_size != 3'd0;
  assign takes_block = absorbing_q || idle_q;
  assign mixes = last_round_q && purpose_q != TAG_2;
  assign step = takes_block ? bdi_transfer : !(rekeying_q || closing_q);
  assign done = bdo_transfer || msg_auth_transfer;

  // ---- the round and what is added behind it ----
  logic [47:0] round_u, round_v, next_key, v_mixed, input_word, replaced;
  logic [2:0]  constant;

  SimonRound u_round (
    .x        (u_q),
    .y        (v_q),
    .round_key(k0_q),
    .next_x   (round_u),
    .next_y   (round_v)
  );

  SimonKeyStep u_key_step (
    .round         (round_q),
    .key           (k0_q),
    .next_key      (k1_q),
    .key_after_next(next_key)
  );

  always_comb begin
    unique case (purpose_q)
      NONCE:   constant = 3'd5;
      BLOCKS:  constant = {2'd0, is_ad};
      default: constant = 3'd3;
    endcase
  end

  for (genvar i = 0; i < 6; i++) begin : gen_replaced
    assign replaced[8 * i +: 8] = {8{bdi_type == SEGMENT_CIPHERTEXT && bdi_valid_bytes[5 - i]}};
  end
  assign v_mixed = u_q ^ r_q;  // but for the constant, which is 0 where text is added
  assign input_word = swap_bytes(bdi) ^ (v_mixed & replaced);

  assign u_d = round_u ^ (takes_block ? input_word : 48'd0);
  assign v_d = round_v ^ (mixes ? r_q ^ {45'd0, constant} : 48'd0);

  // ---- outputs ----
  assign bdo = swap_bytes(v_mixed ^ (closing_q ? v_q : 48'd0)) ^ (closing_q && !decrypt_q ? 48'd0 : bdi);
  assign bdo_size = closing_q ? 3'd6 : bdi_size;
  assign bdo_valid = closing_q ? !decrypt_q : absorbing_q && bdi_valid && has_output;

  assign msg_auth = bdo == 48'd0;
  assign msg_auth_valid = closing_q && decrypt_q && bdi_valid;

  assign key_ready = idle_q && key_update;
  assign bdi_ready = idle_q && !key_update || absorbing_q && (bdo_ready || !has_output) || closing_q && decrypt_q && msg_auth_ready;

  // ---- control ----
  logic before_last_round, ends;
  assign before_last_round = round_q == LAST_ROUND - 6'd1;
  assign ends = last_round_q && purpose_q == TAG_2;

  always_ff @(posedge clk) begin
    if (rst) begin
      {idle_q, rekeying_q, absorbing_q, closing_q} <= 4'b1000;
    end else begin
      idle_q <= idle_q && !key_transfer && !bdi_transfer || rekeying_q || closing_q && done;
      rekeying_q <= key_transfer;
      if (step) absorbing_q <= before_last_round && purpose_q == BLOCKS;
      closing_q <= step && ends || closing_q && !done;
    end
  end

  always_ff @(posedge clk) begin
    if (step && idle_q) purpose_q <= NONCE;
    else if (step && last_round_q && !(absorbing_q && !bdi_eoi)) purpose_q <= purpose_t'(purpose_q + 2'd1);
  end

  always_ff @(posedge clk) begin
    if (rst || (step && last_round_q)) round_q <= 6'd0;
    else if (step) round_q <= round_q + 6'd1;
  end

  always_ff @(posedge clk) begin
    if (rst) last_round_q <= 1'b0;
    else if (step) last_round_q <= before_last_round;
  end

  always_ff @(posedge clk) begin
    if (rst || (closing_q && done)) begin
      u_q <= 48'd0;
      v_q <= 48'd0;
      r_q <= 48'd0;
    end else begin
      if (step) {u_q, v_q} <= {u_d, v_d};
      if (step && round_q == 6'd0) r_q <= v_mixed;
    end
  end

  // The schedule begins anew behind the last round.
  always_ff @(posedge clk) begin
    if (step || rekeying_q) begin
      k0_q <= (last_round_q || rekeying_q) ? swap_bytes(key_q[95:48]) : k1_q;
      k1_q <= (last_round_q || rekeying_q) ? swap_bytes(key_q[47:0]) : next_key;
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (bdi_transfer) decrypt_q <= decrypt;
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eot, bdi_partial, bdi_pad_loc};

endmodule
