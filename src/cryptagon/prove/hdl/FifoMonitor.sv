// Of a CipherCore of two passes: what CipherMonitor says of it, and what it puts into the FIFO outside. While the FIFO has held no more items than are
// counted, what is still due is known: nothing comes out unasked, and a message leaves nothing behind.
module FifoMonitor (
    input logic between_messages,
    input logic well_formed,
    input logic settled,
    input logic bdo_early,  // `bdo_unasked` of a CipherMonitor that takes the items that are counted for blocks that the core holds
    input logic bdi_valid,
    input logic bdi_ready,
    input logic fdo_valid,
    input logic fdi_empty,
    input logic fdi_counted,
    output logic bdo_unasked,
    output logic item_left  // an item in the FIFO, or on its way there, when no message is under way; or one in the FIFO when a message begins
);
  logic begins;

  assign bdo_unasked = fdi_counted && bdo_early;
  assign begins = between_messages && bdi_valid && bdi_ready;
  assign item_left = fdi_counted && well_formed && (!fdi_empty ? settled || begins : settled && !bdi_valid && fdo_valid);
endmodule
