// AES-128-GCM (NIST SP 800-38D, FIPS 197) with 96-bit nonces and 128-bit tags: 10 cycles a block of AD or data.
//
// Work goes in slots of ten cycles. In a slot one AES round a cycle encrypts a counter block, with its round keys made on the way, while
// the digit-serial multiplier brings the GHASH of the previous block up to date, thirteen bits of that block a cycle. The last cycle of a
// slot uses both results as they appear: it takes a block, gives the keystream sum, and loads both units for the next slot.
//
//   phase     the slot encrypts     its last cycle
//   HASH_KEY  0                     keeps the hash key H; once after each key update
//   BLOCKS    next counter          takes a block of AD or data; gives the data block
//   LENGTHS   (unused)              takes the length block
//   TAG       counter 1             adds both results: gives the tag, or takes the received one and keeps the difference
//   VERDICT   (one cycle)           tells whether the difference is zero
//
// A stream that is not ready holds the whole core: nothing else could go on for long.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [127:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [4:0]   bdi_size,
  input  logic [15:0]  bdi_valid_bytes,
  input  logic [15:0]  bdi_pad_loc,

  output logic [127:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [4:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [4:0] BLOCK_BYTES = 5'd16;

  typedef enum logic [2:0] {IDLE, HASH_KEY, BLOCKS, LENGTHS, TAG, VERDICT} phase_t;

  phase_t       phase_q, phase_d;
  logic [10:0]  round_q, round_d;  // one-hot; 0 loads the AES unit for the first slot, 1 to 10 are the cycles of a slot
  logic         decrypt_q;
  logic [127:0] key_q;
  logic [127:0] hash_key_q;
  logic [95:0]  nonce_q;
  logic [31:0]  counter_q;         // of the block in the AES unit: 2 more than the number of full data blocks so far
  logic [31:0]  ad_blocks_q;       // full blocks
  logic [3:0]   ad_rest_q;         // bytes after the full blocks
  logic [3:0]   data_rest_q;
  logic [127:0] state_q;
  logic [127:0] round_key_q;       // of this round
  logic [127:0] hash_q;
  logic [129:0] operand_q;         // the factor of the hash key, ten digits; then the tag difference

  // ---- what this cycle does ----

  logic idle, last_round, takes_block, takes_data, gives_tag, full_block;
  assign idle = phase_q == IDLE;
  assign last_round = round_q[10];
  assign takes_block = (idle && !key_update) || (last_round && (phase_q == BLOCKS || (phase_q == TAG && decrypt_q)));
  assign takes_data = last_round && phase_q == BLOCKS && bdi_type != SEGMENT_AD;
  assign gives_tag = last_round && phase_q == TAG && !decrypt_q;
  assign full_block = bdi_size == BLOCK_BYTES;

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!takes_data || bdo_ready);
  assign bdo_valid = (takes_data && bdi_valid) || gives_tag;
  assign msg_auth_valid = phase_q == VERDICT;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!takes_block || bdi_valid) && (!bdo_valid || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- AES ----

  logic [127:0] shifted, mixed, keystream, counter_block;
  logic [127:0] state_d, round_key, next_round_key;
  logic [31:0]  next_counter;
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

  assign keystream = shifted ^ round_key_q;

  // The one adder counts blocks, and takes off the 2 for the length block.
  assign next_counter = counter_q + (phase_q == LENGTHS ? 32'hffff_fffe : {31'b0, takes_data && full_block});
  assign counter_block = {nonce_q, phase_q == LENGTHS && last_round ? 32'd1 : next_counter};

  // The last round of a block and the key addition that begins the next one share a cycle.
  assign loads = round_q[0] || last_round;
  assign round_key = loads ? key_q : round_key_q;
  assign state_d = (loads ? counter_block : mixed) ^ round_key;

  // ---- GHASH ----

  logic [127:0] lengths, block, mask, next_hash, sum;

  GhashDigit u_ghash (
    .product(hash_q),
    .digit(operand_q[12:0]),
    .factor(hash_key_q),
    .next_product(next_hash)
  );

  assign lengths = {25'b0, ad_blocks_q, ad_rest_q, 3'b0, 25'b0, next_counter, data_rest_q, 3'b0};

  assign block = phase_q == LENGTHS ? lengths : bdi;

  // Where the keystream enters the hash: in the ciphertext that is made here, and in the tag.
  for (genvar i = 0; i < 16; i++) begin : gen_mask
    assign mask[8*i+:8] = {8{phase_q == TAG || (takes_data && !decrypt_q && bdi_valid_bytes[i])}};
  end
  assign sum = block ^ (keystream & mask) ^ next_hash;

  // ---- outputs ----

  assign bdo = keystream ^ (phase_q == TAG ? next_hash : bdi);
  assign bdo_size = phase_q == TAG ? BLOCK_BYTES : bdi_size;
  assign msg_auth = operand_q[129:2] == '0;

  // ---- control ----

  always_comb begin
    phase_d = phase_q;
    round_d = {round_q[9:0], 1'b0};
    if (last_round) round_d[1] = 1'b1;
    case (phase_q)
      IDLE: begin
        phase_d = key_update ? HASH_KEY : bdi_eoi ? LENGTHS : BLOCKS;
        round_d = 11'd1;
      end
      HASH_KEY: if (last_round) phase_d = IDLE;
      BLOCKS:   if (last_round && bdi_eoi) phase_d = LENGTHS;
      LENGTHS:  if (last_round) phase_d = TAG;
      TAG:      if (last_round) phase_d = decrypt_q ? VERDICT : IDLE;
      default:  phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= IDLE;
    else if (step) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (step) begin
      round_q <= round_d;
      state_q <= state_d;
      round_key_q <= next_round_key;
      hash_q <= next_hash;
      operand_q <= operand_q >> 13;

      if (last_round) begin
        hash_q <= '0;
        operand_q <= {sum, 2'b0};
        if (phase_q == HASH_KEY) hash_key_q <= keystream;
        if (phase_q == BLOCKS && !takes_data) begin
          ad_blocks_q <= ad_blocks_q + {31'b0, full_block};
          ad_rest_q <= bdi_size[3:0];
        end
      end

      if (takes_data) begin
        counter_q <= next_counter;
        data_rest_q <= bdi_size[3:0];
      end

      if (idle) begin
        hash_q <= '0;
        operand_q <= '0;
        counter_q <= key_update ? 32'd0 : 32'd2;
        ad_blocks_q <= '0;
        ad_rest_q <= '0;
        data_rest_q <= '0;
        decrypt_q <= decrypt;
        nonce_q <= key_update ? '0 : bdi[127:32];
        if (key_update) key_q <= key;
      end
    end
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_pad_loc};

endmodule
