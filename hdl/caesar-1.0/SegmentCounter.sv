// Counts a segment's bytes down, a word of W bits at a time, and says which bytes of the next word belong to it.
//
// Only the bits above log2(W/8), the whole words, are counted; the bits below are the bytes of a last, partial word. When a segment of whole words
// is over, or was empty, the counter describes a word without a message byte. The two flags are registers, worked out a word ahead: they gate W bits.
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
  localparam int unsigned COUNT = 16 - LOW;

  logic [15:0] left_q;
  logic whole_word_q, last_word_q;
  logic [COUNT-1:0] words_in, words_q;
  logic whole_words_in, whole_words_q;  // no partial word at the end

  assign words_in = length[15:LOW];
  assign words_q = left_q[15:LOW];
  assign whole_words_in = (length & 16'(BYTES - 1)) == '0;
  assign whole_words_q = tail == '0;
  assign tail = (LOW + 1)'(left_q & 16'(BYTES - 1));

  always_ff @(posedge clk) begin
    if (load) begin
      left_q <= length;
      whole_word_q <= words_in != '0;
      last_word_q <= words_in == '0 || (words_in == COUNT'(1) && whole_words_in);
    end else if (step && whole_word_q) begin
      left_q[15:LOW] <= words_q - 1'b1;
      whole_word_q <= words_q != COUNT'(1);
      last_word_q <= words_q == COUNT'(1) || (words_q == COUNT'(2) && whole_words_q);
    end
  end

  assign left = left_q;
  assign whole_word = whole_word_q;
  assign last_word = last_word_q;
  assign empty = !whole_word_q && whole_words_q;
  assign valid_bytes = whole_word_q ? '1 : ~({BYTES{1'b1}} >> tail);
endmodule
