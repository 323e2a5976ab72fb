// From the blocks of CipherCore back to the words of the API: headers, data with the bytes past the length cleared, tag, status.
//
// One command describes one data segment. The segment's length alone says how many words leave and which bytes of the last one count.
// Decrypted words leave before the verdict is known; only the status word waits for it.
// With ANY_SEGMENTS a segment may begin within a block, and within a word of it.
//
// With NSEC the first command of a message is that of its secret message number, whose type says so: nothing but a further command follows it.
//
// With EXPANDS a decrypted segment with Partial ends with a block that holds padding. That block leaves as a segment of its own, without the padding, and
// waits for the verdict: its length would tell whoever forges messages what a ciphertext decrypts to. Without an authentic message and right padding it
// has no bytes, and the status is FAILURE.
//
// A message that is refused ends with FAILURE. Its turn has come when every message before it is answered; then `abandon` resets the core, and words
// that a header has promised leave as zeros.
module PostProcessor #(
    parameter int unsigned W = 32,
    parameter int unsigned BLOCK = 128,
    parameter int unsigned NSEC = 0,
    parameter int unsigned TAG = 128,
    parameter int unsigned ANY_SEGMENTS = 0,
    parameter int unsigned EXPANDS = 0,
    parameter int unsigned COMMANDS = 4  // that may wait
) (
    input logic clk,
    input logic rst,

    input logic [23:0] command,
    input logic command_valid,
    output logic command_ready,

    input logic [BLOCK-1:0] bdo,
    input logic bdo_valid,
    output logic bdo_ready,

    input logic refuse,  // the message in force is to end with FAILURE
    input logic begins,  // a message begins
    input logic begun,  // that in force has written a command
    output logic abandon,
    output logic refused,  // its FAILURE leaves

    input logic msg_auth,
    input logic msg_auth_valid,
    output logic msg_auth_ready,

    output logic [W-1:0] do_data,
    output logic do_valid,
    input logic do_ready
);
  localparam int unsigned BYTES = W / 8;
  localparam int unsigned WORDS = BLOCK / W;
  localparam int unsigned INDEX = (WORDS > 1) ? $clog2(WORDS) : 1;
  localparam int unsigned LOW = $clog2(BYTES);
  localparam logic ANY = ANY_SEGMENTS != 0;
  localparam logic GROWS = EXPANDS != 0;

  typedef enum logic [1:0] {
    Header,
    Data,
    Status,
    Strip  // with EXPANDS: the padding of the last block is looked for
  } state_e;
  state_e state_q, state_d;

  logic [3:0] command_type;
  logic command_partial, command_eot, command_decrypt;
  logic command_ends;  // the last of data
  logic [15:0] command_length;
  logic [1:0] unused_command;

  logic tag_q, tag_d;  // the segment in force is the tag
  logic eot_q, decrypt_q;
  logic [INDEX-1:0] index_q;  // word of the block
  logic [BLOCK-1:0] block_q;
  logic full_q;
  logic blank_q;  // it stands for one that the core no longer gives, and leaves as zeros
  logic abandon_q;

  // What EXPANDS changes, in order of use.
  logic [15:0] data_length;  // of the segment whose header leaves, where it is not the tag
  logic [15:0] data_header;  // its upper half
  logic spent;  // what is left of the block is no message
  logic goes_on, rests;  // the next word of the block is due; none is until the next header has left
  logic at_command, takes_command;  // the header that leaves is that of a command; the command is not needed any more
  logic header_valid, verdict_valid, accepted;
  logic mid_message;  // at a header that no command belongs to
  state_e next_state;

  logic sent, header_moves, header_end, block_end, segment_end;
  logic enters, consumes;  // the word that leaves needs the block's next word, and takes it
  logic turn;  // of a message that is to be refused
  logic over, class_over, drop;  // what is left of the block is no message
  logic whole_word, last_word;
  logic [LOW:0] tail;
  logic [BYTES-1:0] valid_bytes;
  logic [15:0] length;
  logic [31:0] header;
  logic [W-1:0] header_word, block_word, message_word, data_word;
  logic [3:0] status;

  // ---------------------------------------------------------------------------------------------------------------- header
  assign {command_type, command_partial, command_eot, unused_command, command_length} = command;
  assign command_decrypt = command_type[0];
  assign command_ends = command_eot && !(NSEC != 0 && command_type[3]);

  // Plaintext (4) comes out as ciphertext (5) and the reverse, and so do both forms of the secret message number (14, 15). The last segment is the tag, or the plaintext where there is no tag.
  assign length = tag_q ? 16'(TAG / 8) : data_length;
  assign header[31:16] = tag_q ? 16'h8300 : data_header;
  assign header[15:0] = length;

  if (W >= 32) begin : gen_wide_header
    assign header_word = W'(header) << (W - 32);
    assign header_end = header_moves;
  end else begin : gen_narrow_header
    logic [$clog2(32/W)-1:0] header_index_q;

    assign header_word = W'(header >> (W * (32 / W - 1 - 32'(header_index_q))));
    assign header_end = header_moves && header_index_q == '1;

    always_ff @(posedge clk) begin
      if (rst) header_index_q <= '0;
      else if (header_moves) header_index_q <= header_index_q + 1'b1;
    end
  end

  logic [15:0] unused_left;
  logic unused_empty;

  SegmentCounter #(
      .W(W)
  ) u_counter (
      .clk(clk),
      .load(state_q == Header),
      .length(length),
      .step(state_q == Data && sent),
      .left(unused_left),
      .empty(unused_empty),
      .whole_word(whole_word),
      .last_word(last_word),
      .tail(tail),
      .valid_bytes(valid_bytes)
  );

  // ---------------------------------------------------------------------------------------------------------------- data
  assign block_word = W'(block_q >> (W * (WORDS - 1 - 32'(index_q))));

  for (genvar i = 0; i < BYTES; i++) begin : gen_byte
    assign data_word[8*i+:8] = message_word[8*i+:8] & {8{state_q == Data && valid_bytes[i] && (ANY || !blank_q)}};
  end

  if (ANY) begin : gen_any
    logic [LOW:0] waiting, leaving;
    logic unused;

    assign unused = spent;
    assign leaving = whole_word ? (LOW + 1)'(BYTES) : tail;
    assign enters = waiting < leaving;
    assign consumes = state_q == Data && enters && sent;

    Realigner #(
        .W(W)
    ) u_realigner (
        .clk(clk),
        .clear(rst || refused || class_over),
        .step(state_q == Data && sent),
        .in(block_word & {W{enters && !blank_q}}),
        .in_size(enters ? (LOW + 1)'(BYTES) : '0),
        .out_size(leaving),
        .out(message_word),
        .held(waiting)
    );

    assign drop = class_over && ((state_q == Data && enters) || index_q != '0);
  end else begin : gen_whole_blocks
    logic unused;

    assign unused = ^{whole_word, tail};
    assign enters = 1'b1;
    assign consumes = sent;
    assign message_word = block_word;
    assign drop = spent;
  end

  // ---------------------------------------------------------------------------------------------------------------- padding of the last block
  // The block is looked at from its first word to its last, whatever is in it: the time that this takes tells nothing.
  if (GROWS) begin : gen_strip
    localparam int unsigned REST = $clog2(BLOCK / 8);
    logic splits, alone;  // the command in force is of a segment that ends with padding; of nothing but that block
    logic split_q;  // the segment in force comes before a block with padding
    logic strip_q;  // it is that block without its padding
    logic scans;  // a word of that block is looked at
    logic filled, marks, right_q;  // there is a byte that is not zero; the last of them is 0x80
    logic [REST-1:0] place, rest_q;  // where it is

    assign splits = !tag_q && !strip_q && command_partial && command_decrypt;
    assign alone = splits && command_length == '0;
    assign scans = state_q == Strip && full_q;

    assign data_length = !strip_q ? command_length : accepted ? 16'(rest_q) : '0;
    assign data_header = strip_q ? 16'h4300 : splits ? 16'h4000 :
        {command_type[3:1], !command_decrypt, command_partial, 1'b0, command_eot, command_eot && command_decrypt, 8'h00};
    assign spent = segment_end || (strip_q && over);
    assign goes_on = consumes || scans;
    assign rests = state_q != Data && state_q != Strip;
    assign at_command = state_q == Header && !strip_q;
    assign takes_command = (header_end && !strip_q) || (state_q == Header && alone && command_valid && !abandon_q);
    assign header_valid = strip_q ? msg_auth_valid : command_valid && !alone;
    assign verdict_valid = msg_auth_valid && state_q != Strip;
    assign accepted = msg_auth && (right_q || !strip_q);
    assign mid_message = tag_q || strip_q;

    always_comb begin
      state_d = next_state;
      if ((over && split_q) || (command_ready && alone)) state_d = Strip;
      if ((scans && block_end) || refused) state_d = Header;
    end

    always_comb begin
      {filled, marks, place} = '0;
      for (int unsigned i = 0; i < BYTES; i++) begin
        if (block_word[W-1-8*i-:8] != 8'h00) begin
          filled = 1'b1;
          marks = block_word[W-1-8*i-:8] == 8'h80;
          place = REST'(32'(index_q) * BYTES + i);
        end
      end
    end

    always_ff @(posedge clk) begin
      if (state_q == Header && !strip_q) right_q <= 1'b0;
      else if (scans && filled) {right_q, rest_q} <= {marks, place};
    end

    always_ff @(posedge clk) begin
      if (rst || refused || state_q == Strip) split_q <= 1'b0;
      else if (command_ready) split_q <= splits;

      if (rst || refused || (state_q == Status && sent)) strip_q <= 1'b0;
      else if (scans && block_end) strip_q <= 1'b1;
    end
  end else begin : gen_no_strip
    assign data_length = command_length;
    assign data_header = {command_type[3:1], !command_decrypt, command_partial, 1'b0, command_eot, command_ends && command_decrypt, 8'h00};
    assign {spent, goes_on, rests, at_command} = {segment_end, consumes, state_q != Data, state_q == Header};
    assign {takes_command, header_valid, verdict_valid} = {header_end, command_valid, msg_auth_valid};
    assign {accepted, mid_message, state_d} = {msg_auth, tag_q, next_state};
  end

  // The next block may enter in the cycle in which the last word of this one leaves.
  assign bdo_ready = !full_q || (state_q == Data && enters && block_end && do_ready);

  always_ff @(posedge clk) begin
    if (bdo_ready) {block_q, blank_q} <= {bdo, abandon_q};
    if (rst || refused) full_q <= 1'b0;
    else if (bdo_ready) full_q <= bdo_valid || abandon_q;
    else if (drop) full_q <= 1'b0;
  end

  // ---------------------------------------------------------------------------------------------------------------- control
  assign sent = do_valid && do_ready;
  assign header_moves = state_q == Header && !abandon_q && sent;
  assign block_end = index_q == INDEX'(WORDS - 1);
  assign segment_end = state_q == Data && sent && last_word;
  assign command_ready = takes_command && !tag_q;
  assign msg_auth_ready = state_q == Status && decrypt_q && do_ready;

  always_comb begin
    unique case (state_q)
      Header: do_valid = header_valid || tag_q || abandon_q;
      Data: do_valid = full_q || !enters;
      default: do_valid = !decrypt_q || verdict_valid || abandon_q;
    endcase
  end

  if (COMMANDS > 4) begin : gen_counted
    // Commands of a refused message may wait behind the one whose bytes never come. Its turn has come when it is the only message.
    logic [$clog2(COMMANDS):0] messages_q;
    logic unused;

    assign unused = ^{begun, mid_message};

    assign turn = messages_q == ($clog2(COMMANDS) + 1)'(1) && (abandon_q || state_q == Data || !command_valid);

    always_ff @(posedge clk) begin
      if (rst) messages_q <= '0;
      else messages_q <= messages_q + ($clog2(COMMANDS) + 1)'(begins) - ($clog2(COMMANDS) + 1)'(refused || (state_q == Status && sent));
    end
  end else begin : gen_drained
    logic unused;

    assign unused = begins;
    assign turn = !command_valid && (begun || (state_q == Header && !mid_message));
  end

  // When its turn has come, what comes after the last promised word, or in place of a verdict, is the FAILURE.
  always_ff @(posedge clk) begin
    if (rst) abandon_q <= 1'b0;
    else abandon_q <= refuse && !refused && turn;
  end

  assign abandon = abandon_q;
  assign refused = abandon_q && sent && state_q != Data;

  // Each of the three is zero in the states of the other two.
  always_comb begin
    status = 4'h0;
    if (abandon_q && state_q != Data) status = 4'hF;
    else if (state_q == Status) status = (decrypt_q && !accepted) ? 4'hF : 4'hE;
  end
  assign do_data = (header_word & {W{state_q == Header && !abandon_q}}) | data_word | (W'(status) << (W - 4));

  // What follows the end of a data segment: another one, the tag, or the status.
  logic ends_type, ends_decryption;
  assign over = segment_end || (header_end && length == '0);
  assign ends_type = at_command ? command_ends : eot_q;
  assign ends_decryption = at_command ? command_decrypt : decrypt_q;
  assign class_over = over && (tag_q || ends_type);

  always_comb begin
    next_state = state_q;
    tag_d = tag_q;
    if (header_end) next_state = Data;
    if (over) begin
      next_state = (tag_q || (ends_type && ends_decryption)) ? Status : Header;
      tag_d = !tag_q && ends_type && !ends_decryption;
    end
    if (state_q == Status && sent) next_state = Header;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      state_q <= Header;
      tag_q <= 1'b0;
    end else begin
      state_q <= state_d;
      tag_q <= tag_d;
    end
    if (command_ready) {eot_q, decrypt_q} <= {command_ends, command_decrypt};
  end

  always_ff @(posedge clk) begin
    if (ANY ? rst || refused || class_over : rests) index_q <= '0;
    else if (goes_on) index_q <= block_end ? '0 : index_q + 1'b1;
  end
endmodule
