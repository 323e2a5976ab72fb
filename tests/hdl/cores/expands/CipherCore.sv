// A cipher for tests whose ciphertext holds the padding of its plaintext. Blocks of 128 bits; it is NOT secure.
//
//   state = key ^ npub
//   associated data, each block A:   state = rotl(state, 1) ^ A ^ size
//   data, each block in -> out:      out   = in ^ state, padding included
//                                    state = rotl(state, 1) ^ P ^ partial  P: the plaintext block with its padding
//   tag = rotl(state, 1) ^ key
//
// It takes the tag before it gives the verdict, so that the next message may begin in between.
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
    Absorb,
    TagOut,
    TagIn,
    Verdict
  } state_e;
  state_e fsm_q, fsm_d;

  logic [127:0] key_q, state_q, state_d, turned, tag;
  logic is_ad, take_block, authentic_q;

  assign is_ad = bdi_type == 4'd1;
  assign take_block = bdi_valid && bdi_ready;
  assign turned = {state_q[126:0], state_q[127]};
  assign tag = turned ^ key_q;

  always_comb begin
    state_d = turned ^ bdi ^ (is_ad ? 128'(bdi_size) : 128'(bdi_partial));
    if (!is_ad && decrypt) state_d = state_d ^ state_q;
    if (fsm_q == Idle) state_d = bdi ^ key_q;
  end

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      Absorb: bdi_ready = is_ad || bdo_ready;
      TagIn: bdi_ready = 1'b1;
      default: bdi_ready = 1'b0;
    endcase
  end

  assign key_ready = fsm_q == Idle && key_update;
  assign bdo = (fsm_q == TagOut) ? tag : bdi ^ state_q;
  assign bdo_size = 5'd16;
  assign bdo_valid = fsm_q == TagOut || (fsm_q == Absorb && !is_ad && bdi_valid);
  assign msg_auth = authentic_q;
  assign msg_auth_valid = fsm_q == Verdict;

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, Absorb: if (take_block) fsm_d = !bdi_eoi ? Absorb : decrypt ? TagIn : TagOut;
      TagOut: if (bdo_ready) fsm_d = Idle;
      TagIn: if (take_block) fsm_d = Verdict;
      default: if (msg_auth_ready) fsm_d = Idle;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Idle;
    else fsm_q <= fsm_d;
    if (key_valid && key_ready) key_q <= key;
    if (take_block) {state_q, authentic_q} <= {state_d, bdi == tag};
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_valid_bytes, bdi_pad_loc};
endmodule
