// TinyJAMBU-128 (version 2, 2021): 32 steps a cycle, so 20 cycles an AD block and 32 a data block.
//
// A permutation's frame bits are added in its first cycle, the block that follows it in its last: the steps never wait. A block of AD or data
// is looked at from the first cycle on, since its type says which permutation it is, and taken in the last.
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
  localparam logic [4:0] LAST_OF_640 = 5'd19;
  localparam logic [4:0] LAST_OF_1024 = 5'd31;

  // What is done after the permutation in progress. The core rests before the one of KEY, with the state 0.
  typedef enum logic [2:0] {KEY, NPUB, BLOCKS, TAG_1, TAG_2} phase_t;

  // The first byte of a word is the least significant one.
  function automatic logic [31:0] swap_bytes(input logic [31:0] word);
    swap_bytes = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  phase_t           phase_q, phase_d;
  logic [4:0]       count_q;     // cycles done of the permutation
  logic [127:0]     state_q, state_d;
  logic [3:0][31:0] key_q;       // word 3 is the first
  logic             decrypt_q;
  logic             mismatch_q;  // the first half of the received tag was wrong

  // ---- what this cycle does ----
  logic first, last, is_data, is_tag;
  assign is_data = phase_q == BLOCKS && bdi_type != SEGMENT_AD;
  assign is_tag = phase_q == TAG_1 || phase_q == TAG_2;
  assign first = count_q == 5'd0;
  assign last = count_q == ((phase_q == KEY || phase_q == TAG_1 || is_data) ? LAST_OF_1024 : LAST_OF_640);

  logic takes_block, gives_block, gives_verdict;
  assign takes_block = last && (phase_q == NPUB || phase_q == BLOCKS || (is_tag && decrypt_q));
  assign gives_block = last && (is_data || (is_tag && !decrypt_q));
  assign gives_verdict = last && phase_q == TAG_2 && decrypt_q;

  logic looks_at_block, step;
  assign looks_at_block = takes_block || phase_q == BLOCKS || (phase_q == KEY && first);
  assign step = !key_ready && (!looks_at_block || bdi_valid) && (!gives_block || bdo_ready) && (!gives_verdict || msg_auth_ready);

  // ---- the permutation ----
  logic [1:0]   key_place;  // named: Yosys widens `~count_q[1:0]` where it is an index, and then the key is lost
  logic [31:0]  key_word;
  logic [127:0] after;
  assign key_place = ~count_q[1:0];
  assign key_word = key_q[key_place];

  TinyjambuSteps u_steps (
    .state   (state_q),
    .key_word(swap_bytes(key_word)),
    .after   (after)
  );

  logic [2:0] frame_bits;
  assign frame_bits = {is_data || is_tag, (phase_q == BLOCKS && !is_data) || is_tag, 1'b1};

  // ---- the block ----
  logic [31:0] keystream;  // s64 to s95 after the last steps
  assign keystream = swap_bytes(state_q[127:96]);

  logic [31:0] decrypted;  // what turns ciphertext into the plaintext that enters the state
  for (genvar i = 0; i < 4; i++) begin : gen_decrypted
    assign decrypted[8 * i +: 8] = keystream[8 * i +: 8] & {8{is_data && decrypt_q && bdi_valid_bytes[i]}};
  end

  always_comb begin
    state_d = after;
    if (first && phase_q != KEY) state_d[6:4] ^= frame_bits;
    if (last && (phase_q == NPUB || phase_q == BLOCKS)) begin
      state_d[127:96] ^= swap_bytes(bdi ^ decrypted);
      state_d[33:32] ^= bdi_size[1:0];  // 0 for a full block
    end
  end

  // ---- ports ----
  assign key_ready = phase_q == KEY && first && key_update;
  assign bdi_ready = takes_block && (!gives_block || bdo_ready) && (!gives_verdict || msg_auth_ready);

  assign bdo = keystream ^ (is_tag ? 32'd0 : bdi);
  assign bdo_size = is_tag ? 3'd4 : bdi_size;
  assign bdo_valid = gives_block && (is_tag || bdi_valid);

  logic wrong_word;
  assign wrong_word = bdi != keystream;
  assign msg_auth = !mismatch_q && !wrong_word;
  assign msg_auth_valid = gives_verdict && bdi_valid;

  // ---- control ----
  always_comb begin
    unique case (phase_q)
      KEY:     phase_d = NPUB;
      NPUB:    phase_d = bdi_eoi ? TAG_1 : bdi_eot ? BLOCKS : NPUB;
      BLOCKS:  phase_d = bdi_eoi ? TAG_1 : BLOCKS;
      TAG_1:   phase_d = TAG_2;
      default: phase_d = KEY;
    endcase
  end

  logic permuted;
  assign permuted = step && last;

  always_ff @(posedge clk) begin
    if (rst) phase_q <= KEY;
    else if (permuted) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst || permuted) count_q <= 5'd0;
    else if (step) count_q <= count_q + 5'd1;
  end

  always_ff @(posedge clk) begin
    if (rst || (permuted && phase_q == TAG_2)) state_q <= '0;
    else if (step) state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= key;
    if (permuted) mismatch_q <= wrong_word;
    if (permuted && phase_q == NPUB) decrypt_q <= decrypt;
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_partial, bdi_pad_loc};

endmodule
