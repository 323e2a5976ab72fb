// Follows the messages of a CipherCore of two passes as CipherMonitor does, and what it puts into the FIFO outside. While the FIFO has held no more
// items than are counted, what is still due is known: nothing comes out unasked, and a message leaves nothing behind.
module TwoPassMonitor #(
    parameter int unsigned NPUB_BLOCKS = 1,
    parameter int unsigned NSEC_BLOCKS = 0,
    parameter int unsigned TAG_BLOCKS = 1,
    parameter int unsigned BLOCK_BYTES = 16,
    parameter int unsigned AD_BYTES = BLOCK_BYTES,
    parameter int unsigned SZ = $clog2((AD_BYTES > BLOCK_BYTES ? AD_BYTES : BLOCK_BYTES) + 1),
    parameter logic [2:0] PAD_AD = '0,
    parameter logic [2:0] PAD_DATA = '0,
    parameter logic EXPANDS = 1'b0,
    parameter int unsigned DEPTH = 4  // items that FifoStream counts
) (
    input logic clk,
    input logic rst,
    input logic key_update,
    input logic key_valid,
    input logic key_ready,
    input logic decrypt,
    input logic bdi_valid,
    input logic bdi_ready,
    input logic [3:0] bdi_type,
    input logic bdi_eot,
    input logic bdi_eoi,
    input logic bdi_partial,
    input logic [SZ-1:0] bdi_size,
    input logic bdo_valid,
    input logic bdo_ready,
    input logic msg_auth_valid,
    input logic msg_auth_ready,
    input logic fdo_valid,
    input logic fdi_empty,
    input logic fdi_counted,
    output logic between_messages,
    output logic well_formed,
    output logic settled,
    output logic bdo_unasked,
    output logic verdict_unasked,
    output logic key_unasked,
    output logic key_passed_over,
    output logic item_left  // an item in the FIFO, or on its way there, when no message is under way; or one in the FIFO when a message begins
);
  logic bdo_early, begins;

  CipherMonitor #(
      .NPUB_BLOCKS(NPUB_BLOCKS), .NSEC_BLOCKS(NSEC_BLOCKS), .TAG_BLOCKS(TAG_BLOCKS), .BLOCK_BYTES(BLOCK_BYTES), .AD_BYTES(AD_BYTES), .SZ(SZ),
      .PAD_AD(PAD_AD), .PAD_DATA(PAD_DATA), .EXPANDS(EXPANDS), .HELD(4 + DEPTH)
  ) messages (
      .clk, .rst, .key_update, .key_valid, .key_ready, .decrypt,
      .bdi_valid, .bdi_ready, .bdi_type, .bdi_eot, .bdi_eoi, .bdi_partial, .bdi_size,
      .bdo_valid, .bdo_ready, .msg_auth_valid, .msg_auth_ready,
      .between_messages, .well_formed, .settled, .bdo_unasked(bdo_early), .verdict_unasked, .key_unasked, .key_passed_over
  );

  assign bdo_unasked = fdi_counted && bdo_early;
  assign begins = between_messages && bdi_valid && bdi_ready;
  assign item_left = fdi_counted && well_formed && (!fdi_empty ? settled || begins : settled && !bdi_valid && fdo_valid);
endmodule
