// From the blocks of CipherCore back to the words of the LWC API: headers, data with the bytes past the length cleared, tag, status with `do_last`.
//
// One command describes one data segment. Its length alone says how many words leave and which bytes of the last one count. Decrypted words leave before
// the verdict is known; only the status word waits for it. The command of a message to hash asks for a digest, in blocks of HASH_BLOCK bits.
//
// A message that is refused ends with FAILURE. Its turn has come when every message before it is answered; then `abandon` resets the core, and words that
// a header has promised leave as zeros.
module LwcPostProcessor #(
    parameter int unsigned W = 32,
    parameter int unsigned BLOCK = 128,
    parameter int unsigned TAG = 128,
    parameter int unsigned HASH_BLOCK = 0,  // 0 where there are no digests
    parameter int unsigned DIGEST = 0
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
    input logic begun,  // it has written a command
    output logic abandon,
    output logic refused,  // its FAILURE leaves

    input logic msg_auth,
    input logic msg_auth_valid,
    output logic msg_auth_ready,

    output logic [W-1:0] do_data,
    output logic do_last,
    output logic do_valid,
    input logic do_ready
);
  localparam int unsigned BYTES = W / 8;
  localparam int unsigned WORDS = BLOCK / W;
  localparam int unsigned INDEX = (WORDS > 1) ? $clog2(WORDS) : 1;
  localparam logic HASHES = HASH_BLOCK != 0;
  localparam int unsigned HASH_LAST = (HASHES ? HASH_BLOCK : BLOCK) / W - 1;  // last word of a block of a digest

  typedef enum logic [1:0] {
    Header,
    Data,
    Status
  } state_e;
  state_e state_q, state_d;

  logic tag_q, tag_d;  // the segment in force is the tag
  logic eot_q, decrypt_q, digest_q;  // of the data segment in force; it is a digest
  logic [INDEX-1:0] index_q;  // word of the block
  logic [BLOCK-1:0] block_q;
  logic full_q;
  logic blank_q;  // it stands for one that the core no longer gives, and leaves as zeros
  logic abandon_q;

  logic sent, header_end, segment_end, block_end, last_word, over;
  logic takes_block, closing;
  logic data_eot, data_decrypt, is_digest, ends_data, untagged;
  logic [15:0] length;
  logic [31:0] header;
  logic [W-1:0] header_word, block_word, data_word;
  logic [BYTES-1:0] valid_bytes;
  logic unused;

  // ---------------------------------------------------------------------------------------------------------------- header
  assign data_decrypt = command[20] && !is_digest;  // CT goes in
  assign data_eot = command[18];
  assign unused = ^{command[23:21], command[19], command[17:16]};
  assign is_digest = HASHES && command[21];  // the bit that type 7 has and those of data have not

  assign length = tag_q ? 16'(TAG / 8) : is_digest ? 16'(DIGEST / 8) : command[15:0];
  assign header = {tag_q ? 8'h83 : is_digest ? 8'h93 : {3'b010, !data_decrypt, 2'b00, data_eot, data_eot && data_decrypt}, 8'h00, length};

  if (W == 32) begin : gen_wide_header
    assign header_word = header;
    assign header_end = state_q == Header && sent && !abandon_q;
  end else begin : gen_narrow_header
    logic [$clog2(32/W)-1:0] header_index_q;

    assign header_word = W'(header >> (W * (32 / W - 1 - 32'(header_index_q))));
    assign header_end = state_q == Header && sent && !abandon_q && header_index_q == '1;

    always_ff @(posedge clk) begin
      if (rst || refused) header_index_q <= '0;
      else if (state_q == Header && sent) header_index_q <= header_index_q + 1'b1;
    end
  end

  logic [15:0] unused_left;
  logic unused_empty, unused_whole_word;
  logic [$clog2(BYTES):0] unused_tail;

  SegmentCounter #(
      .W(W)
  ) u_counter (
      .clk(clk),
      .load(state_q == Header),
      .length(length),
      .step(state_q == Data && sent),
      .left(unused_left),
      .empty(unused_empty),
      .whole_word(unused_whole_word),
      .last_word(last_word),
      .tail(unused_tail),
      .valid_bytes(valid_bytes)
  );

  // ---------------------------------------------------------------------------------------------------------------- data
  assign block_word = W'(block_q >> (W * (WORDS - 1 - 32'(index_q))));

  for (genvar i = 0; i < BYTES; i++) begin : gen_byte
    assign data_word[8*i+:8] = block_word[8*i+:8] & {8{state_q == Data && valid_bytes[i] && !blank_q}};
  end

  // The next block may enter in the cycle in which the last word of this one leaves.
  assign bdo_ready = !full_q || (state_q == Data && block_end && do_ready);
  assign takes_block = bdo_ready && (bdo_valid || abandon_q);

  always_ff @(posedge clk) begin
    if (bdo_ready) {block_q, blank_q} <= {bdo, abandon_q};
    if (rst || refused) full_q <= 1'b0;
    else if (takes_block) full_q <= 1'b1;
    else if (bdo_ready || segment_end) full_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    if (state_q != Data) index_q <= '0;
    else if (sent) index_q <= block_end ? '0 : index_q + 1'b1;
  end

  // ---------------------------------------------------------------------------------------------------------------- control
  assign sent = do_valid && do_ready;
  assign block_end = index_q == (digest_q ? INDEX'(HASH_LAST) : INDEX'(WORDS - 1));
  assign segment_end = state_q == Data && sent && last_word;
  assign command_ready = header_end && !tag_q;
  assign msg_auth_ready = state_q == Status && decrypt_q && do_ready;

  always_comb begin
    unique case (state_q)
      Header: do_valid = command_valid || tag_q || abandon_q;
      Data: do_valid = full_q;
      default: do_valid = !decrypt_q || msg_auth_valid || abandon_q;
    endcase
  end

  // When its turn has come, what comes after the last promised word, or in place of a verdict, is the FAILURE.
  always_ff @(posedge clk) begin
    if (rst) abandon_q <= 1'b0;
    else abandon_q <= refuse && !refused && !command_valid && (begun || (state_q == Header && !tag_q));
  end

  assign abandon = abandon_q;
  assign refused = abandon_q && sent && state_q != Data;

  // A status is a word with its code on top. Each of the three kinds of words is zero in the states of the other two.
  logic [3:0] status;

  assign do_last = state_q == Status || (state_q == Header && abandon_q);

  always_comb begin
    status = 4'h0;
    if (do_last) status = (abandon_q || (decrypt_q && !msg_auth)) ? 4'hF : 4'hE;
  end
  assign do_data = (header_word & {W{state_q == Header && !abandon_q}}) | data_word | (W'(status) << (W - 4));

  // Behind the last of data follows the tag, or after a decryption and a digest the status.
  assign over = segment_end || (header_end && length == '0);
  assign closing = over && (tag_q || (ends_data && untagged));
  assign untagged = (state_q == Header) ? data_decrypt || is_digest : decrypt_q || digest_q;
  assign ends_data = (state_q == Header) ? data_eot : eot_q;

  always_comb begin
    state_d = state_q;
    tag_d = tag_q;
    if (header_end) state_d = Data;
    if (over) begin
      state_d = closing ? Status : Header;
      tag_d = ends_data && !closing;
    end
    if (state_q == Status && sent) state_d = Header;
    if (refused) state_d = Header;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      state_q <= Header;
      tag_q <= 1'b0;
    end else begin
      state_q <= state_d;
      tag_q <= refused ? 1'b0 : tag_d;
    end
    if (command_ready) {eot_q, decrypt_q} <= {data_eot, data_decrypt};
  end

  if (HASHES) begin : gen_digest
    always_ff @(posedge clk) begin
      if (command_ready) digest_q <= is_digest;
    end
  end else begin : gen_no_digest
    assign digest_q = 1'b0;
  end
endmodule
