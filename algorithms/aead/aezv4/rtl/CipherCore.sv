// AEZ v4.1: AezCore with the AezCall of this folder.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [383:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [255:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [31:0]  bdi_valid_bytes,
  input  logic [31:0]  bdi_pad_loc,

  output logic [255:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [5:0]   bdo_size,

  output logic [255:0] fdo,
  output logic         fdo_valid,
  input  logic         fdo_ready,
  input  logic [255:0] fdi,
  input  logic         fdi_valid,
  output logic         fdi_ready,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  AezCore u_core (
    .clk,
    .rst,
    .key,
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
    .bdi_pad_loc,
    .bdo,
    .bdo_valid,
    .bdo_ready,
    .bdo_size,
    .fdo,
    .fdo_valid,
    .fdo_ready,
    .fdi,
    .fdi_valid,
    .fdi_ready,
    .msg_auth,
    .msg_auth_valid,
    .msg_auth_ready
  );

endmodule
