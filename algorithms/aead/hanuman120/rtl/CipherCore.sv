// PRIMATEs-HANUMAN-120 (PRIMATEs v1.02): one round a cycle, 12 cycles a block.
//
// Everything that is added to the state between two permutations is added in the cycle of the first round that follows, so the round unit never waits.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [119:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [39:0]  bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [2:0]   bdi_size,
  input  logic [4:0]   bdi_valid_bytes,
  input  logic [4:0]   bdi_pad_loc,

  output logic [39:0]  bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [2:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;

  localparam logic [4:0] FIRST_OF_P1 = 5'd1;
  localparam logic [4:0] LAST_OF_P1 = 5'd12;
  localparam logic [4:0] FIRST_OF_P4 = 5'd24;
  localparam logic [4:0] LAST_OF_P4 = 5'd13;

  typedef enum logic [1:0] {NONCE, BLOCK, PERMUTE, TAG} phase_t;

  phase_t       phase_q, phase_d;
  logic [1:0]   third_q;     // of nonce or tag
  logic [4:0]   constant_q;  // that of p1's first round between two permutations
  logic [119:0] key_q;
  logic         ended_q;     // the last block of data is in the state
  logic         decrypt_q;
  logic         mismatch_q;  // some part of the received tag was wrong

  logic bdi_transfer;
  assign bdi_transfer = bdi_valid && bdi_ready;

  // ---- what the offered block is ----
  logic in_nonce, in_block, in_tag, last_third, is_ad, has_output;
  assign in_nonce = phase_q == NONCE;
  assign in_block = phase_q == BLOCK;
  assign in_tag = phase_q == TAG;
  assign last_third = third_q == 2'd2;
  assign is_ad = bdi_type == SEGMENT_AD;
  assign has_output = !is_ad && bdi_size != 3'd0;

  // ---- the state ----
  logic        step, done;
  logic [4:0]  constant, next_constant;
  logic [39:0] rate, tag;
  assign constant = (in_block && is_ad && !bdi_eot) ? FIRST_OF_P4 : constant_q;

  PrimateState u_state (
    .clk,
    .clear(rst || done),
    .load(in_nonce && bdi_transfer),
    .step,
    .third(third_q),
    .key(key_q),
    .block(bdi),
    .add_key(in_nonce || in_tag),
    .add_nonce(in_nonce),
    .add_block(in_block),
    .replace(bdi_valid_bytes & {5{in_block && bdi_type == SEGMENT_CIPHERTEXT}}),
    .spill(in_block && bdi_eot && !bdi_partial),
    .constant,
    .rate,
    .tag,
    .next_constant
  );

  // ---- outputs ----
  logic wrong;
  assign wrong = tag != bdi;

  assign bdo = in_tag ? tag : rate ^ bdi;
  assign bdo_size = in_tag ? 3'd5 : bdi_size;
  assign bdo_valid = in_tag ? !decrypt_q : in_block && bdi_valid && has_output;

  assign msg_auth = !wrong && !mismatch_q;
  assign msg_auth_valid = in_tag && decrypt_q && last_third && bdi_valid;

  assign key_ready = in_nonce && third_q == 2'd0 && key_update;

  always_comb begin
    unique case (phase_q)
      NONCE:   bdi_ready = !key_ready;
      BLOCK:   bdi_ready = bdo_ready || !has_output;
      TAG:     bdi_ready = decrypt_q && (msg_auth_ready || !last_third);
      default: bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic third_done, last_round;
  assign third_done = (in_nonce && bdi_transfer) || (in_tag && (decrypt_q ? bdi_transfer : bdo_ready));
  assign step = phase_q == PERMUTE || (bdi_transfer && (in_block || (in_nonce && last_third)));
  assign last_round = constant == LAST_OF_P1 || constant == LAST_OF_P4;
  assign done = in_tag && third_done && last_third;

  always_comb begin
    phase_d = phase_q;
    if (step) phase_d = PERMUTE;
    if (step && last_round) phase_d = ended_q ? TAG : BLOCK;
    if (done) phase_d = NONCE;
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= NONCE;
    else phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst) third_q <= 2'd0;
    else if (third_done) third_q <= last_third ? 2'd0 : third_q + 2'd1;
  end

  always_ff @(posedge clk) begin
    if (rst) constant_q <= FIRST_OF_P1;
    else if (step) constant_q <= last_round ? FIRST_OF_P1 : next_constant;
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= key;
    if (in_nonce) decrypt_q <= decrypt;
    if (bdi_transfer) begin
      ended_q <= in_block && !is_ad && bdi_eot;
      mismatch_q <= in_tag && (mismatch_q || wrong);
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_pad_loc};

endmodule
