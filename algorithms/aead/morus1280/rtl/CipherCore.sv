// MORUS-1280-128 v2 (2016): one step a cycle, so one block of 256 bits a cycle.
//
// Between messages the state rests at a value from which a step makes zeros of S0 and S1: nonce and key are added to what the step gives, and
// S2, S3 and S4 stay. The key that is added behind the initialisation takes the same way.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [255:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [31:0]  bdi_valid_bytes,
  input  logic [31:0]  bdi_pad_loc,

  output logic [255:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [5:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;
  localparam logic [3:0] LAST_TO_BEGIN = 4'd15;
  localparam logic [3:0] LAST_TO_END = 4'd9;

  localparam logic [255:0] FIBONACCI = 256'hdd28b57342311120_f12fc26d55183ddb_6279e99059372215_0d08050302010100;
  localparam logic [1279:0] AT_REST = {FIBONACCI, 256'd0, {256{1'b1}}, FIBONACCI, FIBONACCI};

  typedef enum logic [2:0] {IDLE, INITIALISE, BLOCKS, FINALISE, TAG} phase_t;

  // The cipher's first byte is the least significant one.
  function automatic logic [255:0] swap_bytes(input logic [255:0] block);
    for (int i = 0; i < 32; i++) swap_bytes[8 * i +: 8] = block[8 * (31 - i) +: 8];
  endfunction

  phase_t            phase_q, phase_d;
  logic [3:0]        count_q;  // steps done of the initialisation or the finalisation
  logic [4:0][255:0] state_q, state_d;
  logic [127:0]      key_q;
  logic              decrypt_q;
  logic              last_q;                        // the input ends with the block taken last
  logic [26:0]       ad_blocks_q, data_blocks_q;    // full ones
  logic [4:0]        ad_rest_q, data_rest_q;        // bytes behind them

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  // ---- keystream and outputs ----
  logic         is_ad, is_data;
  logic [255:0] keystream;
  assign is_ad = phase_q == BLOCKS && bdi_type == SEGMENT_AD;
  assign is_data = phase_q == BLOCKS && bdi_type != SEGMENT_AD;
  assign keystream = state_q[0] ^ {state_q[1][63:0], state_q[1][255:64]} ^ (state_q[2] & state_q[3]);

  assign bdo = swap_bytes(keystream) ^ ((is_data || decrypt_q) ? bdi : 256'd0);
  assign bdo_size = is_data ? bdi_size : 6'd16;
  assign bdo_valid = (phase_q == TAG) ? !decrypt_q : is_data && bdi_valid;

  assign msg_auth = bdo[255:128] == 128'd0;
  assign msg_auth_valid = phase_q == TAG && decrypt_q && bdi_valid;

  assign key_ready = phase_q == IDLE && key_update;

  always_comb begin
    unique case (phase_q)
      IDLE:    bdi_ready = !key_update;
      BLOCKS:  bdi_ready = is_ad || bdo_ready;
      TAG:     bdi_ready = decrypt_q && msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  // ---- the step ----
  logic [255:0]      block, key_twice;
  logic [255:0]      key_stream_mask;  // decryption: what enters the state is the plaintext, in the bytes that the message fills
  logic [255:0]      lengths, message;
  logic [4:0][255:0] s, next;
  for (genvar i = 0; i < 32; i++) begin : gen_mask
    assign key_stream_mask[8 * i +: 8] = {8{phase_q == BLOCKS && bdi_type == SEGMENT_CIPHERTEXT && bdi_valid_bytes[31 - i]}};
  end
  assign block = swap_bytes(bdi);
  assign key_twice = swap_bytes({key_q, key_q});
  assign lengths = {128'd0, 29'd0, data_blocks_q, data_rest_q, 3'd0, 29'd0, ad_blocks_q, ad_rest_q, 3'd0};
  assign message = (phase_q == BLOCKS ? block : 256'd0) ^ (keystream & key_stream_mask) ^ (phase_q == FINALISE ? lengths : 256'd0);

  always_comb begin
    s = state_q;
    if (phase_q == FINALISE && count_q == 4'd0) s[4] ^= state_q[0];
  end

  MorusStep u_step (
    .s      (s),
    .message(message),
    .next   (next)
  );

  // ---- control ----
  logic loads, begun, ended, step, done, add_key;
  assign loads = phase_q == IDLE && bdi_transfer;
  assign begun = phase_q == INITIALISE && count_q == LAST_TO_BEGIN;
  assign ended = phase_q == FINALISE && count_q == LAST_TO_END;
  assign step = phase_q == INITIALISE || phase_q == FINALISE || (phase_q == BLOCKS && bdi_transfer);
  assign done = phase_q == TAG && (bdo_transfer || msg_auth_transfer);
  assign add_key = phase_q == IDLE || begun;

  always_comb begin
    state_d = next;
    if (phase_q == IDLE) state_d[0][127:0] ^= block[127:0];
    if (add_key) state_d[1] ^= key_twice;
  end

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:       if (bdi_transfer) phase_d = INITIALISE;
      INITIALISE: if (begun) phase_d = last_q ? FINALISE : BLOCKS;
      BLOCKS:     if (bdi_transfer && bdi_eoi) phase_d = FINALISE;
      FINALISE:   if (ended) phase_d = TAG;
      default:    if (done) phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= IDLE;
    else phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst || begun || ended) count_q <= 4'd0;
    else if (step && phase_q != BLOCKS) count_q <= count_q + 4'd1;
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= AT_REST;
    else begin
      if (loads || step) state_q[1:0] <= state_d[1:0];
      if (step) state_q[4:2] <= state_d[4:2];
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (loads) decrypt_q <= decrypt;
    if (bdi_transfer) last_q <= bdi_eoi;
  end

  always_ff @(posedge clk) begin
    if (rst || done) begin
      {ad_blocks_q, ad_rest_q} <= 32'd0;
      {data_blocks_q, data_rest_q} <= 32'd0;
    end else if (bdi_transfer) begin
      if (is_ad) {ad_blocks_q, ad_rest_q} <= {ad_blocks_q + 27'(bdi_size[5]), bdi_size[4:0]};
      if (is_data) {data_blocks_q, data_rest_q} <= {data_blocks_q + 27'(bdi_size[5]), bdi_size[4:0]};
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eot, bdi_partial, bdi_pad_loc};

endmodule
