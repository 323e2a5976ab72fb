// A dummy of two passes: NOT SECURE. Blocks of data go to a FIFO outside by `fdo` and come back by `fdi`. Change first: the widths of the ports, then
// `hashed`.
//
//   state    a cycle
//   Idle     takes the key, or the nonce
//   First    takes a block of AD, or one of data, which goes to the FIFO; encryption hashes it
//   Middle   the tag is made; on decryption the one that came is taken
//   Second   a block comes back and leaves; decryption hashes it; none is left: the next state
//   Last     gives the tag, or the verdict
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

    output logic [127:0] fdo,
    output logic fdo_valid,
    input logic fdo_ready,
    input logic [127:0] fdi,
    input logic fdi_valid,
    output logic fdi_ready,

    output logic msg_auth,
    output logic msg_auth_valid,
    input logic msg_auth_ready
);
  localparam logic [3:0] AssociatedData = 4'd1;

  typedef enum logic [2:0] {
    Idle,
    First,
    Middle,
    Second,
    Last
  } state_e;
  state_e fsm_q, fsm_d;

  logic [127:0] key_q, state_q, hashed, tag_q, tag, stream_q, rotated, output_block, byte_enable;
  logic [27:0] kept_q;  // blocks in the FIFO; a message has fewer than 2^32 bytes
  logic [4:0] size_q, size;
  logic [127:0] fdo_q;  // a block on its way to the FIFO: it stays as it is when a message is refused
  logic full_q, keep;
  logic decrypt_q, is_ad, hashes_bdi, take_block, back;

  assign is_ad = bdi_type == AssociatedData;
  assign take_block = bdi_valid && bdi_ready;
  assign keep = fsm_q == First && take_block && !is_ad;
  assign back = fsm_q == Second && kept_q != 28'd0 && fdi_valid && bdo_ready;

  // ---- datapath ----
  assign size = kept_q == 28'd1 ? size_q : 5'd16;  // only the last block may be partial
  for (genvar i = 0; i < 16; i++) begin : g_byte_enable
    assign byte_enable[8*i+:8] = {8{size > 5'(15 - i)}};
  end
  assign output_block = (fdi ^ stream_q) & byte_enable;
  assign rotated = {state_q[126:0], state_q[127]};
  assign hashes_bdi = fsm_q == First;
  assign hashed = rotated ^ (hashes_bdi ? bdi ^ 128'(bdi_size) : output_block ^ 128'(size));
  assign tag = decrypt_q ? bdi : rotated ^ key_q;

  // ---- handshakes ----
  assign key_ready = fsm_q == Idle && key_update;
  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      First: bdi_ready = is_ad || !full_q || fdo_ready;
      Middle: bdi_ready = decrypt_q;
      default: bdi_ready = 1'b0;
    endcase
  end
  assign fdo = fdo_q;
  assign fdo_valid = full_q;
  assign fdi_ready = fsm_q == Second && kept_q != 28'd0 && bdo_ready;
  assign bdo = fsm_q == Last ? tag_q : output_block;
  assign bdo_size = fsm_q == Last ? 5'd16 : size;
  assign bdo_valid = fsm_q == Last ? !decrypt_q : fsm_q == Second && kept_q != 28'd0 && fdi_valid;
  assign msg_auth = (rotated ^ key_q) == tag_q;
  assign msg_auth_valid = fsm_q == Last && decrypt_q;

  // ---- control ----
  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, First: if (take_block) fsm_d = bdi_eoi ? Middle : First;
      Middle: if (!decrypt_q || take_block) fsm_d = kept_q != 28'd0 ? Second : Last;
      Second: if (back && kept_q == 28'd1) fsm_d = Last;
      default: if (decrypt_q ? msg_auth_ready : bdo_ready) fsm_d = Idle;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      fsm_q <= Idle;
      full_q <= 1'b0;
    end
    else begin
      fsm_q <= fsm_d;
      full_q <= keep || (full_q && !fdo_ready);
    end
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= key;
    if (fsm_q == Idle) {decrypt_q, kept_q} <= {decrypt, 28'd0};
    if (fsm_q == First && take_block) size_q <= bdi_size;
    if (keep) {fdo_q, kept_q} <= {bdi, kept_q + 28'd1};
    else if (back) kept_q <= kept_q - 28'd1;

    if (fsm_q == Idle) state_q <= key_q ^ bdi;
    else if (take_block && hashes_bdi && (is_ad || !decrypt_q)) state_q <= hashed;
    else if (back && decrypt_q) state_q <= hashed;

    if (fsm_q == Middle) {tag_q, stream_q} <= {tag, tag ^ key_q};
    else if (back) stream_q <= {stream_q[126:0], stream_q[127]};
  end

  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_valid_bytes, bdi_pad_loc};
endmodule
