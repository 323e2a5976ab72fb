// JAMBU-AES v2 (2016): one AES round with its key-schedule step a cycle, 10 cycles a block.
//
// The last round of an encryption and the key addition that begins the next one share a cycle, in which the block enters. The core never waits
// for a block but there. All of associated data and data is padded.
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

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [3:0] BLOCK_BYTES = 4'd8;

  // What is done with the encryption under way. TAG_2 gives the tag, or keeps the difference to the one that came.
  typedef enum logic [2:0] {NONCE, BLOCKS, TAG_1, TAG_2, VERDICT} phase_t;

  phase_t       phase_q, phase_d;
  logic [10:0]  round_q, round_d;  // one-hot; 0 waits for the nonce or a new key
  logic         decrypt_q;
  logic [127:0] key_q;
  logic [127:0] state_q;
  logic [127:0] round_key_q;       // of this round
  logic [63:0]  r_q;               // R of the mode; then the difference

  // ---- what this cycle does ----
  logic idle, last_round, is_data, absorbs, takes_block, gives_data, gives_tag;
  assign idle = round_q[0] && phase_q == NONCE;
  assign last_round = round_q[10];
  assign is_data = bdi_type != SEGMENT_AD;
  assign absorbs = last_round && phase_q == BLOCKS;
  assign takes_block = (idle && !key_update) || absorbs || (last_round && phase_q == TAG_2 && decrypt_q);
  assign gives_data = absorbs && is_data && bdi_size != 4'd0;
  assign gives_tag = last_round && phase_q == TAG_2 && !decrypt_q;

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!gives_data || bdo_ready);
  assign bdo_valid = (gives_data && bdi_valid) || gives_tag;
  assign msg_auth_valid = phase_q == VERDICT;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!takes_block || bdi_valid) && (!bdo_valid || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- AES ----
  logic [127:0] shifted, mixed, round_key, next_round_key;
  logic         loads;

  AesRound u_round (
    .state(state_q),
    .shifted,
    .mixed
  );

  AesKeyStep u_key_step (
    .step({round_q[9:1], loads}),
    .round_key,
    .next_round_key
  );

  assign loads = round_q[0] || last_round;
  assign round_key = loads ? key_q : round_key_q;

  // ---- the mode ----
  logic [63:0] u, v, keystream, block;
  logic [7:0]  domain;
  assign {u, v} = shifted ^ round_key_q;
  assign keystream = u ^ r_q;

  always_comb begin
    unique case (phase_q)
      NONCE:   domain = 8'd5;
      BLOCKS:  domain = is_data ? 8'd0 : 8'd1;
      default: domain = 8'd3;
    endcase
  end

  for (genvar i = 0; i < 8; i++) begin : gen_block
    logic decrypts;
    assign decrypts = is_data && decrypt_q && bdi_valid_bytes[i];
    assign block[8 * i +: 8] = (bdi[8 * i +: 8] ^ (keystream[8 * i +: 8] & {8{decrypts}})) & {8{phase_q == BLOCKS}};
  end

  logic [63:0]  next_v;
  logic [127:0] next_input, state_d;
  assign next_v = v ^ block;
  assign next_input = idle ? {bdi, 64'd0} : {keystream ^ {domain, 56'd0}, next_v};
  assign state_d = (loads ? next_input : mixed) ^ round_key;

  // ---- outputs ----
  assign bdo = keystream ^ (phase_q == TAG_2 ? v : bdi);
  assign bdo_size = phase_q == TAG_2 ? BLOCK_BYTES : bdi_size;
  assign msg_auth = r_q == 64'd0;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    round_d = {round_q[9:0], 1'b0};
    if (last_round) begin
      round_d[1] = 1'b1;
      unique case (phase_q)
        NONCE:   phase_d = BLOCKS;
        BLOCKS:  phase_d = bdi_eoi ? TAG_1 : BLOCKS;
        TAG_1:   phase_d = TAG_2;
        default: phase_d = decrypt_q ? VERDICT : NONCE;
      endcase
    end
    if (phase_q == VERDICT) phase_d = NONCE;
    if (key_ready || phase_q == VERDICT || (last_round && phase_q == TAG_2)) round_d = 11'd1;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= NONCE;
      round_q <= 11'd1;
    end else if (step) begin
      phase_q <= phase_d;
      round_q <= round_d;
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      state_q <= state_d;
      round_key_q <= next_round_key;
      if (key_ready) key_q <= key;
      if (idle) begin
        decrypt_q <= decrypt;
        r_q <= '0;
      end else if (last_round) begin
        r_q <= phase_q == TAG_2 ? bdo ^ bdi : r_q ^ next_v;
      end
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eot, bdi_partial, bdi_pad_loc};

endmodule
