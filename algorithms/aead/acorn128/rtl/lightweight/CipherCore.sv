// ACORN-128 v3 (ACORN v3, 2016), 8 steps a cycle: a byte a cycle, a block of 32 bits in four.
//
// A block moves into a register, from which its bytes leave as those of the output enter; meanwhile the unit collects the next one.
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
  localparam logic [3:0] SEGMENT_TAG = 4'd8;

  typedef enum logic [3:0] {LOAD_KEY, LOAD_NPUB, INITIALISE, AD, PAD_AD, DATA, PAD_DATA, FINALISE, TAG} phase_t;

  phase_t       phase_q, phase_d;
  logic [7:0]   count_q;   // bytes done in this phase, modulo 256
  logic [292:0] state_q, state_d;
  logic [127:0] key_q;
  logic [31:0]  bytes_q;   // those of the input to come, and below them those of the output
  logic         full_q;    // there is a block in it
  logic         ad_q, tag_q, last_q;  // what block
  logic [2:0]   size_q;
  logic         ended_q;   // nothing but a tag comes behind it
  logic         all_in_q;  // nothing comes behind it
  logic         decrypt_q;
  logic         mismatch_q;  // some byte of the received tag was wrong

  logic key_transfer, bdi_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;

  // ---- what this cycle does ----
  logic more;         // AD or data
  logic no_ad, ends_block, takes_bytes, due, step, phase_done;
  logic [1:0] place;  // of a byte in its block
  assign more = full_q ? !tag_q : !ended_q;
  assign no_ad = phase_q == AD && (full_q ? !ad_q : ended_q);
  assign takes_bytes = phase_q == LOAD_NPUB || (phase_q == AD && !no_ad) || phase_q == DATA || (phase_q == TAG && decrypt_q);
  assign due = full_q || !takes_bytes;
  assign place = count_q[1:0];
  assign ends_block = place == 2'd3;
  assign step = due && (!bdo_valid || bdo_ready) && (!msg_auth_valid || msg_auth_ready);

  // ---- what enters the cipher ----
  logic [7:0] input_byte, key_byte, message;
  logic       use_key, use_block;
  assign input_byte = bytes_q[31:24];
  assign use_key = phase_q == LOAD_KEY || phase_q == INITIALISE;
  assign use_block = phase_q == LOAD_NPUB || phase_q == AD || phase_q == DATA;

  always_comb begin
    key_byte = '0;
    for (int i = 0; i < 16; i++) begin
      if (count_q[3:0] == 4'(i)) key_byte |= key_q[120 - 8 * i +: 8];
    end
  end

  always_comb begin
    message = ({8{use_key}} & key_byte) | ({8{use_block}} & input_byte);
    // The 1 that closes the key, the associated data and the data.
    if (count_q == 8'd0 && (phase_q == INITIALISE || phase_q == PAD_AD || phase_q == PAD_DATA)) message[0] ^= 1'b1;
  end

  // ---- the cipher ----
  logic [7:0] keystream;
  logic       ca, cb;
  assign ca = !((phase_q == PAD_AD || phase_q == PAD_DATA) && count_q[4]);
  // Decryption adds the keystream to the ciphertext on its way into the state: what cb = 1 does.
  assign cb = !((phase_q == DATA && !decrypt_q) || phase_q == PAD_DATA);

  AcornByte u_byte (
    .state    (state_q),
    .message  (message),
    .ca       (ca),
    .cb       (cb),
    .keystream(keystream),
    .next     (state_d)
  );

  // ---- outputs ----
  logic [7:0] output_byte;
  logic       wrong_byte;
  assign output_byte = keystream ^ (phase_q == DATA ? input_byte : 8'd0);
  assign wrong_byte = input_byte != keystream;

  assign bdo = {bytes_q[23:0], output_byte};
  assign bdo_size = (phase_q == DATA) ? size_q : 3'd4;
  assign bdo_valid = ends_block && ((phase_q == DATA && full_q) || (phase_q == TAG && !decrypt_q));

  assign msg_auth = !mismatch_q && !wrong_byte;
  assign msg_auth_valid = phase_q == TAG && decrypt_q && full_q && count_q == 8'd15;

  // ---- inputs ----
  logic releases, message_done;
  assign releases = takes_bytes && step && ends_block;
  assign message_done = phase_q == TAG && phase_done;

  assign key_ready = phase_q == LOAD_NPUB && count_q == 8'd0 && !full_q && key_update;
  assign bdi_ready = phase_q != LOAD_KEY && (!full_q || releases) && !all_in_q && !key_ready;

  // ---- control ----
  always_comb begin
    unique case (phase_q)
      LOAD_KEY, LOAD_NPUB, TAG: phase_done = step && count_q == 8'd15;
      INITIALISE:               phase_done = count_q == 8'd191;
      AD:                       phase_done = no_ad || (releases && last_q);
      DATA:                     phase_done = releases && last_q;
      FINALISE:                 phase_done = count_q == 8'd79;
      default:                  phase_done = count_q == 8'd31;
    endcase
  end

  always_comb begin
    unique case (phase_q)
      LOAD_KEY:   phase_d = LOAD_NPUB;
      LOAD_NPUB:  phase_d = INITIALISE;
      INITIALISE: phase_d = AD;
      AD:         phase_d = PAD_AD;
      PAD_AD:     phase_d = more ? DATA : PAD_DATA;
      DATA:       phase_d = PAD_DATA;
      PAD_DATA:   phase_d = FINALISE;
      FINALISE:   phase_d = TAG;
      default:    phase_d = LOAD_KEY;
    endcase
  end

  logic restart;
  assign restart = rst || key_transfer || message_done;

  always_ff @(posedge clk) begin
    if (restart) phase_q <= LOAD_KEY;
    else if (phase_done) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (restart || phase_done) count_q <= 8'd0;
    else if (step) count_q <= count_q + 8'd1;
  end

  // Of a block that is not full the bytes past its end move, and enter nothing.
  logic valid;
  assign valid = !(phase_q == AD || phase_q == DATA) || {1'b0, place} < size_q;

  always_ff @(posedge clk) begin
    if (restart) state_q <= '0;
    else if (step && !no_ad && valid) state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (rst) full_q <= 1'b0;
    else if (bdi_transfer) full_q <= 1'b1;
    else if (releases) full_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst || message_done) all_in_q <= 1'b0;
    else if (bdi_transfer) all_in_q <= decrypt ? bdi_type == SEGMENT_TAG && bdi_eot : bdi_eoi;
  end

  always_ff @(posedge clk) begin
    if (bdi_transfer) bytes_q <= bdi;
    else if (step && (takes_bytes || phase_q == TAG)) bytes_q <= bdo;
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (bdi_transfer) begin
      ad_q <= bdi_type == SEGMENT_AD;
      tag_q <= bdi_type == SEGMENT_TAG;
      last_q <= bdi_eot;
      size_q <= bdi_size;
      ended_q <= bdi_eoi || bdi_type == SEGMENT_TAG;
      decrypt_q <= decrypt;
    end
    if (step) mismatch_q <= phase_q == TAG && (mismatch_q || wrong_byte);
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_partial, bdi_valid_bytes, bdi_pad_loc};

endmodule
