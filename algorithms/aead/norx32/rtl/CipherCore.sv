// NORX32-4-1 v3 (2016): one round F a cycle, 4 cycles a block.
//
// Everything that is added to the state between two permutations (key, block, domain) is added in the cycle of the last round before it, behind the
// round: what arrives late then passes no round. Nonce and key are loaded in a cycle of their own.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [383:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [47:0]  bdi_valid_bytes,
  input  logic [47:0]  bdi_pad_loc,

  output logic [383:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [5:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;

  localparam logic [1:0] LAST_ROUND = 2'd3;

  localparam logic [3:0] DOMAIN_AD = 4'd1;
  localparam logic [3:0] DOMAIN_DATA = 4'd2;
  localparam logic [3:0] DOMAIN_TAG = 4'd8;

  // u15 to u8, with the parameters 128, 1, 4 and 32 added to the upper four.
  localparam logic [255:0] CONSTANTS = 256'hd7c49184_be0bf5c8_f994220f_335463cb_edca4787_ed84eb49_3fa8b72c_a3d8d930;

  // What ends the permutation in progress; IDLE and TAG are between messages, and have none.
  typedef enum logic [2:0] {IDLE, BEGIN, BLOCKS, END_1, END_2, TAG} phase_t;

  phase_t            phase_q, phase_d;
  logic [1:0]        round_q;
  logic              last_round_q, absorbs_q, adds_key_q;  // in the last round: a block is due, or the key
  logic [15:0][31:0] state_q;
  logic [127:0]      key_q;
  logic              decrypt_q;
  logic              last_q;  // the nonce was all of the message

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // The cipher's first byte is the least significant one.
  logic [383:0] block;
  logic [127:0] key_words, tag;
  for (genvar i = 0; i < 48; i++) begin : gen_block
    assign block[8 * i +: 8] = bdi[8 * (47 - i) +: 8];
  end
  for (genvar i = 0; i < 16; i++) begin : gen_key
    assign key_words[8 * i +: 8] = key_q[8 * (15 - i) +: 8];
    assign tag[8 * i +: 8] = state_q[15 - i / 4][8 * (3 - i % 4) +: 8];
  end

  logic is_ad, has_output;
  assign is_ad = bdi_type == SEGMENT_AD;
  assign has_output = !is_ad && bdi_size != 6'd0;

  // ---- the round ----
  logic [15:0][31:0] middle, next;

  NorxStep #(
    .TURN(0)
  ) u_columns (
    .s   (state_q),
    .next(middle)
  );

  NorxStep #(
    .TURN(1)
  ) u_diagonals (
    .s   (middle),
    .next(next)
  );

  // ---- what is added behind the last round; the domain is that of the permutation that follows ----
  logic [3:0]        domain;
  logic [15:0][31:0] added;
  logic [383:0]      replaced, padded;

  always_comb begin
    domain = 4'd0;
    if (absorbs_q) domain = bdi_eoi ? DOMAIN_TAG : is_ad && !bdi_eot ? DOMAIN_AD : DOMAIN_DATA;
    else if (last_round_q && phase_q == BEGIN) domain = last_q ? DOMAIN_TAG : is_ad ? DOMAIN_AD : DOMAIN_DATA;
  end

  for (genvar i = 0; i < 48; i++) begin : gen_padded
    assign replaced[8 * i +: 8] = {8{absorbs_q && decrypt_q && !is_ad && bdi_valid_bytes[47 - i]}};
    // The unit pads by 80, the cipher by 01, and by 80 in the last byte.
    assign padded[8 * i +: 8] = {block[8 * i + 7] && !bdi_pad_loc[47 - i], block[8 * i + 1 +: 6], block[8 * i] || bdi_pad_loc[47 - i]};
  end

  always_comb begin
    added[11:0] = next[11:0] & ~replaced ^ (absorbs_q ? padded : 384'd0);
    added[15:12] = next[15:12] ^ (adds_key_q ? key_words : 128'd0);
    added[11][31] ^= absorbs_q && bdi_partial;
    added[15][3:0] ^= domain;
  end

  // ---- outputs ----
  logic         closing;
  logic [383:0] output_words;
  assign closing = phase_q == TAG;
  assign output_words[127:0] = closing ? state_q[15:12] : next[3:0];
  assign output_words[383:128] = next[11:4];
  for (genvar i = 0; i < 48; i++) begin : gen_bdo
    assign bdo[8 * (47 - i) +: 8] = output_words[8 * i +: 8] ^ (closing && !decrypt_q ? 8'd0 : bdi[8 * (47 - i) +: 8]);
  end
  assign bdo_size = closing ? 6'd16 : bdi_size;
  assign bdo_valid = closing ? !decrypt_q : absorbs_q && bdi_valid && has_output;

  assign msg_auth = bdi[383:256] == tag;
  assign msg_auth_valid = closing && decrypt_q && bdi_valid;

  assign key_ready = phase_q == IDLE && key_update;

  always_comb begin
    unique case (phase_q)
      IDLE:    bdi_ready = !key_update;
      BLOCKS:  bdi_ready = absorbs_q && (bdo_ready || !has_output);
      TAG:     bdi_ready = decrypt_q && msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic loads, step, done;
  assign loads = phase_q == IDLE && bdi_transfer;
  assign done = bdo_transfer && closing || msg_auth_transfer;

  always_comb begin
    unique case (phase_q)
      IDLE, TAG: step = 1'b0;
      BEGIN:     step = !last_round_q || last_q || bdi_valid;  // the type of the first block decides
      BLOCKS:    step = !absorbs_q || bdi_transfer;
      default:   step = 1'b1;
    endcase
  end

  always_comb begin
    phase_d = phase_q;
    if (loads) phase_d = BEGIN;
    if (step && last_round_q) begin
      unique case (phase_q)
        BEGIN:   phase_d = last_q ? END_1 : BLOCKS;
        BLOCKS:  phase_d = bdi_eoi ? END_1 : BLOCKS;
        END_1:   phase_d = END_2;
        default: phase_d = TAG;
      endcase
    end
    if (done) phase_d = IDLE;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      round_q <= 2'd0;
      {last_round_q, absorbs_q, adds_key_q} <= 3'd0;
    end else begin
      phase_q <= phase_d;
      if (step) begin
        round_q <= round_q + 2'd1;
        last_round_q <= round_q == LAST_ROUND - 2'd1;
        absorbs_q <= round_q == LAST_ROUND - 2'd1 && phase_q == BLOCKS;
        adds_key_q <= round_q == LAST_ROUND - 2'd1 && phase_q != BLOCKS;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (loads) state_q[15:8] <= CONSTANTS;
    else if (step) state_q[15:8] <= added[15:8];
  end

  always_ff @(posedge clk) begin
    if (loads || step) state_q[7:0] <= phase_q == IDLE ? {key_words, block[127:0]} : added[7:0];
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (loads) {decrypt_q, last_q} <= {decrypt, bdi_eoi};
  end

endmodule
