// A hash function with words in and words out: loads a message's segments, pads, hashes, unloads the digest. See docs/hash-interface.md.
//
// The next block enters while the core works, and the digest leaves while the next message enters. What the padding is, and the width of the
// words, are parameters; the core around which the unit stands has none.
module HashUnit #(
  parameter int unsigned W = 64,  // of din and dout
  parameter int unsigned BLOCK = 512,
  parameter int unsigned DIGEST = 256,
  parameter int unsigned MARKER_BYTES = 1,  // the padding: see HashPad
  parameter int unsigned MARKER = 'h80,
  parameter int unsigned FINAL = 0,
  parameter int unsigned BEFORE_BYTES = 0,
  parameter int unsigned BEFORE = 0,
  parameter int unsigned COUNT = 0,
  parameter int unsigned COUNT_BYTES = 0,
  parameter int unsigned COUNT_LITTLE = 0,
  parameter int unsigned AFTER_BYTES = 0,
  parameter int unsigned AFTER = 0
) (
  input  logic         clk,
  input  logic         rst,

  input  logic [W-1:0] din,
  input  logic         din_valid,
  output logic         din_ready,

  output logic [W-1:0] dout,
  output logic         dout_last,
  output logic         dout_error,
  output logic         dout_valid,
  input  logic         dout_ready
);

  localparam int unsigned LOW = $clog2(W / 8);
  localparam int unsigned SZ = $clog2(BLOCK / 8 + 1);

  if (W < 32 || (W & (W - 1)) != 0) begin : gen_check_w
    $error("HashUnit: W must be a power of two, 32 or more");
  end
  if (BLOCK < W || BLOCK % W != 0) begin : gen_check_block
    $error("HashUnit: BLOCK must be a multiple of W");
  end
  if (DIGEST < W || DIGEST % W != 0) begin : gen_check_digest
    $error("HashUnit: DIGEST must be a multiple of W");
  end
  if (MARKER_BYTES > 4 || FINAL > 255 || COUNT > 2 || COUNT_LITTLE > 1) begin : gen_check_padding
    $error("HashUnit: MARKER_BYTES is 0 to 4, FINAL a byte, COUNT 0 to 2, COUNT_LITTLE 0 or 1");
  end
  if ((COUNT == 0) != (COUNT_BYTES == 0) || (COUNT_BYTES != 0 && COUNT_BYTES < 8)) begin : gen_check_count
    $error("HashUnit: COUNT_BYTES is 8 or more where there is a count, else 0");
  end

  logic [W-1:0] word;
  logic [LOW:0] word_bytes;
  logic         word_end, word_refused, word_valid, word_ready;

  HashLoad #(
    .W(W)
  ) u_load (
    .clk         (clk),
    .rst         (rst),
    .din         (din),
    .din_valid   (din_valid),
    .din_ready   (din_ready),
    .word        (word),
    .word_bytes  (word_bytes),
    .word_end    (word_end),
    .word_refused(word_refused),
    .word_valid  (word_valid),
    .word_ready  (word_ready)
  );

  logic [BLOCK-1:0] block;
  logic [SZ-1:0]    block_bytes;
  logic             block_last, block_refused, block_valid, block_ready;

  HashPad #(
    .W           (W),
    .BLOCK       (BLOCK),
    .MARKER_BYTES(MARKER_BYTES),
    .MARKER      (MARKER),
    .FINAL       (FINAL),
    .BEFORE_BYTES(BEFORE_BYTES),
    .BEFORE      (BEFORE),
    .COUNT       (COUNT),
    .COUNT_BYTES (COUNT_BYTES),
    .COUNT_LITTLE(COUNT_LITTLE),
    .AFTER_BYTES (AFTER_BYTES),
    .AFTER       (AFTER)
  ) u_pad (
    .clk          (clk),
    .rst          (rst),
    .word         (word),
    .word_bytes   (word_bytes),
    .word_end     (word_end),
    .word_refused (word_refused),
    .word_valid   (word_valid),
    .word_ready   (word_ready),
    .block        (block),
    .block_last   (block_last),
    .block_bytes  (block_bytes),
    .block_refused(block_refused),
    .block_valid  (block_valid),
    .block_ready  (block_ready)
  );

  // The core may begin a message before it gives the digest of the one before, but not end it: so one mark of a refused message is enough.
  logic closed_q, refused_q;  // the last block of a message is in the core, its digest has not come yet
  logic withhold, core_valid, core_ready, close;
  assign withhold = closed_q && block_last;
  assign core_valid = block_valid && !withhold;
  assign block_ready = core_ready && !withhold;
  assign close = core_valid && core_ready && block_last;

  logic [DIGEST-1:0] digest;
  logic              digest_valid, digest_ready;

  always_ff @(posedge clk) begin
    if (rst) closed_q <= 1'b0;
    else if (close) closed_q <= 1'b1;
    else if (digest_valid && digest_ready) closed_q <= 1'b0;

    if (close) refused_q <= block_refused;
  end

  HashCore u_core (
    .clk         (clk),
    .rst         (rst),
    .block       (block),
    .block_last  (block_last),
    .block_bytes (block_bytes),
    .block_valid (core_valid),
    .block_ready (core_ready),
    .digest      (digest),
    .digest_valid(digest_valid),
    .digest_ready(digest_ready)
  );

  HashUnload #(
    .W     (W),
    .DIGEST(DIGEST)
  ) u_unload (
    .clk           (clk),
    .rst           (rst),
    .digest        (digest),
    .digest_refused(refused_q),
    .digest_valid  (digest_valid),
    .digest_ready  (digest_ready),
    .dout          (dout),
    .dout_last     (dout_last),
    .dout_error    (dout_error),
    .dout_valid    (dout_valid),
    .dout_ready    (dout_ready)
  );

endmodule
