// TriviA-0 v2 (2015): 64 bits of the stream cipher and a product for the hash a cycle, so a block a cycle.
//
// AD and data take the same way: START runs 18 updates, BLOCKS takes the text, CHECKSUM adds its three checksums to the tag. The tag of AD is
// added to the stream cipher's state with the last of them.
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
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;
  localparam logic [4:0] LAST_OF_START = 5'd17;
  localparam logic [4:0] LAST_CHECKSUM = 5'd2;

  typedef enum logic [2:0] {IDLE, START, BLOCKS, CHECKSUM, TAG_HIGH, TAG_LOW} phase_t;

  phase_t           phase_q, phase_d;
  logic [4:0]       count_q;  // cycles of START or CHECKSUM before this one
  logic [131:0]     a_q, next_a;
  logic [104:0]     b_q, next_b;
  logic [146:0]     c_q, next_c;
  logic [3:0][31:0] tag_q, tag_d;
  logic [2:0][63:0] checksum_q, checksum_d;
  logic [127:0]     key_q;
  logic             data_q;  // the text is that of the data
  logic             decrypt_q;
  logic             mismatch_q;  // the first half of the received tag was wrong

  logic key_transfer, bdi_transfer, bdo_transfer, msg_auth_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign bdo_transfer = bdo_valid && bdo_ready;
  assign msg_auth_transfer = msg_auth_valid && msg_auth_ready;

  logic in_tag, in_checksum, has_output;
  assign in_tag = phase_q == TAG_HIGH || phase_q == TAG_LOW;
  assign in_checksum = phase_q == CHECKSUM;
  assign has_output = bdi_type != SEGMENT_AD && bdi_size != 4'd0;

  // ---- the stream cipher ----
  logic [63:0] key_stream;

  TriviaUpdate u_update (
    .a(a_q),
    .b(b_q),
    .c(c_q),
    .next_a,
    .next_b,
    .next_c,
    .key_stream
  );

  // ---- the hash ----
  logic [63:0] added;  // decryption: the plaintext, in the bytes that the message fills
  logic [63:0] plaintext, block, sum;
  logic [31:0] product;
  for (genvar i = 0; i < 8; i++) begin : gen_added
    assign added[8 * i +: 8] = key_stream[8 * i +: 8] & {8{bdi_type == SEGMENT_CIPHERTEXT && bdi_valid_bytes[i]}};
  end
  assign plaintext = bdi ^ added;
  assign block = in_checksum ? checksum_q[0] : plaintext;
  assign sum = block ^ a_q[131:68];

  TriviaProduct u_product (
    .a({sum[63:48], sum[31:16]}),
    .b({sum[47:32], sum[15:0]}),
    .product
  );

  function automatic logic [31:0] times_alpha(input logic [31:0] x);
    times_alpha = {x[30:0], 1'b0} ^ (32'h00400007 & {32{x[31]}});
  endfunction

  function automatic logic [63:0] times_beta(input logic [63:0] x);
    times_beta = {x[62:0], 1'b0} ^ (64'h1b & {64{x[63]}});
  endfunction

  logic [63:0] high_key, low_key;  // the key stream where it is added to a half of the tag
  assign high_key = key_stream & {64{in_checksum && count_q == 5'd0}};
  assign low_key = key_stream & {64{in_checksum && count_q == LAST_CHECKSUM}};

  always_comb begin
    tag_d[0] = tag_q[0] ^ product ^ high_key[63:32];
    tag_d[1] = times_alpha(tag_q[1]) ^ product ^ high_key[31:0];
    tag_d[2] = times_alpha(times_alpha(tag_q[2])) ^ product ^ low_key[63:32];
    tag_d[3] = times_alpha(times_alpha(times_alpha(tag_q[3]))) ^ product ^ low_key[31:0];
  end

  always_comb begin
    checksum_d[0] = checksum_q[0] ^ plaintext;
    checksum_d[1] = times_beta(checksum_q[1]) ^ plaintext;
    checksum_d[2] = times_beta(times_beta(checksum_q[2])) ^ plaintext;
  end

  // ---- outputs ----
  logic [63:0] tag;
  assign tag = (phase_q == TAG_LOW) ? {tag_q[2], tag_q[3]} : {tag_q[0], tag_q[1]};

  assign bdo = in_tag ? tag : key_stream ^ bdi;
  assign bdo_size = in_tag ? 4'd8 : bdi_size;
  assign bdo_valid = in_tag ? !decrypt_q : phase_q == BLOCKS && bdi_valid && has_output;

  assign msg_auth = tag == bdi && !mismatch_q;
  assign msg_auth_valid = phase_q == TAG_LOW && decrypt_q && bdi_valid;

  assign key_ready = phase_q == IDLE && key_update;

  always_comb begin
    unique case (phase_q)
      IDLE:     bdi_ready = !key_update;
      BLOCKS:   bdi_ready = bdo_ready || !has_output;
      TAG_HIGH: bdi_ready = decrypt_q;
      TAG_LOW:  bdi_ready = decrypt_q && msg_auth_ready;
      default:  bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic loads, absorbs, begun, ended, step, tag_half, done, insert;
  assign loads = phase_q == IDLE && bdi_transfer;
  assign absorbs = phase_q == BLOCKS && bdi_transfer;
  assign begun = phase_q == START && count_q == LAST_OF_START;
  assign ended = in_checksum && count_q == LAST_CHECKSUM;
  assign insert = ended && !data_q;
  assign step = phase_q == START || in_checksum || absorbs;
  assign tag_half = phase_q == TAG_HIGH && (bdo_transfer || bdi_transfer);
  assign done = phase_q == TAG_LOW && (bdo_transfer || msg_auth_transfer);

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      IDLE:     if (loads) phase_d = START;
      START:    if (begun) phase_d = BLOCKS;
      BLOCKS:   if (absorbs && bdi_eot) phase_d = CHECKSUM;
      CHECKSUM: if (ended) phase_d = data_q ? TAG_HIGH : START;
      TAG_HIGH: if (tag_half) phase_d = TAG_LOW;
      default:  if (done) phase_d = IDLE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= IDLE;
    else phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst || begun || ended) count_q <= 5'd0;
    else if (phase_q == START || in_checksum) count_q <= count_q + 5'd1;
  end

  always_ff @(posedge clk) begin
    if (loads) {a_q, b_q, c_q} <= {key_q, 4'd0, 105'd7, 64'd0, bdi, 19'd0};
    else if (step) {a_q, b_q, c_q} <= {next_a ^ {tag_d[0] & {32{insert}}, tag_d[1] & {32{insert}},
                                                 tag_d[2] & {32{insert}}, tag_d[3] & {32{insert}}, 4'd0}, next_b, next_c};
  end

  always_ff @(posedge clk) begin
    if (phase_q == START) begin
      tag_q <= '0;
      checksum_q <= '0;
    end else begin
      if (absorbs || in_checksum) tag_q <= tag_d;
      if (absorbs) checksum_q <= checksum_d;
      else if (in_checksum) checksum_q <= {64'd0, checksum_q[2:1]};
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (loads) decrypt_q <= decrypt;
    if (loads || ended) data_q <= !loads;
    if (tag_half) mismatch_q <= tag != bdi;
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_partial, bdi_pad_loc};

endmodule
