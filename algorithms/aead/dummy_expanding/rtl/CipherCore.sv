// A dummy whose ciphertext expands: NOT SECURE. Blocks of data are whole, padding included. Change first: the widths of the ports, then `state_d`.
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
  localparam logic [3:0] AssociatedData = 4'd1;

  typedef enum logic [1:0] {
    Idle,
    Absorb,
    TagOut,
    TagVerify
  } state_e;
  state_e fsm_q, fsm_d;

  logic [127:0] key_q, state_q, state_d, keystreamed, absorbed, rotated, tag;
  logic [4:0] size;
  logic is_ad, gives_block;

  assign is_ad = bdi_type == AssociatedData;
  assign gives_block = !is_ad;  // a wholly padding block, too
  assign size = is_ad ? bdi_size : 5'd16;
  assign keystreamed = bdi ^ state_q;
  assign rotated = {state_q[126:0], state_q[127]};
  assign tag = rotated ^ key_q;
  assign absorbed = decrypt && !is_ad ? keystreamed : bdi;
  assign state_d = fsm_q == Idle ? key_q ^ bdi : rotated ^ absorbed ^ 128'(size);
  assign bdo_size = 5'd16;

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
  assign unused = ^{bdi_eot, bdi_partial, bdi_valid_bytes, bdi_pad_loc};
endmodule
