// ACORN-128 v3 (ACORN v3, 2016): 32 steps a cycle, so one block of 32 bits a cycle.
//
// A partial block, always the last of its kind, takes 8 steps a cycle instead, one cycle a byte; it stays on `bdi` meanwhile.
// The key enters the state ahead of the nonce: the core rests where it waits for either the nonce or a new key.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [31:0]  bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [2:0]   bdi_size,
  input  logic [3:0]   bdi_valid_bytes,
  input  logic [3:0]   bdi_pad_loc,

  output logic [31:0]  bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [2:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;

  typedef enum logic [3:0] {LOAD_KEY, LOAD_NPUB, INITIALISE, AD, PAD_AD, DATA, PAD_DATA, FINALISE, TAG} phase_t;

  // The cipher numbers bits from the least significant bit of the first byte.
  function automatic logic [31:0] swap_bytes(input logic [31:0] word);
    swap_bytes = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  phase_t       phase_q, phase_d;
  logic [5:0]   count_q;     // words done in this phase; for AD and DATA, bytes done of a partial block
  logic [292:0] state_q;
  logic [127:0] key_q;
  logic         decrypt_q;
  logic         last_q;      // the last block taken ended the input
  logic         mismatch_q;  // some word of the received tag was wrong

  logic key_transfer, bdi_transfer, bdo_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;

  // ---- what enters the cipher ----
  logic [31:0] block, key_word, message;
  logic        use_key, use_block;
  logic        byte_step;
  assign byte_step = bdi_partial && (phase_q == AD || phase_q == DATA);
  assign block = swap_bytes(bdi);
  assign use_key = phase_q == LOAD_KEY || phase_q == INITIALISE;
  assign use_block = phase_q == LOAD_NPUB || phase_q == AD || phase_q == DATA;

  always_comb begin
    key_word = '0;
    for (int i = 0; i < 4; i++) begin
      if (count_q[1:0] == 2'(i)) key_word |= swap_bytes(key_q[96 - 32 * i +: 32]);
    end
  end

  always_comb begin
    message = ({32{use_key}} & key_word) | ({32{use_block}} & block);
    if (byte_step) message[7:0] = block[8 * count_q[1:0] +: 8];
    // The 1 that closes the key, the associated data and the data.
    if (count_q == 6'd0 && (phase_q == INITIALISE || phase_q == PAD_AD || phase_q == PAD_DATA)) message[0] ^= 1'b1;
  end

  // ---- the cipher ----
  logic [31:0]  keystream;
  logic [292:0] after_32, after_8;
  logic         ca, cb;
  assign ca = !((phase_q == PAD_AD || phase_q == PAD_DATA) && count_q[2]);
  // Decryption adds the keystream to the ciphertext on its way into the state: what cb = 1 does.
  assign cb = !((phase_q == DATA && !decrypt_q) || phase_q == PAD_DATA);

  AcornSteps u_steps (
    .state    (state_q),
    .message  (message),
    .ca       (ca),
    .cb       (cb),
    .keystream(keystream),
    .after_32 (after_32),
    .after_8  (after_8)
  );

  // ---- outputs ----
  logic first_byte;
  assign first_byte = count_q == 6'd0;

  assign bdo = swap_bytes(keystream) ^ (phase_q == DATA ? bdi : 32'd0);
  assign bdo_size = (phase_q == DATA) ? bdi_size : 3'd4;
  assign bdo_valid = (phase_q == DATA && bdi_valid && first_byte) || (phase_q == TAG && !decrypt_q);

  logic wrong_word;
  assign wrong_word = bdi != swap_bytes(keystream);
  assign msg_auth = !mismatch_q && !wrong_word;
  assign msg_auth_valid = phase_q == TAG && decrypt_q && bdi_valid && count_q == 6'd3;

  assign key_ready = phase_q == LOAD_NPUB && count_q == 6'd0 && key_update;

  // ---- inputs ----
  logic block_done, no_ad;
  assign block_done = !byte_step || 2'(count_q[1:0] + 2'd1) == bdi_size[1:0];
  assign no_ad = phase_q == AD && (last_q || (bdi_valid && bdi_type != SEGMENT_AD));

  always_comb begin
    unique case (phase_q)
      LOAD_NPUB: bdi_ready = !key_ready;
      AD:        bdi_ready = block_done && !no_ad;
      DATA:      bdi_ready = block_done && (bdo_ready || !first_byte);
      TAG:       bdi_ready = decrypt_q && (msg_auth_ready || !msg_auth_valid);
      default:   bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic step, phase_done;

  always_comb begin
    unique case (phase_q)
      LOAD_NPUB: step = bdi_transfer;
      AD:        step = bdi_valid && !no_ad;
      DATA:      step = bdi_valid && (bdo_ready || !first_byte);
      TAG:       step = bdi_transfer || bdo_transfer;
      default:   step = 1'b1;
    endcase
  end

  always_comb begin
    unique case (phase_q)
      LOAD_KEY, LOAD_NPUB, TAG: phase_done = step && count_q == 6'd3;
      INITIALISE:               phase_done = count_q == 6'd47;
      AD:                       phase_done = no_ad || (bdi_transfer && bdi_eot);
      DATA:                     phase_done = bdi_transfer && bdi_eot;
      FINALISE:                 phase_done = count_q == 6'd19;
      default:                  phase_done = count_q == 6'd7;
    endcase
  end

  always_comb begin
    unique case (phase_q)
      LOAD_KEY:   phase_d = LOAD_NPUB;
      LOAD_NPUB:  phase_d = INITIALISE;
      INITIALISE: phase_d = AD;
      AD:         phase_d = PAD_AD;
      PAD_AD:     phase_d = last_q ? PAD_DATA : DATA;
      DATA:       phase_d = PAD_DATA;
      PAD_DATA:   phase_d = FINALISE;
      FINALISE:   phase_d = TAG;
      default:    phase_d = LOAD_KEY;
    endcase
  end

  logic restart, counting;
  assign restart = rst || key_transfer || (phase_q == TAG && phase_done);
  assign counting = step && (byte_step || !(phase_q == AD || phase_q == DATA));

  always_ff @(posedge clk) begin
    if (restart) phase_q <= LOAD_KEY;
    else if (phase_done) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (restart || phase_done) count_q <= 6'd0;
    else if (counting) count_q <= count_q + 6'd1;
  end

  always_ff @(posedge clk) begin
    if (restart) state_q <= '0;
    else if (step) state_q <= byte_step ? after_8 : after_32;
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (bdi_transfer) begin
      decrypt_q <= decrypt;
      last_q <= bdi_eoi;
      mismatch_q <= phase_q == TAG && (mismatch_q || wrong_word);
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_valid_bytes, bdi_pad_loc};

endmodule
