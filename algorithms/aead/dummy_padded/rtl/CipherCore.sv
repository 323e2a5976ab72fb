// A dummy with padding: NOT SECURE. The unit pads, and the core never counts bytes. Change first: the widths of the ports, then `absorbed`.
module CipherCore (
    input logic clk,
    input logic rst,

    input logic [95:0] key,
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
  localparam logic [3:0] AssociatedData = 4'd1, Plaintext = 4'd4, Ciphertext = 4'd5;

  // Idle takes the key and the first block of the nonce, Absorb all further blocks up to eoi, Half0 and Half1 the tag, Verdict tells about it.
  typedef enum logic [2:0] {
    Idle,
    Absorb,
    Half0,
    Half1,
    Verdict
  } state_e;
  state_e fsm_q, fsm_d;

  logic [95:0] key_q;
  logic [63:0] state_q, absorbed, folded, byte_enable, keystream, previous, rotated, entering;
  logic decrypt_q, right_q, is_data, is_tag, step, tag_right;
  logic [1:0] domain;

  assign is_data = fsm_q == Absorb && (bdi_type == Plaintext || bdi_type == Ciphertext);
  assign is_tag = fsm_q == Half0 || fsm_q == Half1;
  assign folded = key_q[95:32] ^ key_q[63:0];

  for (genvar i = 0; i < 8; i++) begin : g_byte_enable
    assign byte_enable[8*i+:8] = {8{bdi_valid_bytes[i]}};
  end

  assign keystream = is_data ? state_q & byte_enable : 64'd0;
  assign domain = is_data ? 2'd2 : {1'b0, fsm_q == Absorb && bdi_type == AssociatedData};
  assign previous = fsm_q == Idle ? folded : state_q;
  assign rotated = {previous[62:0], previous[63]};
  assign entering = is_tag ? folded : decrypt_q ? bdi ^ keystream : bdi;  // with its padding
  assign absorbed = rotated ^ entering ^ 64'(domain);

  assign tag_right = bdi == absorbed;
  assign bdo = is_tag ? absorbed : bdi ^ keystream;
  assign bdo_size = is_tag ? 4'd8 : bdi_size;
  assign bdo_valid = is_tag ? !decrypt_q : is_data && bdi_valid && bdi_size != 4'd0;
  assign msg_auth = right_q;
  assign msg_auth_valid = fsm_q == Verdict;
  assign key_ready = fsm_q == Idle && key_update;

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      Absorb: bdi_ready = !is_data || bdi_size == 4'd0 || bdo_ready;
      Half0, Half1: bdi_ready = decrypt_q;
      default: bdi_ready = 1'b0;
    endcase
  end

  assign step = is_tag && !decrypt_q ? bdo_ready : bdi_valid && bdi_ready;  // a block goes in, or a half of the tag leaves

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle: if (step) fsm_d = Absorb;
      Absorb: if (step && bdi_eoi) fsm_d = Half0;
      Half0: if (step) fsm_d = Half1;
      Half1: if (step) fsm_d = decrypt_q ? Verdict : Idle;
      default: if (msg_auth_ready) fsm_d = Idle;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Idle;
    else fsm_q <= fsm_d;
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= key;
    if (fsm_q == Idle) decrypt_q <= decrypt;
    if (step) state_q <= absorbed;
    if (fsm_q == Absorb) right_q <= 1'b1;
    else if (is_tag && step) right_q <= right_q && tag_right;
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_pad_loc};
endmodule
