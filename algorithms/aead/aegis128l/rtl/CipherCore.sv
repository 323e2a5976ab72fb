// AEGIS-128L (AEGIS v1.1, 2016): one update of the state a cycle, so one block of 256 bits a cycle.
//
// The core rests in a state from which one update leads to the initial one, once key and nonce are added: then the initial state needs no
// multiplexer before the registers. Words 1 to 3 of the initial state are constants, and stay what they are in that cycle.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [255:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [31:0]  bdi_valid_bytes,
  input  logic [31:0]  bdi_pad_loc,

  output logic [255:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [5:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  // Words 4 to 7 and 0 are such that an AES round of the word before gives what the initial state has besides key and nonce: 0, const0,
  // const1, const0, 0. Word 2 is const0, words 1 and 3 are const1.
  localparam logic [127:0] REST_0 = 128'h8c330749de1adda43baec72b1a2754ad;
  localparam logic [383:0] REST_3_TO_1 = {128'hdb3d18556dc22ff12011314273b528dd, 128'h000101020305080d1522375990e97962, 128'hdb3d18556dc22ff12011314273b528dd};
  localparam logic [511:0] REST_7_TO_4 = {
    128'h59d86878009654d2cc00dbc121a80982, 128'h2a93cc93196b4e840379c8cdc3a018e0, 128'hb190df2b4604414bd11d02d5d4c3c752, 128'h006051ab2d83c9111d4bdbe355d2f6e0
  };

  logic [7:0][127:0] state_q, state_d;
  logic [127:0]      key_q;
  logic [127:0]      operand_q;    // the nonce; then what the last updates add

  // ---- what this cycle does ----
  logic        in_start, in_blocks, in_finish, in_tag, rests, decrypts, compares, step, message_done, key_transfer;
  logic [3:0]  count;
  logic [31:0] ad_length, data_length;
  logic        takes_lengths;
  assign takes_lengths = in_finish && count == '0;

  UpdateControl #(
    .LastOfStart(10),
    .LastOfFinish(7)
  ) u_control (.*);

  // ---- keystream and tag ----
  logic [127:0] tag;
  logic [255:0] mask;  // what the state adds to a block, and the tag in its upper half
  assign tag = state_q[0] ^ state_q[1] ^ state_q[2] ^ state_q[3] ^ state_q[4] ^ state_q[5] ^ state_q[6];
  assign mask[255:128] = in_tag ? tag : state_q[1] ^ state_q[6] ^ (state_q[2] & state_q[3]);
  assign mask[127:0] = state_q[2] ^ state_q[5] ^ (state_q[6] & state_q[7]);

  logic [255:0] valid;  // all ones in the bytes of a decrypted block
  for (genvar i = 0; i < 32; i++) begin : gen_valid
    assign valid[8 * i +: 8] = {8{bdi_valid_bytes[i] && decrypts}};
  end

  // ---- the update ----
  logic [127:0]      nonce, start_key, m_a, m_b;
  logic [7:0][127:0] updated;
  assign nonce = bdi[255:128];
  assign start_key = key_q & {128{rests}};

  always_comb begin
    m_a = start_key ^ ((rests || in_blocks) ? bdi[255:128] : operand_q);
    m_b = 128'd0;
    if (rests) m_b ^= nonce;
    if (in_start) m_b ^= key_q;
    if (in_blocks) m_b ^= bdi[127:0];
    if (in_finish) m_b ^= operand_q;
    if (decrypts) {m_a, m_b} = bdo & valid;
  end

  AegisUpdate u_update (
    .s  (state_q),
    .m_a,
    .m_b,
    .y  (updated)
  );

  always_comb begin
    state_d = updated;
    for (int i = 5; i < 8; i++) state_d[i] ^= start_key;
  end

  // ---- lengths ----
  // In bits, in 64 bits with the least significant byte first.
  function automatic logic [63:0] length_word(input logic [31:0] length);
    length_word = {length[4:0], 3'd0, length[12:5], length[20:13], length[28:21], 5'd0, length[31:29], 24'd0};
  endfunction

  // ---- ports ----
  assign bdo[255:128] = mask[255:128] ^ ((in_blocks || compares) ? bdi[255:128] : 128'd0);
  assign bdo[127:0] = mask[127:0] ^ (in_blocks ? bdi[127:0] : 128'd0);
  assign msg_auth = bdo[255:128] == 128'd0;

  // ---- registers ----
  always_ff @(posedge clk) begin
    if (rst || message_done) {state_q[7:4], state_q[0]} <= {REST_7_TO_4, REST_0};
    else if (step && !takes_lengths) {state_q[7:4], state_q[0]} <= {state_d[7:4], state_d[0]};
  end

  always_ff @(posedge clk) begin
    if (rst || message_done || rests) state_q[3:1] <= REST_3_TO_1;
    else if (step && !takes_lengths) state_q[3:1] <= state_d[3:1];
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (rests) operand_q <= nonce;
    else if (takes_lengths) operand_q <= state_q[2] ^ {length_word(ad_length), length_word(data_length)};
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_partial, bdi_pad_loc};

endmodule
