// Pads a message and collects its words into blocks.
//
// Behind the message come the marker, zeros, and at the very end of the last block the trailer: constant bytes, a count, constant bytes. FINAL is
// added to the byte before the trailer. There are as many blocks as it takes for message, marker and trailer, and at least one.
//
// One word enters a cycle, of the message or of padding, unless a block is on offer. Where nothing comes behind a message, a full block waits for
// what follows it, to know whether it is the last one.
module HashPad #(
  parameter int unsigned W = 64,
  parameter int unsigned BLOCK = 512,
  parameter int unsigned MARKER_BYTES = 1,  // 0 to 4
  parameter int unsigned MARKER = 'h80,
  parameter int unsigned FINAL = 0,
  parameter int unsigned BEFORE_BYTES = 0,  // of constants before the count
  parameter int unsigned BEFORE = 0,
  parameter int unsigned COUNT = 0,         // 0 nothing, 1 the message's bits, 2 the blocks, padding included
  parameter int unsigned COUNT_BYTES = 0,   // 0, or 8 or more
  parameter int unsigned COUNT_LITTLE = 0,  // 1: its least significant byte first
  parameter int unsigned AFTER_BYTES = 0,   // of constants behind the count
  parameter int unsigned AFTER = 0,
  localparam int unsigned BYTES = W / 8,
  localparam int unsigned LOW = $clog2(BYTES),
  localparam int unsigned SZ = $clog2(BLOCK / 8 + 1)
) (
  input  logic             clk,
  input  logic             rst,

  input  logic [W-1:0]     word,
  input  logic [LOW:0]     word_bytes,
  input  logic             word_end,
  input  logic             word_refused,
  input  logic             word_valid,
  output logic             word_ready,

  output logic [BLOCK-1:0] block,
  output logic             block_last,
  output logic [SZ-1:0]    block_bytes,    // of it that are message
  output logic             block_refused,  // of the message; counts with block_last
  output logic             block_valid,
  input  logic             block_ready
);

  localparam int unsigned WORDS = BLOCK / W;
  localparam int unsigned INDEX = (WORDS > 1) ? $clog2(WORDS) : 1;
  localparam int unsigned TRAILER = BEFORE_BYTES + COUNT_BYTES + AFTER_BYTES;
  localparam int unsigned ENDING = MARKER_BYTES + TRAILER;  // bytes that come behind every message
  localparam int unsigned MOST = (ENDING + BLOCK / 8 - 1) / (BLOCK / 8);  // blocks that may follow the one in which the message ends
  localparam int unsigned MORE = (MOST > 1) ? $clog2(MOST + 1) : 1;
  localparam int unsigned TAIL_WORDS = TRAILER / BYTES + 1;  // words that hold the trailer and the byte before it
  localparam int unsigned TAIL = TAIL_WORDS * W;

  logic [INDEX-1:0] left_q;  // words of the block behind the one that is due
  logic [MORE-1:0]  more, more_q;  // blocks of the message behind this one
  logic             ended_q, spill_q;  // the message's last byte has come; in the word before
  logic [LOW:0]     size_q;  // bytes in its last word
  logic             last_q, refused_q, full_q;

  logic step, block_begin, block_end, ends, finish, late_end;
  assign block_begin = left_q == INDEX'(WORDS - 1);
  assign block_end = left_q == '0;
  assign ends = ended_q || word_end;
  assign step = !full_q && (ended_q || word_valid);
  assign finish = step && block_end && ends && more == '0;
  assign word_ready = (!full_q && !ended_q) || late_end;

  // ---- how far it is to the end ----
  logic [SZ-1:0]   free;  // bytes of the block behind the message
  logic [MORE-1:0] more_now;
  logic [31:0]     distance;  // words to the end of the last block

  assign free = SZ'({left_q, {LOW{1'b0}}}) + SZ'(BYTES) - SZ'(word_bytes);
  assign more = ended_q ? more_q : more_now;
  assign distance = 32'(more) * WORDS + 32'(left_q);

  always_comb begin
    more_now = '0;
    for (int unsigned i = 0; i < MOST; i++) begin
      if (32'(free) + i * (BLOCK / 8) < ENDING) more_now = MORE'(i + 1);
    end
  end

  // ---- the word that enters ----
  logic [2*W-1:0]  marker;  // in the message's last word, and in the one behind it
  logic [63:0]     count;
  logic [TAIL-1:0] tail, count_bytes;
  logic [W-1:0]    message, entering;

  assign marker = {W'(MARKER) << (W - 8 * MARKER_BYTES), {W{1'b0}}} >> {ended_q ? size_q : word_bytes, 3'b000};

  always_comb begin
    count_bytes = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      if (COUNT_BYTES != 0) count_bytes[8 * (AFTER_BYTES + ((COUNT_LITTLE != 0) ? COUNT_BYTES - 1 - i : i)) +: 8] = count[8*i +: 8];
    end
    tail = count_bytes | TAIL'(AFTER) | (TAIL'(BEFORE) << (8 * (COUNT_BYTES + AFTER_BYTES))) | (TAIL'(FINAL) << (8 * TRAILER));
  end

  always_comb begin
    for (int unsigned i = 0; i < BYTES; i++) begin
      message[W-8*(i+1) +: 8] = word[W-8*(i+1) +: 8] & {8{!ended_q && (LOW+1)'(i) < word_bytes}};
    end
    entering = message;
    if (spill_q) entering |= marker[W-1:0];
    if (!ended_q && word_end) entering |= marker[2*W-1:W];
    for (int unsigned i = 0; i < TAIL_WORDS; i++) begin
      if (ends && distance == i) entering |= tail[W*i +: W];
    end
  end

  // ---- counts ----
  if (COUNT == 1) begin : gen_bits
    logic [60-LOW:0] words_q;

    always_ff @(posedge clk) begin
      if (rst || finish) words_q <= '0;
      else if (step && !ended_q && word_bytes[LOW]) words_q <= words_q + 1'b1;
    end
    assign count = {words_q, ended_q ? size_q[LOW-1:0] : word_bytes[LOW-1:0], 3'b000};
  end else if (COUNT == 2) begin : gen_blocks
    logic [63:0] blocks_q;

    always_ff @(posedge clk) begin
      if (rst || finish) blocks_q <= 64'd1;
      else if (step && block_end) blocks_q <= blocks_q + 1'b1;
    end
    assign count = blocks_q;
  end else begin : gen_no_count
    assign count = '0;
  end

  // ---- control ----
  always_ff @(posedge clk) begin
    if (rst) left_q <= INDEX'(WORDS - 1);
    else if (step) left_q <= block_end ? INDEX'(WORDS - 1) : left_q - 1'b1;

    if (rst || finish) ended_q <= 1'b0;
    else if (step && ends) ended_q <= 1'b1;

    if (rst) spill_q <= 1'b0;
    else if (step) spill_q <= !ended_q && word_end && !finish;

    if (step && ends) more_q <= block_end ? more - 1'b1 : more;
    if (step && !ended_q) size_q <= word_bytes;
  end

  // ---- the block ----
  assign late_end = ENDING == 0 && full_q && !last_q && word_valid && word_end && word_bytes == '0;

  always_ff @(posedge clk) begin
    if (rst) full_q <= 1'b0;
    else if (step && block_end) full_q <= 1'b1;
    else if (block_valid && block_ready) full_q <= 1'b0;

    if (step) last_q <= finish;
    else if (late_end) last_q <= 1'b1;

    if ((step && !ended_q) || late_end) refused_q <= word_refused;

    if (step && !ended_q) block_bytes <= (block_begin ? '0 : block_bytes) + SZ'(word_bytes);
    else if (step && block_begin) block_bytes <= '0;
  end

  if (WORDS > 1) begin : gen_words
    always_ff @(posedge clk) begin
      if (step) block <= {block[BLOCK-W-1:0], entering};
    end
  end else begin : gen_word
    always_ff @(posedge clk) begin
      if (step) block <= entering;
    end
  end

  assign block_valid = full_q && (ENDING != 0 || last_q || (word_valid && !late_end));
  assign block_last = last_q;
  assign block_refused = refused_q;

endmodule
