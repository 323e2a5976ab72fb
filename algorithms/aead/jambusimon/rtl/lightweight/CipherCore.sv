// JAMBU-SIMON96/96 v2.1 (2016), a byte of each word a cycle: a round of SIMON in 6 cycles, 312 cycles a block.
//
// All words are shift registers, the first byte, which is the least significant one, at their end. A pass of 6 cycles is a round, or the tag.
// What JAMBU adds to the state between two encryptions is added in the last round, but for R, which takes U in with the next first round.
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

  localparam logic [2:0] LAST_PLACE = 3'd5;

  // (z2)_0 to (z2)_49, bit n for round n; the keys that rounds 50 and 51 would make are not used.
  localparam logic [63:0] Z = 64'h0001f885192c0ef5;

  // The cipher's first byte is the least significant one.
  function automatic logic [47:0] swap_bytes(input logic [47:0] word);
    swap_bytes = {word[7:0], word[15:8], word[23:16], word[31:24], word[39:32], word[47:40]};
  endfunction

  function automatic logic [7:0] byte_of(input logic [47:0] word, input logic [2:0] place);  // 0 is the first one
    byte_of = '0;
    for (int i = 0; i < 6; i++) begin
      if (place == 3'(i)) byte_of |= word[40 - 8 * i +: 8];
    end
  endfunction

  // One of these, or none while an encryption runs.
  logic        idle_q;       // for a nonce or a new key
  logic        rekeying_q;   // the schedule begins with the new key
  logic        absorbing_q;  // the last round under a block
  logic        closing_q;    // the tag goes out, or comes in
  purpose_t    purpose_q;
  logic [2:0]  place_q;      // of a byte in its word
  logic [5:0]  round_q;
  logic        last_round_q;
  logic [47:0] u_q, v_q, r_q;
  logic [7:0]  before_q;     // of u_q
  logic [47:0] k0_q, k1_q;   // the keys of this round and of the next one
  logic [95:0] key_q;
  logic        decrypt_q;
  logic        mismatch_q;   // some byte of the received tag was wrong

  logic key_transfer, bdi_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;

  // ---- what this cycle does ----
  logic pass_done, due, step, is_ad, has_output;
  assign pass_done = place_q == LAST_PLACE;
  assign due = idle_q || absorbing_q || (closing_q && decrypt_q);
  assign step = (bdi_valid || !due) && (!bdo_valid || bdo_ready) && (!msg_auth_valid || msg_auth_ready) && !key_ready;
  assign is_ad = bdi_type == SEGMENT_AD;
  assign has_output = !is_ad && bdi_size != 3'd0;

  // ---- output: V behind the last round and the block; the tag is what enters V behind it ----
  logic [7:0] input_byte, mixed, tag;
  assign input_byte = byte_of(bdi, place_q);
  assign mixed = u_q[7:0] ^ r_q[7:0];
  assign tag = mixed ^ v_q[7:0];

  assign bdo = swap_bytes({closing_q ? tag : mixed, v_q[47:8]}) ^ (closing_q ? 48'd0 : bdi);
  assign bdo_size = closing_q ? 3'd6 : bdi_size;
  assign bdo_valid = pass_done && (closing_q ? !decrypt_q : absorbing_q && bdi_valid && has_output);

  logic wrong;
  assign wrong = tag != input_byte;
  assign msg_auth = !mismatch_q && !wrong;
  assign msg_auth_valid = closing_q && decrypt_q && bdi_valid && pass_done;

  assign key_ready = idle_q && place_q == 3'd0 && key_update;
  assign bdi_ready = due && pass_done && (!bdo_valid || bdo_ready) && (!msg_auth_valid || msg_auth_ready);

  // ---- a byte of the round, and what is added behind it ----
  logic       replaces;
  logic [2:0] constant;
  logic [7:0] f, added, u_in, v_in;
  always_comb begin
    replaces = 1'b0;
    for (int i = 0; i < 6; i++) begin
      if (place_q == 3'(i)) replaces |= bdi_type == SEGMENT_CIPHERTEXT && bdi_valid_bytes[5 - i];
    end
    unique case (purpose_q)
      NONCE:   constant = 3'd5;
      BLOCKS:  constant = {2'd0, is_ad};
      default: constant = 3'd3;
    endcase
  end

  assign f = ({u_q[6:0], before_q[7]} & before_q) ^ {u_q[5:0], before_q[7:6]};
  assign added = (input_byte ^ (mixed & {8{replaces}})) & {8{idle_q || absorbing_q}};
  assign u_in = v_q[7:0] ^ f ^ k0_q[7:0] ^ added;

  always_comb begin
    v_in = u_q[7:0];
    if (closing_q) v_in = tag;
    else if (last_round_q && purpose_q != TAG_2) v_in = mixed ^ {5'd0, constant & {3{place_q == 3'd0}}};
  end

  // ---- a byte of the schedule, which begins anew behind the last round ----
  logic       renews;
  logic [3:0] behind;
  logic [7:0] new_key;
  assign renews = last_round_q || rekeying_q;
  assign behind = pass_done ? k0_q[11:8] : k1_q[11:8];  // the first byte of k1 is in k0 by then
  assign new_key = k0_q[7:0] ^ {behind[2:0], k1_q[7:3]} ^ {behind[3:0], k1_q[7:4]} ^ {6'h3f, {2{place_q != 3'd0}}}
                 ^ {7'd0, place_q == 3'd0 && Z[round_q]};

  // ---- control ----
  logic turns, ends;  // the round ends; the last one of the message does
  assign turns = step && pass_done && !rekeying_q && !closing_q;
  assign ends = last_round_q && purpose_q == TAG_2;

  purpose_t purpose_d;
  logic     before_last_round;
  always_comb begin
    purpose_d = purpose_q;
    if (idle_q) purpose_d = NONCE;
    else if (last_round_q && !(absorbing_q && !bdi_eoi)) purpose_d = purpose_t'(purpose_q + 2'd1);
  end
  assign before_last_round = round_q == LAST_ROUND - 6'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      {idle_q, rekeying_q, absorbing_q, closing_q} <= 4'b1000;
      place_q <= 3'd0;
      round_q <= 6'd0;
      last_round_q <= 1'b0;
    end else if (key_transfer) begin
      {idle_q, rekeying_q} <= 2'b01;
    end else if (step) begin
      place_q <= pass_done ? 3'd0 : place_q + 3'd1;
      if (pass_done) begin
        idle_q <= rekeying_q || closing_q;
        rekeying_q <= 1'b0;
        closing_q <= turns && ends;
      end
      if (turns) begin
        absorbing_q <= before_last_round && purpose_d == BLOCKS;
        round_q <= last_round_q ? 6'd0 : round_q + 6'd1;
        last_round_q <= before_last_round;
        purpose_q <= purpose_d;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst || (step && pass_done && closing_q)) begin
      u_q <= 48'd0;
      v_q <= 48'd0;
      r_q <= 48'd0;
      before_q <= 8'd0;
    end else if (step && !rekeying_q) begin
      u_q <= {u_in, u_q[47:8]};
      v_q <= {v_in, v_q[47:8]};
      r_q <= {round_q == 6'd0 ? mixed : r_q[7:0], r_q[47:8]};
      before_q <= pass_done ? u_in : u_q[7:0];
    end
  end

  always_ff @(posedge clk) begin
    if (step && !closing_q) begin
      k0_q <= {renews ? byte_of(key_q[95:48], place_q) : k1_q[7:0], k0_q[47:8]};
      k1_q <= {renews ? byte_of(key_q[47:0], place_q) : new_key, k1_q[47:8]};
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (bdi_transfer) decrypt_q <= decrypt;
    if (step) mismatch_q <= closing_q && (mismatch_q || wrong);
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eot, bdi_partial, bdi_pad_loc};

endmodule
