// Counts a segment's bytes down, a word of W bits at a time, and says which bytes of the next word belong to it.
//
// Only the bits above log2(W/8) count; the bits below are the bytes of a last, partial word. Before the last word of a segment that is a whole
// number of words `left` is W/8, after it 0: a counter at 0 therefore describes a word without a message byte.
module SegmentCounter #(
    parameter int unsigned W = 32,
    localparam int unsigned BYTES = W / 8,
    localparam int unsigned LOW = $clog2(BYTES)
) (
    input logic clk,

    input logic load,
    input logic [15:0] length,  // bytes
    input logic step,

    output logic [15:0] left,  // bytes
    output logic empty,
    output logic whole_word,  // the next word is all message
    output logic last_word,  // the next word is the segment's last (meaningless when empty)
    output logic [LOW:0] tail,  // message bytes in a word that is not whole
    output logic [BYTES-1:0] valid_bytes  // of the next word, first byte most significant
);
  logic [15:0] left_q;
  logic [15-LOW:0] words;

  assign words = left_q[15:LOW];
  assign tail = (LOW + 1)'(left_q & 16'(BYTES - 1));
  assign left = left_q;
  assign whole_word = words != '0;
  assign empty = !whole_word && tail == '0;
  assign last_word = words == '0 || (words == (16 - LOW)'(1) && tail == '0);
  assign valid_bytes = whole_word ? '1 : ~({BYTES{1'b1}} >> tail);

  always_ff @(posedge clk) begin
    if (load) left_q <= length;
    else if (step && whole_word) left_q[15:LOW] <= words - 1'b1;
  end
endmodule
