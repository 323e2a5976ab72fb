// From the words of the LWC API to those of a hash message: takes instructions and headers off PDI, and marks the end of the message.
//
// Words leave full, the last one of a message with `word_end` and as many bytes as are left for it, which may be none. A message whose instruction or
// headers are none that this unit serves is read up to the end of the segment with Last, and ends with a word without bytes that says `word_refused`.
module HashInput #(
    parameter int unsigned W = 32,
    localparam int unsigned BYTES = W / 8,
    localparam int unsigned LOW = $clog2(BYTES)
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    output logic [W-1:0] word,
    output logic [LOW:0] word_bytes,
    output logic word_end,
    output logic word_refused,
    output logic word_valid,
    input logic word_ready
);
  typedef enum logic [2:0] {
    Instruction,
    Header,
    Segment,
    Data,
    End
  } state_e;
  state_e state_q, state_d, after_segment;

  logic [3:0] type_q;
  logic eot_q, last_q, refused_q;

  logic step, header_begin, header_end, fits, ends;
  logic empty, whole_word, last_word;
  logic [15:0] length, left;
  logic [LOW:0] tail;

  // ---------------------------------------------------------------------------------------------------------------- headers
  if (W == 32) begin : gen_wide_header
    logic unused;

    assign unused = ^left;
    assign length = pdi_data[15:0];
    assign header_begin = 1'b1;
    assign header_end = 1'b1;
  end else begin : gen_narrow_header
    logic [$clog2(32/W)-1:0] header_index_q;

    assign length = 16'({left, pdi_data});
    assign header_begin = header_index_q == '0;
    assign header_end = header_index_q == '1;

    always_ff @(posedge clk) begin
      if (rst) header_index_q <= '0;
      else if (state_q == Header && step) header_index_q <= header_index_q + 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (state_q == Header && step && header_begin) {type_q, eot_q, last_q} <= {pdi_data[W-1-:4], pdi_data[W-7], pdi_data[W-8]};
  end

  logic [BYTES-1:0] unused_valid_bytes;

  SegmentCounter #(
      .W(W)
  ) u_counter (
      .clk(clk),
      .load(state_q == Header && step),
      .length(length),
      .step(state_q == Data && step),
      .left(left),
      .empty(empty),
      .whole_word(whole_word),
      .last_word(last_word),
      .tail(tail),
      .valid_bytes(unused_valid_bytes)
  );

  // One segment ends the message and its type. The others hold whole words, at least one.
  assign fits = type_q == 4'd7 && eot_q == last_q && (last_q || (!empty && tail == '0));

  always_ff @(posedge clk) begin
    if (state_q == Instruction && state_d == Header) refused_q <= pdi_data[W-1-:4] != 4'h8;
    else if (state_q == Segment && !fits) refused_q <= 1'b1;
  end

  // ---------------------------------------------------------------------------------------------------------------- words
  assign step = pdi_valid && pdi_ready;
  assign ends = last_q && last_word;

  assign word = pdi_data;
  assign word_bytes = (state_q == End) ? '0 : whole_word ? (LOW + 1)'(BYTES) : tail;
  assign word_end = state_q == End || ends;
  assign word_refused = refused_q;
  assign word_valid = state_q == End || (state_q == Data && pdi_valid && !refused_q);

  always_comb begin
    unique case (state_q)
      Instruction, Header: pdi_ready = 1'b1;
      Data: pdi_ready = word_ready || refused_q;
      default: pdi_ready = 1'b0;
    endcase
  end

  // A key is nothing to a hash function: ACTKEY is passed over.
  assign after_segment = last_q ? End : Header;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Instruction: if (step && pdi_data[W-1-:4] != 4'h7) state_d = Header;
      Header: if (step && header_end) state_d = Segment;
      Segment: state_d = empty ? after_segment : Data;
      Data: if (step && last_word) state_d = (last_q && !refused_q) ? Instruction : after_segment;
      default: if (word_ready) state_d = Instruction;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) state_q <= Instruction;
    else state_q <= state_d;
  end
endmodule
