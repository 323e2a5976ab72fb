// SCREAM v3: a step of two rounds of Scream a cycle, 11 cycles a block of AD or data.
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

  logic         step, loads, backward, is_ad, is_tag, is_partial, running;
  logic [87:0]  nonce;
  logic [28:0]  index;
  logic [127:0] to_cipher, result;

  TweakableMode #(
    .NPUB(88),
    .COUNTS_PARTIAL(1'b0),
    .RUNS_NEW_KEY(1'b0)
  ) u_mode (
    .clk,
    .rst,
    .key_valid,
    .key_ready,
    .key_update,
    .decrypt,
    .bdi,
    .bdi_valid,
    .bdi_ready,
    .bdi_type,
    .bdi_eot,
    .bdi_eoi,
    .bdi_partial,
    .bdi_size,
    .bdi_valid_bytes,
    .bdo,
    .bdo_valid,
    .bdo_ready,
    .bdo_size,
    .msg_auth,
    .msg_auth_valid,
    .msg_auth_ready,
    .step,
    .loads,
    .backward,
    .is_ad,
    .is_tag,
    .is_partial,
    .nonce,
    .index,
    .to_cipher,
    .running,
    .result
  );

  ScreamCipher u_cipher (
    .clk,
    .rst,
    .step,
    .key,
    .takes_key(key_ready),
    .loads,
    .load_backward(backward),
    .is_ad,
    .is_tag,
    .is_partial,
    .is_last(bdi_eot),
    .size(bdi_size[3:0]),
    .nonce,
    .index,
    .block(to_cipher),
    .running,
    .result
  );

  logic unused_inputs;
  assign unused_inputs = ^bdi_pad_loc;

endmodule
