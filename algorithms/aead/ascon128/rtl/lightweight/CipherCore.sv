// Ascon-128 (Ascon v1.2), a byte of each word a cycle: a round in 48 cycles.
//
// The words of the state are shift registers, and so is t. A round is six passes of 8 cycles: in pass 0 eight S-boxes a cycle take x0 to x3 and t,
// where x4 is, and fill x0 to x4. Pass i + 1 spreads x_i over itself into t, and moves what was there into x_(i - 1).
// What is added before a permutation is added in its first pass; meanwhile t collects the output.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [63:0]  bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [3:0]   bdi_size,
  input  logic [7:0]   bdi_valid_bytes,
  input  logic [7:0]   bdi_pad_loc,

  output logic [63:0]  bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [3:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_PLAINTEXT = 4'd4;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;

  localparam logic [63:0] IV = 64'h80400c06_00000000;  // key, rate, 12 and 6 rounds
  localparam logic [3:0] FIRST_OF_6 = 4'd6;
  localparam logic [3:0] LAST_ROUND = 4'd11;
  localparam logic [2:0] LAST_PASS = 3'd5;

  typedef enum logic [2:0] {NONCE_HIGH, NONCE_LOW, BEGIN, BLOCK, PERMUTE, TAG_HIGH, TAG_LOW} phase_t;

  function automatic logic [7:0] byte_of(input logic [63:0] word, input logic [2:0] place);  // 0 is the first one
    byte_of = word[8 * (7 - place) +: 8];
  endfunction

  phase_t           phase_q, phase_d;
  logic [2:0]       pass_q, place_q;
  logic [3:0]       round_q;
  logic [4:0][63:0] x_q;
  logic [63:0]      t_q;
  logic [127:0]     key_q;
  logic             twelve_q;    // the permutation in progress is p^12
  logic             key_due_q;   // a p^12 has just ended: the key is added behind it
  logic             data_q;      // the data have begun
  logic             decrypt_q;
  logic             mismatch_q;  // some byte of the received tag was wrong

  logic bdi_transfer;
  assign bdi_transfer = bdi_valid && bdi_ready;

  // ---- what this cycle does ----
  logic in_nonce, absorbs, in_tag, permutes, pass_done, due, step;
  assign in_nonce = phase_q == NONCE_HIGH || phase_q == NONCE_LOW;
  assign absorbs = phase_q == BLOCK;
  assign in_tag = phase_q == TAG_HIGH || phase_q == TAG_LOW;
  assign permutes = !in_nonce && !in_tag;
  assign pass_done = place_q == 3'd7;
  assign due = in_nonce || absorbs || (in_tag && decrypt_q);
  assign step = (bdi_valid || !due) && (!bdo_valid || bdo_ready) && (!msg_auth_valid || msg_auth_ready) && !key_ready;

  // ---- what the offered block is ----
  logic is_data, is_last;
  assign is_data = bdi_type == SEGMENT_PLAINTEXT || bdi_type == SEGMENT_CIPHERTEXT;
  assign is_last = is_data && bdi_eot;

  // ---- bytes: nonce, output, tag ----
  logic [7:0] input_byte, key_high, key_low, tag, output_byte;
  assign input_byte = byte_of(bdi, place_q);
  assign key_high = byte_of(key_q[127:64], place_q);
  assign key_low = byte_of(key_q[63:0], place_q);
  assign tag = x_q[3][63:56] ^ (phase_q == TAG_LOW ? key_low : key_high);
  assign output_byte = in_tag ? tag : input_byte ^ (in_nonce ? 8'd0 : x_q[0][63:56]);

  // ---- pass 0: a column is a bit of each byte ----
  logic       adds_key, replaces, separates;
  logic [3:0] round;
  assign adds_key = phase_q == BEGIN || (absorbs && is_last);
  assign replaces = absorbs && bdi_type == SEGMENT_CIPHERTEXT && bdi_valid_bytes[3'd7 - place_q];
  assign separates = absorbs && is_data && !data_q && pass_done;
  assign round = !absorbs ? round_q : is_last ? 4'd0 : FIRST_OF_6;

  logic [4:0][7:0] a, b, c;  // before the S-box, behind its non-linear layer, behind it
  logic [7:0] x0, x1, x2, x3, x4;
  assign x0 = (x_q[0][63:56] & {8{!replaces}}) ^ (input_byte & {8{absorbs}});
  assign x1 = x_q[1][63:56] ^ (key_high & {8{adds_key}});
  assign x2 = x_q[2][63:56] ^ (key_low & {8{adds_key}}) ^ ({~round, round} & {8{pass_done}});
  assign x3 = x_q[3][63:56] ^ (key_high & {8{key_due_q}});
  assign x4 = t_q[63:56] ^ (key_low & {8{key_due_q}}) ^ {7'd0, separates};
  assign a = {x4 ^ x3, x3, x2 ^ x1, x1, x0 ^ x4};

  for (genvar i = 0; i < 5; i++) begin : gen_sbox
    assign b[i] = a[i] ^ (~a[(i + 1) % 5] & a[(i + 2) % 5]);
  end
  assign c = {b[4], b[3] ^ b[2], ~b[2], b[1] ^ b[0], b[0] ^ b[4]};

  // ---- passes 1 to 5: the top byte of a word that is spread over itself ----
  function automatic logic [7:0] spread(input logic [63:0] word, input int first, input int second);
    spread = word[63:56] ^ 8'({word, word} >> (56 + first)) ^ 8'({word, word} >> (56 + second));
  endfunction

  logic [7:0] t_in;
  always_comb begin
    unique case (pass_q)
      3'd0:    t_in = output_byte;
      3'd1:    t_in = spread(x_q[0], 19, 28);
      3'd2:    t_in = spread(x_q[1], 61, 39);
      3'd3:    t_in = spread(x_q[2], 1, 6);
      3'd4:    t_in = spread(x_q[3], 10, 17);
      default: t_in = spread(x_q[4], 7, 41);
    endcase
  end

  // ---- all words move; those that are not to change come round ----
  logic [4:0][7:0] x_in;
  logic            substitutes;
  assign substitutes = permutes && pass_q == 3'd0;
  for (genvar i = 0; i < 5; i++) begin : gen_x_in
    logic takes_t;
    assign takes_t = (i == 3 && !permutes) || (i < 4 && pass_q == 3'(i + 2));
    assign x_in[i] = substitutes ? c[i] : takes_t ? t_q[63:56] : x_q[i][63:56];
  end

  // ---- outputs ----
  logic has_output;
  assign has_output = is_data && bdi_size != 4'd0;
  assign bdo = {t_q[55:0], output_byte};
  assign bdo_size = in_tag ? 4'd8 : bdi_size;
  assign bdo_valid = pass_done && (in_tag ? !decrypt_q : absorbs && bdi_valid && has_output);

  logic wrong;
  assign wrong = tag != input_byte;
  assign msg_auth = !mismatch_q && !wrong;
  assign msg_auth_valid = phase_q == TAG_LOW && pass_done && decrypt_q && bdi_valid;

  assign key_ready = phase_q == NONCE_HIGH && place_q == 3'd0 && key_update;
  assign bdi_ready = pass_done && due && (!bdo_valid || bdo_ready) && (!msg_auth_valid || msg_auth_ready);

  // ---- control ----
  logic message_done, round_done, permuted;
  assign message_done = phase_q == TAG_LOW && step && pass_done;
  assign round_done = step && pass_done && pass_q == LAST_PASS;
  assign permuted = round_done && round_q == LAST_ROUND;

  always_comb begin
    unique case (phase_q)
      NONCE_HIGH:  phase_d = NONCE_LOW;
      NONCE_LOW:   phase_d = BEGIN;
      TAG_HIGH:    phase_d = TAG_LOW;
      TAG_LOW:     phase_d = NONCE_HIGH;
      default:     phase_d = PERMUTE;
    endcase
    if (permuted) phase_d = (twelve_q && data_q) ? TAG_HIGH : BLOCK;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= NONCE_HIGH;
      pass_q <= 3'd0;
      place_q <= 3'd0;
      key_due_q <= 1'b0;
    end else if (step) begin
      place_q <= place_q + 3'd1;
      if (pass_done) begin
        phase_q <= phase_d;
        pass_q <= (permutes && pass_q != LAST_PASS) ? pass_q + 3'd1 : 3'd0;
        key_due_q <= permuted && twelve_q;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (in_nonce) round_q <= 4'd0;
    else if (step && pass_done && absorbs) round_q <= round;
    else if (round_done) round_q <= round_q + 4'd1;
  end

  always_ff @(posedge clk) begin
    if (rst || message_done) x_q <= {256'd0, IV};
    else if (step) begin
      for (int i = 0; i < 5; i++) x_q[i] <= {x_q[i][55:0], x_in[i]};
    end
  end

  always_ff @(posedge clk) begin
    if (step) t_q <= {t_q[55:0], t_in};
    if (key_valid && key_ready) key_q <= key;
    if (bdi_transfer) decrypt_q <= decrypt;
    if (step) mismatch_q <= in_tag && (mismatch_q || wrong);
    if (phase_q == BEGIN) begin
      twelve_q <= 1'b1;
      data_q <= 1'b0;
    end else if (absorbs && bdi_transfer) begin
      twelve_q <= is_last;
      data_q <= is_data;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_partial, bdi_pad_loc};

endmodule
