// Takes a message's segments off `din`: strips the headers and joins the bytes of all segments, which may end anywhere, into whole words.
//
// A header is one word: the mark of the last segment on top, zeros, the segment's length in bits in the lowest 31. A message one of whose lengths
// is not in whole bytes, or has bits set above those 31, is marked as refused; its segments are read all the same.
//
// Words leave full, the last one of a message with `word_end` and as many bytes as are left for it, which may be none.
module HashLoad #(
  parameter int unsigned W = 64,
  localparam int unsigned BYTES = W / 8,
  localparam int unsigned LOW = $clog2(BYTES)
) (
  input  logic         clk,
  input  logic         rst,

  input  logic [W-1:0] din,
  input  logic         din_valid,
  output logic         din_ready,

  output logic [W-1:0] word,         // the first byte most significant; what lies past `word_bytes` means nothing
  output logic [LOW:0] word_bytes,
  output logic         word_end,
  output logic         word_refused,
  output logic         word_valid,
  input  logic         word_ready
);

  typedef enum logic [1:0] {
    Header,
    Data,
    Rest  // the last bytes of the message did not fit into the word before
  } state_e;

  state_e state_q, state_d;

  // ---- headers ----
  logic        header, empty, fits;
  logic        last_q, refused_q;
  logic [28:0] left_q, left_d;  // bytes of the segment still to come, less one, less those of a word: negative at the last word
  logic [2:0]  unused_bits;

  assign header = state_q == Header && din_valid;
  assign empty = din[30:0] == '0;
  assign {left_d, unused_bits} = {1'b0, din[30:0]} - 32'(W + 1);

  if (W > 32) begin : gen_wide_header
    assign fits = din[2:0] == '0 && din[W-2:31] == '0;
  end else begin : gen_narrow_header
    assign fits = din[2:0] == '0;
  end

  // ---- words of a segment, moved behind the bytes that are kept ----
  logic             take, leave, room, last_word, full;
  logic [LOW:0]     size, total;
  logic [LOW-1:0]   kept_q;  // how many bytes are kept
  logic [BYTES-1:0] moved;   // which bytes of the word are not from those kept
  logic [W-1:0]     rest_q, rotated, joined;

  assign last_word = left_q[28];
  assign size = last_word ? {1'b0, left_q[LOW-1:0]} + 1'b1 : (LOW+1)'(BYTES);
  assign total = {1'b0, kept_q} + ((state_q == Rest) ? '0 : size);
  assign full = total[LOW];
  assign moved = {BYTES{1'b1}} >> kept_q;
  assign rotated = W'({din, din} >> {kept_q, 3'b000});

  for (genvar i = 0; i < BYTES; i++) begin : gen_byte
    assign joined[8*i +: 8] = moved[i] ? rotated[8*i +: 8] : rest_q[8*i +: 8];

    always_ff @(posedge clk) begin
      if (take && (full || moved[i])) rest_q[8*i +: 8] <= rotated[8*i +: 8];
    end
  end

  // ---- control ----
  logic ends, over;  // the last segment's last word is there; the message ends with what leaves now
  assign ends = last_q && last_word;
  assign over = state_q == Rest || (ends && (!full || total[LOW-1:0] == '0));

  assign room = !word_valid || word_ready;
  assign take = state_q == Data && din_valid && room;
  assign leave = (take && (full || ends)) || (state_q == Rest && room);
  assign din_ready = state_q == Header || (state_q == Data && room);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Header:  if (header) state_d = !empty ? Data : din[W-1] ? Rest : Header;
      Data:    if (take && last_word) state_d = (ends && !over) ? Rest : Header;
      default: if (room) state_d = Header;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) state_q <= Header;
    else state_q <= state_d;

    if (header) last_q <= din[W-1];
    if (header) left_q <= left_d;
    else if (take) left_q <= left_q - 29'(BYTES);

    if (rst || (leave && over)) refused_q <= 1'b0;
    else if (header && !fits) refused_q <= 1'b1;

    if (rst || (leave && over)) kept_q <= '0;
    else if (take) kept_q <= total[LOW-1:0];
  end

  // ---- the word on its way out ----
  always_ff @(posedge clk) begin
    if (rst) word_valid <= 1'b0;
    else if (room) word_valid <= leave;

    if (leave) begin
      word <= joined;
      word_bytes <= over ? total : (LOW+1)'(BYTES);
      word_end <= over;
      word_refused <= refused_q;
    end
  end

endmodule
