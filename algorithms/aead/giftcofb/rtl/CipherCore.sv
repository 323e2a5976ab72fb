// GIFT-COFB (version 1.1), section 2: a round of GIFT-128 a cycle, 41 cycles a block.
//
// A block is added in a cycle of its own, so that a round is one S-box and one key addition long. The mask takes a step in that cycle; a last block
// waits for the further ones.
//
//   state    a cycle
//   Idle     takes the key, or the nonce
//   Round    a round; the 40th of the nonce gives the mask, too
//   Add      a further step of the mask, or the block: its output leaves
//   Tag      gives the tag, or takes the one that came and tells whether it is right
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,

  input  logic         decrypt,

  input  logic [127:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [4:0]   bdi_size,
  input  logic [15:0]  bdi_valid_bytes,
  input  logic [15:0]  bdi_pad_loc,

  output logic [127:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [4:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] AssociatedData = 4'd1;
  localparam logic [5:0] FirstConstant = 6'h01;
  localparam logic [5:0] LastConstant = 6'h1a;  // of round 40

  typedef enum logic [1:0] {
    Idle,
    Round,
    Add,
    Tag
  } state_e;
  state_e fsm_q, fsm_d;

  logic [127:0] key_q, round_key_q, y_q;
  logic [63:0]  mask_q;
  logic [5:0]   constant_q;
  logic [1:0]   step_q;
  logic         decrypt_q, eoi_q, nonce_q;

  // ---- control ----
  logic is_ad, last_round, steps_done, take;

  assign is_ad = bdi_type == AssociatedData;
  assign last_round = constant_q == LastConstant;
  assign steps_done = step_q == {is_ad && bdi_eoi, bdi_partial};
  assign take = bdi_valid && bdi_ready;
  assign key_ready = fsm_q == Idle && key_update;

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      Add: bdi_ready = steps_done && (is_ad || bdo_ready);
      Tag: bdi_ready = decrypt_q && msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, Add: if (take) fsm_d = Round;
      Round: if (last_round) fsm_d = eoi_q ? Tag : Add;
      Tag: if (decrypt_q ? take : bdo_ready) fsm_d = Idle;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Idle;
    else fsm_q <= fsm_d;
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= key;
    if (fsm_q == Idle) {decrypt_q, nonce_q} <= {decrypt, 1'b1};
    if (take) eoi_q <= bdi_eoi;
    if (fsm_q == Add) nonce_q <= 1'b0;
    if (fsm_q != Add) step_q <= 2'd0;
    else if (bdi_valid && !steps_done) step_q <= step_q + 2'd1;
  end

  // ---- GIFT-128 ----
  logic [127:0] after_round, next_key, loaded;
  logic [5:0]   next_constant;

  GiftRound u_round (
    .x       (y_q),
    .key     (round_key_q),
    .constant(constant_q),
    .y       (after_round),
    .next_key(next_key)
  );

  assign next_constant = {constant_q[4:0], ~(constant_q[5] ^ constant_q[4])};

  always_ff @(posedge clk) begin
    if (fsm_q == Round) begin
      y_q <= after_round;
      round_key_q <= next_key;
      constant_q <= next_constant;
    end else begin
      if (take && fsm_q != Tag) y_q <= loaded;
      round_key_q <= key_q;
      constant_q <= FirstConstant;
    end
  end

  // ---- the mode ----
  logic [127:0] byte_enable, plain;
  logic [63:0]  twice, mask;

  for (genvar i = 0; i < 16; i++) begin : g_byte_enable
    assign byte_enable[8*i+:8] = {8{bdi_valid_bytes[i] && decrypt_q && !is_ad}};
  end

  assign twice = {mask_q[62:0], 1'b0} ^ (mask_q[63] ? 64'h1b : 64'd0);
  assign mask = twice ^ (bdi_eot ? mask_q : 64'd0);
  assign plain = bdi ^ (y_q & byte_enable);  // with its padding
  assign loaded = fsm_q == Idle ? bdi : plain ^ {y_q[63:0] ^ mask, y_q[126:64], y_q[127]};

  always_ff @(posedge clk) begin
    if (fsm_q == Round && nonce_q) mask_q <= after_round[127:64];
    else if (fsm_q == Add && bdi_valid && (take || !steps_done)) mask_q <= mask;
  end

  assign bdo = fsm_q == Tag ? y_q : bdi ^ y_q;
  assign bdo_size = fsm_q == Tag ? 5'd16 : bdi_size;
  assign bdo_valid = fsm_q == Tag ? !decrypt_q : fsm_q == Add && bdi_valid && steps_done && !is_ad;

  assign msg_auth = bdi == y_q;
  assign msg_auth_valid = fsm_q == Tag && decrypt_q && bdi_valid;

  logic unused_pad_loc;
  assign unused_pad_loc = ^bdi_pad_loc;

endmodule
