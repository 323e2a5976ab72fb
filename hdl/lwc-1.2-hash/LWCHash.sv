// The LWC Hardware API v1.2 around one HashCore: messages (PDI) in, digests (DO) out. See docs/lwc-api.md.
//
// Padding and the core are those of the hash interface: see hdl/sha3/HashPad.sv. The next block enters while the core works, and the digest leaves while
// the next message enters.
module LWCHash #(
    parameter int unsigned W = 32,  // of both buses
    parameter int unsigned BLOCK = 64,
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
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    output logic [W-1:0] do_data,
    output logic do_last,
    output logic do_valid,
    input logic do_ready
);
  localparam int unsigned LOW = $clog2(W / 8);
  localparam int unsigned SZ = $clog2(BLOCK / 8 + 1);

  if (W != 8 && W != 16 && W != 32) begin : gen_check_w
    $error("LWCHash: W is 8, 16 or 32");
  end
  if (BLOCK < W || BLOCK % W != 0) begin : gen_check_block
    $error("LWCHash: BLOCK must be a multiple of W");
  end
  if (DIGEST < W || DIGEST % W != 0) begin : gen_check_digest
    $error("LWCHash: DIGEST must be a multiple of W");
  end
  if (8 * MARKER_BYTES > W || FINAL > 255 || COUNT > 2 || COUNT_LITTLE > 1) begin : gen_check_padding
    $error("LWCHash: MARKER_BYTES fit into a word, FINAL is a byte, COUNT 0 to 2, COUNT_LITTLE 0 or 1");
  end
  if ((COUNT == 0) != (COUNT_BYTES == 0) || (COUNT_BYTES != 0 && COUNT_BYTES < 8)) begin : gen_check_count
    $error("LWCHash: COUNT_BYTES is 8 or more where there is a count, else 0");
  end
  if (W == 8 && COUNT == 1) begin : gen_check_bits
    $error("LWCHash: a count of bits asks for words of 16 or 32 bits");
  end

  logic [W-1:0] word;
  logic [LOW:0] word_bytes;
  logic word_end, word_refused, word_valid, word_ready;

  HashInput #(
      .W(W)
  ) u_input (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .word(word),
      .word_bytes(word_bytes),
      .word_end(word_end),
      .word_refused(word_refused),
      .word_valid(word_valid),
      .word_ready(word_ready)
  );

  logic [BLOCK-1:0] block;
  logic [SZ-1:0] block_bytes;
  logic block_last, block_refused, block_valid, block_ready;

  HashPad #(
      .W(W),
      .BLOCK(BLOCK),
      .MARKER_BYTES(MARKER_BYTES),
      .MARKER(MARKER),
      .FINAL(FINAL),
      .BEFORE_BYTES(BEFORE_BYTES),
      .BEFORE(BEFORE),
      .COUNT(COUNT),
      .COUNT_BYTES(COUNT_BYTES),
      .COUNT_LITTLE(COUNT_LITTLE),
      .AFTER_BYTES(AFTER_BYTES),
      .AFTER(AFTER)
  ) u_pad (
      .clk(clk),
      .rst(rst),
      .word(word),
      .word_bytes(word_bytes),
      .word_end(word_end),
      .word_refused(word_refused),
      .word_valid(word_valid),
      .word_ready(word_ready),
      .block(block),
      .block_last(block_last),
      .block_bytes(block_bytes),
      .block_refused(block_refused),
      .block_valid(block_valid),
      .block_ready(block_ready)
  );

  // The core may begin a message before it gives the digest of the one before, but not end it: so one mark of a refused message is enough.
  logic closed_q, refused_q;  // the last block of a message is in the core, its digest has not come yet
  logic withhold, core_valid, core_ready, close;
  logic [DIGEST-1:0] digest;
  logic digest_valid, digest_ready;

  assign withhold = closed_q && block_last;
  assign core_valid = block_valid && !withhold;
  assign block_ready = core_ready && !withhold;
  assign close = core_valid && core_ready && block_last;

  always_ff @(posedge clk) begin
    if (rst) closed_q <= 1'b0;
    else if (close) closed_q <= 1'b1;
    else if (digest_valid && digest_ready) closed_q <= 1'b0;

    if (close) refused_q <= block_refused;
  end

  HashCore u_core (
      .clk(clk),
      .rst(rst),
      .block(block),
      .block_last(block_last),
      .block_bytes(block_bytes),
      .block_valid(core_valid),
      .block_ready(core_ready),
      .digest(digest),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready)
  );

  HashOutput #(
      .W(W),
      .DIGEST(DIGEST)
  ) u_output (
      .clk(clk),
      .rst(rst),
      .digest(digest),
      .digest_refused(refused_q),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .do_data(do_data),
      .do_last(do_last),
      .do_valid(do_valid),
      .do_ready(do_ready)
  );
endmodule
