// A cipher for tests, with blocks of AD and of data of different widths: `AD_BLOCK, a macro of another file, and 128. It is NOT secure.
//
//   state = key ^ npub                                                  both in the top bits of a state as wide as the wider block
//   associated data, each block A:   state = rotl(state, 1) ^ A ^ size
//   data, each block in -> out:      out   = in ^ top(state), for the valid bytes
//                                    state = rotl(state, 1) ^ P ^ size  P: the plaintext block in the top bits, zero past its size
//   tag = top(state) ^ rotl(rest of state, 3) ^ key                     no rest where AD is narrower
module CipherCore #(
    localparam int unsigned BDI = (`AD_BLOCK > 128) ? `AD_BLOCK : 128,
    localparam int unsigned REST = (BDI > 128) ? BDI - 128 : 4
) (
    input logic clk,
    input logic rst,
    input logic [127:0] key,
    input logic key_valid,
    output logic key_ready,
    input logic key_update,
    input logic decrypt,
    input logic [BDI-1:0] bdi,
    input logic bdi_valid,
    output logic bdi_ready,
    input logic [3:0] bdi_type,
    input logic bdi_eot,
    input logic bdi_eoi,
    input logic bdi_partial,
    input logic [$clog2(BDI/8+1)-1:0] bdi_size,
    input logic [BDI/8-1:0] bdi_valid_bytes,
    input logic [BDI/8-1:0] bdi_pad_loc,
    output logic [127:0] bdo,
    output logic bdo_valid,
    input logic bdo_ready,
    output logic [4:0] bdo_size,
    output logic msg_auth,
    output logic msg_auth_valid,
    input logic msg_auth_ready
);
  typedef enum logic [1:0] {
    Idle,
    Absorb,
    TagOut,
    TagVerify
  } state_e;
  state_e fsm_q, fsm_d;

  logic [127:0] key_q, tag;
  logic [BDI-1:0] state_q, state_d, keystreamed, byte_enable;
  logic [REST-1:0] rest;
  logic is_ad, take_block;

  for (genvar i = 0; i < BDI / 8; i++) begin : gen_byte_enable
    assign byte_enable[8*i+:8] = {8{bdi_valid_bytes[i]}};
  end

  assign is_ad = bdi_type == 4'd1;
  assign take_block = bdi_valid && bdi_ready;
  assign keystreamed = (bdi ^ state_q) & byte_enable;
  assign rest = (BDI > 128) ? state_q[REST-1:0] : '0;
  assign tag = state_q[BDI-1-:128] ^ 128'({rest[REST-4:0], rest[REST-1-:3]}) ^ key_q;

  always_comb begin
    state_d = {state_q[BDI-2:0], state_q[BDI-1]} ^ ((decrypt && !is_ad) ? keystreamed : bdi) ^ BDI'(bdi_size);
    if (fsm_q == Idle) state_d = bdi ^ (BDI'(key_q) << (BDI - 128));
  end

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      Absorb: bdi_ready = is_ad || bdo_ready;
      TagVerify: bdi_ready = msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  assign key_ready = fsm_q == Idle && key_update;
  assign bdo = (fsm_q == TagOut) ? tag : keystreamed[BDI-1-:128];
  assign bdo_size = (fsm_q == TagOut) ? 5'd16 : 5'(bdi_size);
  assign bdo_valid = fsm_q == TagOut || (fsm_q == Absorb && !is_ad && bdi_valid);
  assign msg_auth = bdi[BDI-1-:128] == tag;
  assign msg_auth_valid = fsm_q == TagVerify && bdi_valid;

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, Absorb: if (take_block) fsm_d = !bdi_eoi ? Absorb : decrypt ? TagVerify : TagOut;
      TagOut: if (bdo_ready) fsm_d = Idle;
      default: if (take_block) fsm_d = Idle;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Idle;
    else fsm_q <= fsm_d;
    if (key_valid && key_ready) key_q <= key;
    if (take_block) state_q <= state_d;
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_pad_loc};
endmodule
