// Joltik≠-128-64 v1.3: one round of Joltik-BC-192 with its tweakey step a cycle, 33 cycles a block of AD or data.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [63:0]  bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [3:0]   bdi_size,
  input  logic [7:0]   bdi_valid_bytes,
  input  logic [7:0]   bdi_pad_loc,

  output logic [63:0]  bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [3:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  logic         step, loads, backward, is_ad, is_tag, is_partial, running;
  logic [31:0]  nonce;
  logic [27:0]  index;
  logic [63:0]  to_cipher, result;

  TweakableMode #(
    .BLOCK(64),
    .NPUB(32),
    .INDEX(28),
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

  JoltikCipher u_cipher (
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
    .nonce,
    .index,
    .block(to_cipher),
    .running,
    .result
  );

  logic unused_inputs;
  assign unused_inputs = ^bdi_pad_loc;

endmodule
