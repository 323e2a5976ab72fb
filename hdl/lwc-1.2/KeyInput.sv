// The secret half of the pre-processor: LDKEY, a KEY header and the key's words on SDI become one KEY-bit key, on offer until it is taken.
//
// A segment that is no key (another type, another length, or no EOT) is read to its end, and offered as `key_wrong` in place of a key. A word other than
// LDKEY in front of a header is passed over.
module KeyInput #(
    parameter int unsigned W = 32,
    parameter int unsigned KEY = 128
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] sdi_data,
    input logic sdi_valid,
    output logic sdi_ready,

    output logic [KEY-1:0] key,
    output logic key_valid,
    output logic key_wrong,
    input logic key_ready  // takes the one or the other
);
  localparam logic [15:0] KEY_BYTES = 16'(KEY / 8);

  typedef enum logic [1:0] {
    Instruction,
    Header,
    Words,
    Offer
  } state_e;
  state_e state_q, state_d;

  logic [KEY-1:0] key_q;
  logic step, header_begin, header_end, fits_q;
  logic last_word;
  logic [15:0] length, left;

  assign step = sdi_valid && sdi_ready;
  assign sdi_ready = state_q != Offer;

  if (W == 32) begin : gen_wide_header
    logic unused;

    assign unused = ^left;
    assign length = sdi_data[15:0];
    assign header_begin = 1'b1;
    assign header_end = 1'b1;
  end else begin : gen_narrow_header
    logic [$clog2(32/W)-1:0] header_index_q;

    assign length = 16'({left, sdi_data});
    assign header_begin = header_index_q == '0;
    assign header_end = header_index_q == '1;

    always_ff @(posedge clk) begin
      if (rst) header_index_q <= '0;
      else if (state_q == Header && step) header_index_q <= header_index_q + 1'b1;
    end
  end

  // Type KEY, EOT, and in the end the right length; the other flags say nothing that a key needs.
  always_ff @(posedge clk) begin
    if (state_q == Header && step) begin
      fits_q <= (header_begin ? sdi_data[W-1-:4] == 4'd12 && sdi_data[W-7] : fits_q) && (!header_end || length == KEY_BYTES);
    end
  end

  logic unused_empty, unused_whole_word;
  logic [$clog2(W/8):0] unused_tail;
  logic [W/8-1:0] unused_valid_bytes;

  SegmentCounter #(
      .W(W)
  ) u_counter (
      .clk(clk),
      .load(state_q == Header && step),
      .length(length),
      .step(state_q == Words && step),
      .left(left),
      .empty(unused_empty),
      .whole_word(unused_whole_word),
      .last_word(last_word),
      .tail(unused_tail),
      .valid_bytes(unused_valid_bytes)
  );

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Instruction: if (step && sdi_data[W-1-:4] == 4'h4) state_d = Header;
      Header: if (step && header_end) state_d = (length == '0) ? Offer : Words;
      Words: if (step && last_word) state_d = Offer;
      default: if (key_ready) state_d = Instruction;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) state_q <= Instruction;
    else state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (state_q == Words && step) key_q <= KEY'({key_q, sdi_data});
  end

  assign key = key_q;
  assign key_valid = state_q == Offer && fits_q;
  assign key_wrong = state_q == Offer && !fits_q;
endmodule
