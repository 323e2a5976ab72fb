// Authenticated encryption by a tweakable block cipher that works on one block at a time: each block of data under a tweak of its own, the
// checksum of the plaintext encrypted as the tag, and the sum of the blocks of AD added to it. So do Deoxys, Joltik and SCREAM.
//
// The cipher is loaded in a cycle in which the block before it leaves. `result` is there when it runs no longer, until it is loaded again. Of what
// a block is, its nonce and its number the algorithm makes the tweak.
//
//   phase    the block that is under way, or done where the cipher does not run
//   IDLE     none, or zero under a new key
//   NEW_KEY  (one cycle) loads that one, where the cipher asks for it
//   START    none: waits for the first block, or for the end of the message
//   AD       one of AD, whose result is added to the sum
//   DATA     a full one, forward or backward, that is given
//   PARTIAL  zero, whose result is added to the block that waits
//   TAG      the checksum, which gives the tag, or the verdict on the one that came
module TweakableMode #(
  parameter int BLOCK = 128,
  parameter int NPUB = 64,
  parameter int INDEX = 29,                 // bits of a block's number
  parameter logic COUNTS_PARTIAL = 1'b1,    // the tag has the number behind that of a partial block
  parameter logic RUNS_NEW_KEY = 1'b1,      // the cipher wants to encrypt a block of zeros under a new key
  localparam int SIZE = $clog2(BLOCK / 8 + 1)
) (
  input  logic               clk,
  input  logic               rst,

  // the ports of a CipherCore without the key
  input  logic               key_valid,
  output logic               key_ready,
  input  logic               key_update,
  input  logic               decrypt,
  input  logic [BLOCK-1:0]   bdi,
  input  logic               bdi_valid,
  output logic               bdi_ready,
  input  logic [3:0]         bdi_type,
  input  logic               bdi_eot,
  input  logic               bdi_eoi,
  input  logic               bdi_partial,
  input  logic [SIZE-1:0]    bdi_size,
  input  logic [BLOCK/8-1:0] bdi_valid_bytes,
  output logic [BLOCK-1:0]   bdo,
  output logic               bdo_valid,
  input  logic               bdo_ready,
  output logic [SIZE-1:0]    bdo_size,
  output logic               msg_auth,
  output logic               msg_auth_valid,
  input  logic               msg_auth_ready,

  // the cipher
  output logic               step,       // this cycle happens: every transfer that it needs takes place
  output logic               loads,
  output logic               backward,   // of the block that is loaded
  output logic               is_ad,      // what is loaded: one of AD, else of data, or the checksum
  output logic               is_tag,
  output logic               is_partial, // a partial one, which is zero where it is data; the checksum behind one that was
  output logic [NPUB-1:0]    nonce,
  output logic [INDEX-1:0]   index,      // of the block that is loaded
  output logic [BLOCK-1:0]   to_cipher,
  input  logic               running,
  input  logic [BLOCK-1:0]   result
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [SIZE-1:0] BLOCK_BYTES = SIZE'(BLOCK / 8);

  typedef enum logic [2:0] {IDLE, NEW_KEY, START, AD, DATA, PARTIAL, TAG} phase_t;

  phase_t           phase_q, phase_d;
  logic             decrypt_q;
  logic             ends_q;         // the block under way is the last one
  logic [BLOCK-1:0] checksum_q, checksum_d;
  logic [BLOCK-1:0] auth_q;         // the sum of AD

  // ---- what this cycle does ----
  logic idle, done, takes_npub, awaits_next, loads_ad, loads_data, loads_partial, loads_tag;
  logic ends_ad, ends_data, ends_partial, ends_tag, awaits_block, takes_block, gives_block;

  assign idle = phase_q == IDLE && !running;
  assign takes_npub = idle && !key_update;
  assign done = !running && (phase_q == START || phase_q == AD || phase_q == DATA || phase_q == PARTIAL);
  assign awaits_next = done && !ends_q;
  assign loads_ad = awaits_next && bdi_type == SEGMENT_AD;
  assign loads_data = awaits_next && bdi_type != SEGMENT_AD && !bdi_partial;
  assign loads_partial = awaits_next && bdi_type != SEGMENT_AD && bdi_partial;
  assign loads_tag = done && ends_q;
  assign loads = done || phase_q == NEW_KEY;
  assign backward = loads_data && decrypt_q;

  assign ends_ad = phase_q == AD && !running;
  assign ends_data = phase_q == DATA && !running;
  assign ends_partial = phase_q == PARTIAL && !running;
  assign ends_tag = phase_q == TAG && !running;
  assign awaits_block = takes_npub || awaits_next || ends_partial || (ends_tag && decrypt_q);
  assign takes_block = takes_npub || loads_ad || loads_data || ends_partial || (ends_tag && decrypt_q);
  assign gives_block = ends_data || ends_partial || (ends_tag && !decrypt_q);

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!gives_block || bdo_ready) && (!msg_auth_valid || msg_auth_ready);
  assign bdo_valid = gives_block && (!awaits_block || bdi_valid);
  assign msg_auth_valid = ends_tag && decrypt_q && bdi_valid;

  assign step = (!key_ready || key_valid) && (!awaits_block || bdi_valid) && (!gives_block || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- what the cipher gets ----
  assign is_ad = loads_ad;
  assign is_tag = loads_tag;
  assign is_partial = awaits_next ? bdi_partial : phase_q == PARTIAL;
  assign to_cipher = (bdi & {BLOCK{loads_ad || loads_data}}) | (checksum_d & {BLOCK{loads_tag}});

  // ---- the sums, and what leaves ----
  logic adds_block;
  assign adds_block = (loads_data && !decrypt_q) || ends_partial;

  // The end of a partial block is padding, which `bdi` holds.
  for (genvar i = 0; i < BLOCK / 8; i++) begin : gen_checksum
    logic adds_result;
    assign adds_result = decrypt_q && (ends_data || (ends_partial && bdi_valid_bytes[i]));
    assign checksum_d[8*i+:8] = checksum_q[8*i+:8] ^ (bdi[8*i+:8] & {8{adds_block}}) ^ (result[8*i+:8] & {8{adds_result}});
  end

  assign bdo = result ^ (bdi & {BLOCK{phase_q == PARTIAL}}) ^ (auth_q & {BLOCK{phase_q == TAG}});
  assign bdo_size = phase_q == PARTIAL ? bdi_size : BLOCK_BYTES;
  assign msg_auth = bdo == bdi;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    if (loads_ad) phase_d = AD;
    if (loads_data) phase_d = DATA;
    if (loads_partial) phase_d = PARTIAL;
    if (loads_tag) phase_d = TAG;
    if (takes_npub) phase_d = START;
    if (key_ready && RUNS_NEW_KEY) phase_d = NEW_KEY;
    if (ends_tag || phase_q == NEW_KEY) phase_d = IDLE;
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= IDLE;
    else if (step) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (step) begin
      checksum_q <= takes_npub ? '0 : checksum_d;

      if (takes_npub) begin
        decrypt_q <= decrypt;
        nonce <= bdi[BLOCK-1-:NPUB];
        index <= '0;
      end else if (awaits_next) begin
        index <= loads_ad && bdi_eot ? '0 : index + INDEX'(COUNTS_PARTIAL || !loads_partial);
      end
      if (takes_npub || awaits_next) ends_q <= bdi_eoi;

      if (takes_npub) auth_q <= '0;
      else if (ends_ad) auth_q <= auth_q ^ result;
    end
  end

endmodule
