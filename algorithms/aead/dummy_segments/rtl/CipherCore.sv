// A dummy with a key that is longer than a block: NOT SECURE. The unit joins segments of any length. Change first: the widths of the ports, then
// `state_d`.
module CipherCore (
    input logic clk,
    input logic rst,

    input logic [255:0] key,
    input logic key_valid,
    output logic key_ready,
    input logic key_update,

    input logic decrypt,

    input logic [63:0] bdi,
    input logic bdi_valid,
    output logic bdi_ready,
    input logic [3:0] bdi_type,
    input logic bdi_eot,
    input logic bdi_eoi,
    input logic bdi_partial,
    input logic [3:0] bdi_size,
    input logic [7:0] bdi_valid_bytes,
    input logic [7:0] bdi_pad_loc,

    output logic [63:0] bdo,
    output logic bdo_valid,
    input logic bdo_ready,
    output logic [3:0] bdo_size,

    output logic msg_auth,
    output logic msg_auth_valid,
    input logic msg_auth_ready
);
  localparam logic [3:0] AssociatedData = 4'd1;

  typedef enum logic [1:0] {
    Idle,
    Absorb,
    TagOut,
    TagVerify
  } state_e;
  state_e fsm_q, fsm_d;

  logic [255:0] key_q;
  logic [63:0] folded, state_q, state_d, byte_enable, keystreamed, absorbed, rotated, tag;
  logic gives_block;

  assign gives_block = bdi_type != AssociatedData;
  assign folded = key_q[255:192] ^ key_q[191:128] ^ key_q[127:64] ^ key_q[63:0];

  for (genvar i = 0; i < 8; i++) begin : g_byte_enable
    assign byte_enable[8*i+:8] = {8{bdi_valid_bytes[i]}};
  end

  assign keystreamed = bdi ^ state_q;
  assign rotated = {state_q[62:0], state_q[63]};
  assign tag = rotated ^ folded;
  assign absorbed = decrypt && gives_block ? keystreamed & byte_enable : bdi;
  assign state_d = fsm_q == Idle ? folded ^ bdi : rotated ^ absorbed ^ 64'(bdi_size);
  assign bdo_size = fsm_q == TagOut ? 4'd8 : bdi_size;

  // ---- handshakes and control: as in dummy ----
  logic take_block;
  assign take_block = bdi_valid && bdi_ready;
  assign key_ready = fsm_q == Idle && key_update;

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;  // the key first
      Absorb: bdi_ready = !gives_block || bdo_ready;
      TagVerify: bdi_ready = msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  assign bdo = fsm_q == TagOut ? tag : keystreamed;
  assign bdo_valid = fsm_q == TagOut || (fsm_q == Absorb && gives_block && bdi_valid);
  assign msg_auth = bdi == tag;
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
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= key;
    if (take_block) state_q <= state_d;
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_pad_loc};
endmodule
