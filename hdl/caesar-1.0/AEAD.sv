// The CAESAR Hardware API v1.0 around one CipherCore: public data (PDI) and secret data (SDI) in, data (DO) out. See docs/hardware-api.md.
module AEAD #(
    parameter int unsigned W = 32,  // PDI and DO word
    parameter int unsigned SW = 32,  // SDI word
    parameter int unsigned KEY = 128,
    parameter int unsigned NPUB = 128,
    parameter int unsigned NSEC = 0,  // secret message number; 0 where there is none
    parameter int unsigned TAG = 128,
    parameter int unsigned BLOCK = 128,  // of data, NPUB, NSEC and TAG
    parameter int unsigned AD_BLOCK = BLOCK,
    parameter int unsigned PAD_STYLE = 0,  // 0 none, 1 10*
    parameter int unsigned PAD_AD = 0,  // 1 incomplete, 2 complete, 4 empty
    parameter int unsigned PAD_DATA = 0,
    parameter int unsigned ANY_SEGMENTS = 0,  // 1 segments of AD and data of any length
    parameter int unsigned EXPANDS = 0  // 1 the padding of data is encrypted with it
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    input logic [SW-1:0] sdi_data,
    input logic sdi_valid,
    output logic sdi_ready,

    output logic [W-1:0] do_data,
    output logic do_valid,
    input logic do_ready
);
  localparam int unsigned BDI = (AD_BLOCK > BLOCK) ? AD_BLOCK : BLOCK;
  localparam int unsigned SZ = $clog2(BDI / 8 + 1);
  localparam int unsigned BDO_SZ = $clog2(BLOCK / 8 + 1);

  logic [KEY-1:0] key;
  logic key_valid, key_ready, key_update;
  logic decrypt;
  logic core_rst;

  logic [BDI-1:0] bdi;
  logic bdi_valid, bdi_ready;
  logic [3:0] bdi_type;
  logic bdi_eot, bdi_eoi, bdi_partial;
  logic [SZ-1:0] bdi_size;
  logic [BDI/8-1:0] bdi_valid_bytes, bdi_pad_loc;

  logic [BLOCK-1:0] bdo;
  logic bdo_valid, bdo_ready;
  logic [BDO_SZ-1:0] unused_bdo_size;  // the wrapper goes by the segment's length
  logic msg_auth, msg_auth_valid, msg_auth_ready;

  Wrapper #(
      .W(W),
      .SW(SW),
      .KEY(KEY),
      .NPUB(NPUB),
      .NSEC(NSEC),
      .TAG(TAG),
      .BLOCK(BLOCK),
      .AD_BLOCK(AD_BLOCK),
      .PAD_STYLE(PAD_STYLE),
      .PAD_AD(PAD_AD),
      .PAD_DATA(PAD_DATA),
      .ANY_SEGMENTS(ANY_SEGMENTS),
      .EXPANDS(EXPANDS)
  ) u_wrapper (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready),
      .do_data(do_data),
      .do_valid(do_valid),
      .do_ready(do_ready),
      .core_rst(core_rst),
      .key(key),
      .key_valid(key_valid),
      .key_ready(key_ready),
      .key_update(key_update),
      .decrypt(decrypt),
      .bdi(bdi),
      .bdi_valid(bdi_valid),
      .bdi_ready(bdi_ready),
      .bdi_type(bdi_type),
      .bdi_eot(bdi_eot),
      .bdi_eoi(bdi_eoi),
      .bdi_partial(bdi_partial),
      .bdi_size(bdi_size),
      .bdi_valid_bytes(bdi_valid_bytes),
      .bdi_pad_loc(bdi_pad_loc),
      .bdo(bdo),
      .bdo_valid(bdo_valid),
      .bdo_ready(bdo_ready),
      .msg_auth(msg_auth),
      .msg_auth_valid(msg_auth_valid),
      .msg_auth_ready(msg_auth_ready)
  );

  CipherCore u_cipher_core (
      .clk(clk),
      .rst(core_rst),
      .key(key),
      .key_valid(key_valid),
      .key_ready(key_ready),
      .key_update(key_update),
      .decrypt(decrypt),
      .bdi(bdi),
      .bdi_valid(bdi_valid),
      .bdi_ready(bdi_ready),
      .bdi_type(bdi_type),
      .bdi_eot(bdi_eot),
      .bdi_eoi(bdi_eoi),
      .bdi_partial(bdi_partial),
      .bdi_size(bdi_size),
      .bdi_valid_bytes(bdi_valid_bytes),
      .bdi_pad_loc(bdi_pad_loc),
      .bdo(bdo),
      .bdo_valid(bdo_valid),
      .bdo_ready(bdo_ready),
      .bdo_size(unused_bdo_size),
      .msg_auth(msg_auth),
      .msg_auth_valid(msg_auth_valid),
      .msg_auth_ready(msg_auth_ready)
  );
endmodule
