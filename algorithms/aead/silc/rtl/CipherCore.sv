// SILC with AES-128 (CLOC and SILC v3): two AES rounds with one key-schedule step a cycle, 10 cycles a block.
//
// Unit 1 encrypts nonce, associated data and the feedback of the data; unit 2 encrypts the tag's state, to which it adds the ciphertext that
// enters unit 1 again. The last round of an encryption and the key addition that begins the next one share a cycle, in which a block enters.
// Where a length is added, the last round leaves its result in the state, and g is applied a cycle later, with the key addition.
//
//   phase     what is encrypted
//   NONCE     nothing: the core waits for the nonce or a new key
//   HASH      nonce and associated data, by unit 1
//   DATA      V or ciphertext by unit 1, the tag's state by unit 2
//   TAG       the tag, by unit 2; its difference to the one that came is left in the state
//   VERDICT   nothing: tells whether the difference is zero
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
  localparam logic [4:0] TAG_BYTES = 5'd8;
  localparam logic [7:0] PARAM = 8'hc0;

  typedef enum logic [2:0] {NONCE, HASH, DATA, TAG, VERDICT} phase_t;

  phase_t       phase_q, phase_d;
  logic [10:0]  round_q, round_d;  // one-hot; 0 adds the key without a last round before it
  logic         decrypt_q;
  logic         eoi_q;             // no block of AD or data follows
  logic [127:0] key_q;
  logic [127:0] round_key_q;       // of this round
  logic [127:0] state_1_q;
  logic [127:0] state_2_q;
  logic [27:0]  blocks_q;          // full blocks of AD, then of data
  logic [3:0]   rest_q;            // bytes after them

  // ---- what this cycle does ----
  logic idle, first, last_round, wants_block, absorbs, leaves, gives_tag, takes_block, takes_data;
  assign idle = phase_q == NONCE;
  assign first = round_q[0];
  assign last_round = round_q[10];
  assign wants_block = last_round && !eoi_q && (phase_q == HASH || phase_q == DATA);
  assign absorbs = wants_block && (phase_q == DATA || bdi_type == SEGMENT_AD);
  assign leaves = last_round && !absorbs;  // the result stays in the state
  assign takes_data = absorbs && phase_q == DATA;
  assign gives_tag = last_round && phase_q == TAG && !decrypt_q;
  assign takes_block = (idle && !key_update) || absorbs || (last_round && phase_q == TAG && decrypt_q);

  assign key_ready = idle && key_update;
  assign bdi_ready = takes_block && (!takes_data || bdo_ready);
  assign bdo_valid = (takes_data && bdi_valid) || gives_tag;
  assign msg_auth_valid = phase_q == VERDICT;

  logic step;  // every transfer that this cycle needs takes place
  assign step = (!key_ready || key_valid) && (!(takes_block || wants_block) || bdi_valid) && (!bdo_valid || bdo_ready)
             && (!msg_auth_valid || msg_auth_ready);

  // ---- AES ----
  logic [127:0] shifted_1, mixed_1, shifted_2, mixed_2, round_key, next_round_key;
  logic         loads;

  AesRound u_round_1 (
    .state(state_1_q),
    .shifted(shifted_1),
    .mixed(mixed_1)
  );

  AesRound u_round_2 (
    .state(state_2_q),
    .shifted(shifted_2),
    .mixed(mixed_2)
  );

  AesKeyStep u_key_step (
    .step({round_q[9:1], loads}),
    .round_key,
    .next_round_key
  );

  assign loads = first || last_round;
  assign round_key = (loads ? key_q : round_key_q) & {128{!leaves}};

  // ---- the mode ----
  // A step of a register of bytes.
  function automatic logic [127:0] g(input logic [127:0] x);
    g = {x[119:0], x[127:120] ^ x[119:112]};
  endfunction

  logic [127:0] encrypted_1, encrypted_2, absorbed, with_length_1, with_length_2;
  logic [31:0]  length;
  assign encrypted_1 = shifted_1 ^ round_key_q;
  assign encrypted_2 = shifted_2 ^ round_key_q;

  assign length = {blocks_q, rest_q};
  assign with_length_1 = g({state_1_q[127:32], state_1_q[31:0] ^ length});
  assign with_length_2 = g({state_2_q[127:32], state_2_q[31:0] ^ length});

  // The block as it is absorbed: AD with what is encrypted already, data as ciphertext.
  for (genvar i = 0; i < 16; i++) begin : gen_absorbed
    logic adds;
    assign adds = phase_q == HASH || (takes_data && !decrypt_q && bdi_valid_bytes[i]);
    assign absorbed[8*i+:8] = (bdi[8*i+:8] & {8{takes_block}}) ^ (encrypted_1[8*i+:8] & {8{adds}});
  end

  logic [127:0] input_1, input_2, state_1_d, state_2_d;
  always_comb begin
    if (first) begin
      input_1 = idle ? {24'd0, PARAM, bdi[127:32]} : with_length_1;
      input_2 = phase_q == HASH ? g(with_length_1) : with_length_2;
    end else begin
      input_1 = absorbed | {phase_q == DATA, 127'd0};
      input_2 = encrypted_2 ^ absorbed;
    end
  end
  assign state_1_d = (loads ? input_1 : mixed_1) ^ round_key;
  assign state_2_d = (loads ? input_2 : mixed_2) ^ round_key;

  // ---- outputs ----
  // What is offered stays, so the half behind the tag must not hang on the bus.
  assign bdo = {phase_q == TAG ? encrypted_2[127:64] : encrypted_1[127:64] ^ bdi[127:64],
                encrypted_1[63:0] ^ (bdi[63:0] & {64{phase_q == DATA}})};
  assign bdo_size = phase_q == TAG ? TAG_BYTES : bdi_size;
  assign msg_auth = state_2_q[127:64] == 64'd0;

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    round_d = {round_q[9:0], 1'b0};
    if (last_round) round_d[1] = absorbs;
    if (key_ready || phase_q == VERDICT || leaves) round_d = 11'd1;

    unique case (phase_q)
      NONCE:   if (!key_update) phase_d = HASH;
      HASH:    if (first) phase_d = DATA;
      DATA:    if (first) phase_d = TAG;
      TAG:     if (last_round) phase_d = decrypt_q ? VERDICT : NONCE;
      default: phase_d = NONCE;
    endcase
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
      state_1_q <= state_1_d;
      state_2_q <= state_2_d;
      round_key_q <= next_round_key;
      if (key_ready) key_q <= key;
      if (idle) decrypt_q <= decrypt;
      if (idle || absorbs) eoi_q <= bdi_eoi;
      if (first) begin
        blocks_q <= '0;
        rest_q <= '0;
      end else if (absorbs) begin
        blocks_q <= blocks_q + {27'd0, bdi_size == BLOCK_BYTES};
        rest_q <= bdi_size[3:0];
      end
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eot, bdi_partial, bdi_pad_loc};

endmodule
