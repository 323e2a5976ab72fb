// A cipher for tests that goes over its data twice: the tag of the plaintext begins the keystream. It is NOT secure.
//
//   state = key ^ npub
//   each block B of AD, then of plaintext:  state = rotl(state, 1) ^ B ^ size
//   tag = rotl(state, 1) ^ key
//   stream = tag ^ rotl(key, 7)
//   each block in -> out:                   out = in ^ stream, for the bytes of the message;  stream = rotl(stream, 1) ^ key
//
// Every block of data goes out on fdo as it comes, and comes back on fdi for the second pass; only the last one's size is kept here.
module CipherCore (
    input logic clk,
    input logic rst,
    input logic [127:0] key,
    input logic key_valid,
    output logic key_ready,
    input logic key_update,
    input logic decrypt,
    input logic [127:0] bdi,
    input logic bdi_valid,
    output logic bdi_ready,
    input logic [3:0] bdi_type,
    input logic bdi_eot,
    input logic bdi_eoi,
    input logic bdi_partial,
    input logic [4:0] bdi_size,
    input logic [15:0] bdi_valid_bytes,
    input logic [15:0] bdi_pad_loc,
    output logic [127:0] fdo,
    output logic fdo_valid,
    input logic fdo_ready,
    input logic [127:0] fdi,
    input logic fdi_valid,
    output logic fdi_ready,
    output logic [127:0] bdo,
    output logic bdo_valid,
    input logic bdo_ready,
    output logic [4:0] bdo_size,
    output logic msg_auth,
    output logic msg_auth_valid,
    input logic msg_auth_ready
);
  typedef enum logic [2:0] {
    Idle,
    FirstPass,
    TagIn,
    Begin,
    SecondPass,
    TagOut,
    Verdict
  } state_e;
  state_e fsm_q, fsm_d, after_data;

  logic [127:0] key_q, state_q, stream_q, given_tag_q;
  logic [31:0] left_q;  // blocks in the FIFO
  logic [4:0] last_size_q, size;
  logic decrypt_q;
  logic is_ad, is_data, take_block, take_back, last;
  logic [127:0] tag, mask, text, absorbed;

  assign is_ad = bdi_type == 4'd1;
  assign is_data = fsm_q == FirstPass && !is_ad;
  assign take_block = bdi_valid && bdi_ready;
  assign take_back = fdi_valid && fdi_ready;
  assign last = left_q == 32'd1;
  assign size = last ? last_size_q : 5'd16;
  assign mask = ~({128{1'b1}} >> {size, 3'b000});
  assign text = (fdi ^ stream_q) & mask;
  assign tag = {state_q[126:0], state_q[127]} ^ key_q;
  assign absorbed = (fsm_q == SecondPass) ? text ^ 128'(size) : bdi ^ 128'(bdi_size);

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      FirstPass: bdi_ready = is_ad || fdo_ready;
      TagIn: bdi_ready = 1'b1;
      default: bdi_ready = 1'b0;
    endcase
  end

  assign key_ready = fsm_q == Idle && key_update;
  assign fdo = bdi;
  assign fdo_valid = is_data && bdi_valid;
  assign fdi_ready = fsm_q == SecondPass && bdo_ready;
  assign bdo = (fsm_q == TagOut) ? tag : text;
  assign bdo_size = (fsm_q == TagOut) ? 5'd16 : size;
  assign bdo_valid = fsm_q == TagOut || (fsm_q == SecondPass && fdi_valid);
  assign msg_auth = tag == given_tag_q;
  assign msg_auth_valid = fsm_q == Verdict;
  assign after_data = decrypt_q ? Verdict : TagOut;

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, FirstPass: if (take_block) fsm_d = !bdi_eoi ? FirstPass : decrypt ? TagIn : Begin;
      TagIn: if (take_block) fsm_d = Begin;
      Begin: fsm_d = (left_q == '0) ? after_data : SecondPass;
      SecondPass: if (take_back && last) fsm_d = after_data;
      TagOut: if (bdo_ready) fsm_d = Idle;
      default: if (msg_auth_ready) fsm_d = Idle;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Idle;
    else fsm_q <= fsm_d;
    if (key_valid && key_ready) key_q <= key;
    if (take_block && fsm_q != TagIn) decrypt_q <= decrypt;
    if (take_block && fsm_q == TagIn) given_tag_q <= bdi;
    if (take_block && is_data) last_size_q <= bdi_size;
  end

  always_ff @(posedge clk) begin
    if (fsm_q == Idle) left_q <= '0;
    else if (take_block && is_data) left_q <= left_q + 1'b1;
    else if (take_back) left_q <= left_q - 1'b1;

    if (take_block && fsm_q == Idle) state_q <= key_q ^ bdi;
    else if ((take_block && fsm_q == FirstPass && (is_ad || !decrypt)) || (take_back && decrypt_q)) begin
      state_q <= {state_q[126:0], state_q[127]} ^ absorbed;
    end

    if (fsm_q == Begin) stream_q <= (decrypt_q ? given_tag_q : tag) ^ {key_q[120:0], key_q[127:121]};
    else if (take_back) stream_q <= {stream_q[126:0], stream_q[127]} ^ key_q;
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_valid_bytes, bdi_pad_loc};
endmodule
