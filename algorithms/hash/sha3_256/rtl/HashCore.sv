// SHA3-256 (FIPS 202): the sponge alone; the unit does the padding.
module HashCore (
  input  logic          clk,
  input  logic          rst,

  input  logic [1087:0] block,
  input  logic          block_valid,
  output logic          block_ready,
  input  logic          block_last,
  input  logic [7:0]    block_bytes,

  output logic [255:0]  digest,
  output logic          digest_valid,
  input  logic          digest_ready
);

  KeccakSponge u_sponge (
    .clk         (clk),
    .rst         (rst),
    .block       (block),
    .block_valid (block_valid),
    .block_ready (block_ready),
    .block_last  (block_last),
    .block_bytes (block_bytes),
    .digest      (digest),
    .digest_valid(digest_valid),
    .digest_ready(digest_ready)
  );

endmodule
