// HS1-SIV v2: 16 cycles a block in each of two passes, four rows of 16 bytes.
//
// Three things go on at once, all in the same 16 steps:
//
//   NH          a row of the block in `text` with one key, 4 steps a hash, and one behind for the products themselves
//   polynomial  15 bits of its key a step, 4 steps a hash, 5 steps behind
//   ChaCha      12 rounds, and 4 steps in which a row of key stream leaves and a row of the next input enters
//
// In these last 4 steps the next block enters `text`, row by row: AD or plaintext, the lengths, a tag, or what the key stream makes of a block that
// has been in the FIFO.
//
//   phase   in these 16 steps
//   IDLE    (waits at step 12) takes a key, or the nonce
//   KEY     ChaCha makes the keys
//   FETCH   (waits at step 12) nothing is in `text` yet
//   ABSORB  hashes a block of AD or plaintext, or the lengths
//   SIGN    hashes the tag
//   SETTLE  the polynomial of a last block ends; ChaCha's input enters
//   TAG     ChaCha makes the tag
//   STREAM  ChaCha makes key stream; the block before leaves, and is hashed on decryption
//   LAST    the last block leaves, and is hashed on decryption; the tag leaves on encryption
//
// Encryption: ABSORB...  SETTLE TAG SIGN SETTLE STREAM... LAST. Decryption: ABSORB... SIGN SETTLE STREAM... LAST (ABSORB) SETTLE TAG.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [511:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [6:0]   bdi_size,
  input  logic [63:0]  bdi_valid_bytes,
  input  logic [63:0]  bdi_pad_loc,

  output logic [511:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [6:0]   bdo_size,

  output logic [511:0] fdo,
  output logic         fdo_valid,
  input  logic         fdo_ready,
  input  logic [511:0] fdi,
  input  logic         fdi_valid,
  output logic         fdi_ready,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;
  localparam logic [3:0] SEGMENT_CIPHERTEXT = 4'd5;
  localparam logic [6:0] TAG_BYTES = 7'd16;
  localparam logic [6:0] BLOCK_BYTES = 7'd64;
  localparam logic [3:0] ENTERS = 4'd12;    // the first step in which rows enter
  localparam logic [3:0] BEFORE = 4'd11;
  localparam logic [3:0] SETTLED = 4'd5;    // the step in which the last hash of the block before is there
  localparam logic [1:0] LAST_KEYS = 2'd2;  // the block of key stream that has the last keys
  localparam logic [127:0] CONSTANTS = 128'h61707865_3320646e_79622d32_6b206574;
  localparam logic [95:0] PARAMETERS = 96'h00100010_0040040c_00000000;  // the nonce with which keys are made

  typedef enum logic [3:0] {IDLE, KEY, FETCH, ABSORB, SIGN, SETTLE, TAG, STREAM, LAST} phase_t;
  typedef enum logic [1:0] {NOTHING, BLOCK, LENGTHS, OLD_TAG} source_t;

  phase_t      phase_q, phase_d;
  source_t     source_q, source_d;  // of the block that enters, where it is no key stream
  logic [3:0]  step_q, step_d;
  logic [1:0]  part, group;
  assign part = step_q[1:0];
  assign group = step_q[3:2];

  logic         decrypt_q, ends_q, has_tag_q, has_data_q;
  logic         fresh_q;  // nothing of the message is hashed yet
  logic         full_q;   // the block in `text` has to leave
  logic         hashing_q, first_q, last_q, is_tag_q;  // first and last of what is hashed
  logic [1:0]   last_row_q;
  logic         starts_q, keeps_q, gives_q;  // first, not the tag, and last, of the block whose polynomial it is
  logic [31:0]  ad_bytes_q, ad_bytes_d, data_bytes_q, data_bytes_d, counter_q, next_counter;
  logic [25:0]  waiting_q;  // blocks in the FIFO
  logic [95:0]  nonce_q;
  logic [127:0] tag_q, output_row, output_bytes, key_row;
  logic [511:0] text_q;

  // Each word with its bytes in the other order.
  function automatic logic [127:0] reversed(input logic [127:0] row);
    for (int i = 0; i < 16; i++) reversed[8*i +: 8] = row[8*(i ^ 3) +: 8];
  endfunction

  function automatic logic [127:0] row_at(input logic [511:0] block, input logic [1:0] i);
    row_at = i[1] ? (i[0] ? block[127:0] : block[255:128]) : (i[0] ? block[383:256] : block[511:384]);
  endfunction

  // ---- what a step does ----
  logic entering, decides, may_fetch, in_stream, ends_stream, enters_block;
  logic wants_key, wants_npub, wants_block, wants_tag, wants_lengths, wants_bdi, reads_bdi;
  logic is_data, defers, takes_block, hashes_tag, makes_tag, leaves, tells_tag, verifies, queues, ends_keys;
  assign entering = group == 2'd3;
  assign decides = step_q == ENTERS;
  assign may_fetch = decides && (phase_q == FETCH || ((phase_q == ABSORB || phase_q == LAST) && !last_q));
  assign enters_block = entering && !decides && source_q == BLOCK;
  assign in_stream = entering && phase_q == STREAM;
  assign ends_stream = waiting_q == 26'd1;

  assign wants_key = entering && phase_q == KEY && !part[1];  // for rows 1 and 2 of the next input
  assign wants_npub = phase_q == IDLE && !key_update;
  assign wants_block = may_fetch && !ends_q;
  assign wants_tag = may_fetch && ends_q && decrypt_q && !has_tag_q;
  assign wants_lengths = may_fetch && ends_q && !wants_tag;
  assign wants_bdi = wants_npub || wants_block || wants_tag || enters_block;

  assign is_data = bdi_type != SEGMENT_AD;
  assign defers = wants_block && bdi_type == SEGMENT_CIPHERTEXT;  // until the tag is there
  assign takes_block = (wants_block && !defers) || enters_block;
  assign hashes_tag = wants_tag && has_data_q;
  assign makes_tag = decides && phase_q == TAG;
  assign verifies = makes_tag && decrypt_q;
  assign leaves = step_q == 4'd0 && full_q;
  assign tells_tag = step_q == 4'd1 && phase_q == LAST && !decrypt_q;
  assign queues = defers || (takes_block && part == 2'd3 && is_data);
  assign ends_keys = entering && phase_q == KEY && part == 2'd2 && counter_q[1:0] == LAST_KEYS;
  assign reads_bdi = wants_npub || defers || wants_tag || (takes_block && part == 2'd3);

  // ---- handshakes: a step is taken when everything that it needs is there ----
  logic taken, waits, steps;
  assign taken = (!wants_bdi || bdi_valid) && (!wants_key || key_valid) && (!in_stream || fdi_valid) && (!bdo_valid || bdo_ready)
      && (!queues || fdo_ready) && (!verifies || msg_auth_ready);
  assign waits = wants_npub || defers || (wants_tag && !has_data_q);
  assign steps = taken && !waits;

  assign bdi_ready = taken && reads_bdi;
  assign key_ready = taken && wants_key && part == 2'd1 && counter_q[1:0] == LAST_KEYS;
  assign fdi_ready = taken && in_stream && part == 2'd3;
  assign fdo = bdi;
  assign fdo_valid = queues && bdi_valid;
  assign bdo = {tells_tag ? tag_q : text_q[511:384], text_q[383:0]};
  assign bdo_valid = leaves || tells_tag;
  assign bdo_size = tells_tag ? TAG_BYTES : phase_q == LAST && data_bytes_q[5:0] != 6'd0 ? {1'b0, data_bytes_q[5:0]} : BLOCK_BYTES;
  assign msg_auth = output_bytes == tag_q;
  assign msg_auth_valid = verifies;

  // ---- lengths ----
  logic [5:0] rest;
  logic [1:0] lengths_row;
  logic       has_room, is_last;  // room for the lengths behind the last data
  assign ad_bytes_d = ad_bytes_q + 32'(bdi_size);
  assign data_bytes_d = data_bytes_q + 32'(bdi_size);
  assign rest = data_bytes_q[5:0];
  assign lengths_row = rest[5:4] + 2'(rest[3:0] != 4'd0);
  assign has_room = lengths_row != 2'd0;
  assign is_last = in_stream ? ends_stream : is_data && bdi_eot;

  always_ff @(posedge clk) begin
    if (taken && wants_npub) ad_bytes_q <= '0;
    else if (taken && wants_block && !is_data) ad_bytes_q <= ad_bytes_d;
    if (taken && wants_npub) data_bytes_q <= '0;
    else if (taken && wants_block && is_data) data_bytes_q <= data_bytes_d;
    if (taken && wants_npub) waiting_q <= '0;
    else if (taken && (queues || fdi_ready)) waiting_q <= waiting_q + (queues ? 26'd1 : '1);
  end

  // ---- a row enters ----
  logic [127:0] row, mask;
  logic         has_lengths;
  always_comb begin
    for (int i = 0; i < 16; i++) mask[127-8*i -: 8] = {8{rest[3:0] > 4'(i)}};
    if (part < rest[5:4] || !ends_stream || rest == 6'd0 || !in_stream) mask = '1;
    else if (part > rest[5:4]) mask = '0;
  end
  assign has_lengths = wants_lengths || ((takes_block || in_stream) && is_last && has_room && part == lengths_row);
  always_comb begin
    row = row_at(in_stream ? fdi : bdi, part) & {128{in_stream || takes_block || hashes_tag}};
    row = (row ^ (output_bytes & {128{in_stream || phase_q == TAG}})) & mask;
    if (has_lengths) row |= reversed({ad_bytes_q, 32'd0, data_bytes_q, 32'd0});
  end

  always_ff @(posedge clk) begin
    if (steps) text_q <= {text_q[383:0], entering ? row : text_q[511:384]};
  end

  // ---- ChaCha ----
  logic [127:0]      input_row_q, input_row_d;  // chosen a step ahead
  logic [1:0][127:0] cipher_key_q;              // without the hash
  logic [3:0][60:0]  result;
  assign next_counter = counter_q + 32'd1;
  always_comb begin
    unique case (step_d[1:0])
      2'd0:    input_row_d = CONSTANTS;
      2'd1:    input_row_d = cipher_key_q[0] ^ {result[0][31:0], 3'd0, result[0][60:32], result[1][31:0], 3'd0, result[1][60:32]};
      2'd2:    input_row_d = cipher_key_q[1] ^ {result[2][31:0], 3'd0, result[2][60:32], result[3][31:0], 3'd0, result[3][60:32]};
      default: input_row_d = {counter_q, nonce_q};
    endcase
    if (wants_key) input_row_d = reversed(key);
  end

  always_ff @(posedge clk) begin
    if (steps) input_row_q <= input_row_d;
  end

  Hs1ChaCha u_chacha (
    .clk,
    .step      (taken),
    .enters    (entering),
    .input_row (input_row_q),
    .next_row  ({part == 2'd3 ? next_counter : input_row_q[127:96], input_row_q[95:0]}),
    .output_row
  );
  assign output_bytes = reversed(output_row);

  always_ff @(posedge clk) begin
    if (taken && phase_q == IDLE) counter_q <= '1;
    else if (taken && phase_q == SETTLE && step_q == SETTLED) counter_q <= {32{!is_tag_q}};
    else if (taken && entering && part == 2'd3) counter_q <= next_counter;
  end

  // ---- keys, nonce and tag ----
  (* ram_style = "distributed" *) logic [127:0] nh_keys [8];
  logic [3:0][59:0] field_keys_q;
  logic [3:0]       key_number, behind;
  logic             stores;
  assign stores = taken && phase_q == KEY && entering;
  assign key_number = {counter_q[1:0], part};
  assign key_row = nh_keys[3'(group) + 3'(part)];

  always_ff @(posedge clk) begin
    if (stores && key_number >= 4'd2 && key_number <= 4'd8) nh_keys[3'(key_number - 4'd2)] <= output_row;
    for (int i = 0; i < 2; i++) begin
      if (stores && key_number == 4'(i)) cipher_key_q[i] <= output_row;
      if (stores && key_number == 4'(9 + i)) field_keys_q[2*i] <= {output_row[91:64], output_row[127:96]};
      if (stores && key_number == 4'(9 + i)) field_keys_q[2*i+1] <= {output_row[27:0], output_row[63:32]};
    end
    if (taken && phase_q == IDLE) nonce_q <= key_update ? PARAMETERS : 96'(reversed(bdi[511:384]) >> 32);
    if (taken && (wants_tag || makes_tag)) tag_q <= wants_tag ? bdi[511:384] : output_bytes;
  end

  // ---- the hashes ----
  logic [59:0] nh, field_key;
  logic [14:0] digits;
  Hs1Nh u_nh (
    .clk,
    .rst,
    .step    (steps),
    .has_row (hashing_q && part <= last_row_q),
    .begins  (part == 2'd1),
    .last_row(last_row_q),
    .message (reversed(text_q[511:384])),
    .key     (key_row),
    .sum     (nh)
  );

  assign behind = step_q - SETTLED + 4'd1;  // the digits are fetched a step ahead
  assign field_key = field_keys_q[behind[3:2]];
  always_comb begin
    unique case (behind[1:0])
      2'd0:    digits = field_key[59:45];
      2'd1:    digits = field_key[44:30];
      2'd2:    digits = field_key[29:15];
      default: digits = field_key[14:0];
    endcase
  end

  Hs1Polynomial u_polynomial (
    .clk,
    .step  (steps),
    .part,
    .starts(group == 2'd0 ? starts_q : first_q),
    .keeps (keeps_q),
    .gives (gives_q),
    .key   (digits),
    .a     (nh),
    .result
  );

  always_ff @(posedge clk) begin
    if (taken && step_q == SETTLED) begin
      starts_q <= first_q;
      keeps_q <= hashing_q && !is_tag_q;
      gives_q <= hashing_q && last_q;
    end
  end

  // ---- what the next block is ----
  logic enters_tag, enters_data, hashes_next, last_d;
  always_comb begin
    source_d = NOTHING;
    if (takes_block) source_d = BLOCK;
    if (wants_lengths) source_d = LENGTHS;
    if (hashes_tag) source_d = OLD_TAG;
  end
  assign enters_tag = phase_q == TAG || source_q == OLD_TAG;
  assign enters_data = phase_q == STREAM || source_q == BLOCK;
  assign hashes_next = source_q != NOTHING || phase_q == TAG || (phase_q == STREAM && decrypt_q);
  assign last_d = !enters_data || (is_last && has_room);

  always_ff @(posedge clk) begin
    if (rst) begin
      hashing_q <= 1'b0;
      full_q <= 1'b0;
    end else if (taken && step_q == 4'd15) begin
      hashing_q <= hashes_next;
      full_q <= phase_q == STREAM;
    end
  end

  always_ff @(posedge clk) begin
    if (taken && decides) source_q <= source_d;
    if (taken && step_q == 4'd15 && hashes_next) begin
      is_tag_q <= enters_tag;
      first_q <= enters_tag || fresh_q;
      last_q <= last_d;
      last_row_q <= !enters_data ? 2'd0 : last_d ? lengths_row : 2'd3;
      if (!enters_tag) fresh_q <= 1'b0;
    end
    if (taken && wants_npub) fresh_q <= 1'b1;
  end

  always_ff @(posedge clk) begin
    if (taken && wants_npub) decrypt_q <= decrypt;
    if (taken && reads_bdi && !wants_tag) ends_q <= bdi_eoi;
    if (taken && (wants_npub || wants_tag)) has_tag_q <= wants_tag;
    if (taken && (wants_npub || (wants_block && is_data))) has_data_q <= !wants_npub;
  end

  // ---- control ----
  always_comb begin
    phase_d = phase_q;
    step_d = waits ? ENTERS : step_q + 4'd1;
    if (step_q == 4'd15) begin
      unique case (phase_q)
        KEY:     phase_d = KEY;
        SETTLE:  phase_d = is_tag_q ? STREAM : TAG;
        TAG:     phase_d = SIGN;
        STREAM:  phase_d = ends_stream ? LAST : STREAM;
        default: phase_d = source_q == NOTHING ? SETTLE : source_q == OLD_TAG ? SIGN : ABSORB;
      endcase
    end
    if (phase_q == SETTLE && step_q == SETTLED) step_d = ENTERS;
    if (phase_q == IDLE) begin
      phase_d = key_update ? KEY : FETCH;
      step_d = key_update ? BEFORE : ENTERS;
    end
    if (ends_keys || tells_tag || verifies) begin
      phase_d = IDLE;
      step_d = ENTERS;
    end
    if (makes_tag && !decrypt_q && !has_data_q) begin
      phase_d = LAST;
      step_d = 4'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      step_q <= ENTERS;
    end else if (taken) begin
      phase_q <= phase_d;
      step_q <= step_d;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_partial, bdi_valid_bytes, bdi_pad_loc};

endmodule
