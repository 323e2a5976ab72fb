// The dummy cipher: NOT SECURE, not even a little. It is a template to copy when you begin a core of your own, and a probe of the units around it:
// every byte, every length, the order of the blocks and the key reach the tag.
//
//   state = key ^ npub
//   associated data, each block A:   state = rotl(state, 1) ^ A ^ size
//   data, each block in -> out:      out   = in ^ state, for the valid bytes
//                                    state = rotl(state, 1) ^ P ^ size       P: the PLAINTEXT block, zero past its size
//   tag = rotl(state, 1) ^ key
//
// KEY 128, NPUB 128, TAG 128, BLOCK 128, no padding. `size` counts bytes and is added into the low bits. One block a cycle.
//
// Change first:
//   1. The widths of the ports to those in your algorithm.toml (SZ is clog2(BLOCK/8 + 1)); keep every port, even one you do not use.
//   2. Draw your states. A cipher with rounds gets one more state and a round counter; bdi_ready is then 1 only in the cycle that takes a block.
//   3. Keep to the four rules of the handshake (docs/cipher-core.md): a transfer is valid && ready; valid waits for nobody's ready; what is valid
//      stays, unchanged, until it is taken; a new key goes before a new message.
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
  // Segment types are those of the API's headers: 1 is associated data. In the state Absorb whatever is not associated data is data.
  localparam logic [3:0] AssociatedData = 4'd1;

  // Idle takes the key and the nonce, Absorb all the blocks up to eoi, and then the tag either leaves or is compared.
  // There is one state for the tag in each direction because `decrypt` speaks of the block on offer: once the last block of an encryption has been
  // taken, the block on offer, and `decrypt` with it, may be the next message's.
  typedef enum logic [1:0] {
    Idle,
    Absorb,
    TagOut,
    TagVerify
  } state_e;
  state_e fsm_q, fsm_d;

  logic [127:0] key_q;  // the core keeps its key from one message to the next
  logic [127:0] state_q, state_d;

  // ------------------------------------------------------------------------------------------------------------ datapath
  logic is_ad;
  logic [127:0] byte_enable;  // ones in the bytes that belong to the message
  logic [127:0] keystreamed, absorbed, rotated, tag;

  assign is_ad = bdi_type == AssociatedData;

  for (genvar i = 0; i < 16; i++) begin : g_byte_enable
    assign byte_enable[8*i+:8] = {8{bdi_valid_bytes[i]}};
  end

  assign keystreamed = bdi ^ state_q;
  assign rotated = {state_q[126:0], state_q[127]};
  assign tag = rotated ^ key_q;

  // What enters the state is the plaintext: the input itself, but for decryption the output. The input is zero past its size already; the
  // decrypted block has keystream there, which must not enter.
  assign absorbed = (decrypt && !is_ad) ? keystreamed & byte_enable : bdi;

  always_comb begin
    state_d = rotated ^ absorbed ^ 128'(bdi_size);
    if (fsm_q == Idle) state_d = key_q ^ bdi;  // the nonce
  end

  // ------------------------------------------------------------------------------------------------------------ handshakes
  // A data block is taken in the cycle in which its output is: no register is needed between the two, and one block a cycle can pass.
  // Each valid is made of registers and of other valids only, never of a ready.
  logic take_block, outputs_block;

  assign outputs_block = fsm_q == Absorb && !is_ad;
  assign take_block = bdi_valid && bdi_ready;

  assign key_ready = fsm_q == Idle && key_update;

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;  // the key first
      Absorb: bdi_ready = is_ad || bdo_ready;
      TagVerify: bdi_ready = msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  assign bdo = (fsm_q == TagOut) ? tag : keystreamed;  // bytes past bdo_size are cleared by the PostProcessor
  assign bdo_size = (fsm_q == TagOut) ? 5'd16 : bdi_size;
  assign bdo_valid = fsm_q == TagOut || (outputs_block && bdi_valid);

  assign msg_auth = bdi == tag;
  assign msg_auth_valid = fsm_q == TagVerify && bdi_valid;

  // ------------------------------------------------------------------------------------------------------------ control
  // bdi_eoi marks the last block of all input but the tag. It may be the nonce already, where there is neither associated data nor data.
  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, Absorb: begin
        if (take_block) fsm_d = !bdi_eoi ? Absorb : decrypt ? TagVerify : TagOut;
      end
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

  // Ports that this cipher has no use for: a lint-clean way to say so.
  logic unused;
  assign unused = ^{bdi_eot, bdi_partial, bdi_pad_loc};
endmodule
