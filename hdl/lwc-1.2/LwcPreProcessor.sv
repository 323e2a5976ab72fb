// From the words of the LWC API to the keys and blocks of CipherCore. The public half is that of the CAESAR API, whose instructions and headers are the same.
//
// Behind ACTKEY nothing of PDI is taken before the core has its key: two ACTKEY take two keys. Where a segment that is no key comes instead, there is no
// key in force from then on, and messages are refused up to the next ACTKEY.
module LwcPreProcessor #(
    parameter int unsigned W = 32,
    parameter int unsigned KEY = 128,
    parameter int unsigned NPUB = 128,
    parameter int unsigned TAG = 128,
    parameter int unsigned BLOCK = 128,
    parameter int unsigned AD_BLOCK = BLOCK,
    parameter int unsigned PAD_STYLE = 0,
    parameter int unsigned PAD_AD = 0,
    parameter int unsigned PAD_DATA = 0,
    parameter int unsigned HASH_BLOCK = 0,
    parameter int unsigned PAD_HASH = 0,
    localparam int unsigned BDI = (AD_BLOCK > BLOCK) ? AD_BLOCK : BLOCK,
    localparam int unsigned SZ = $clog2(BDI / 8 + 1)
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    input logic [W-1:0] sdi_data,
    input logic sdi_valid,
    output logic sdi_ready,

    output logic [KEY-1:0] key,
    output logic key_valid,
    input logic key_ready,
    output logic key_update,
    output logic decrypt,

    output logic refuse,
    output logic begun,
    input logic abandon,
    input logic refused,

    output logic [BDI-1:0] bdi,
    output logic bdi_valid,
    input logic bdi_ready,
    output logic [3:0] bdi_type,
    output logic bdi_eot,
    output logic bdi_eoi,
    output logic bdi_partial,
    output logic [SZ-1:0] bdi_size,
    output logic [BDI/8-1:0] bdi_valid_bytes,
    output logic [BDI/8-1:0] bdi_pad_loc,

    output logic [23:0] command,
    output logic command_valid,
    input logic command_ready
);
  logic key_due, key_wrong, drop_wrong, input_ready;
  logic unused;
  logic unused_begins, unused_key_drop;  // no key waits when a message is refused

  assign unused = ^{unused_begins, unused_key_drop};
  assign drop_wrong = key_due && key_wrong;
  assign key_update = key_due && key_valid;  // a core that has seen it waits for a key
  assign pdi_ready = input_ready && !key_due;

  KeyInput #(
      .W(W),
      .KEY(KEY)
  ) u_key_input (
      .clk(clk),
      .rst(rst),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready),
      .key(key),
      .key_valid(key_valid),
      .key_wrong(key_wrong),
      .key_ready(key_ready || drop_wrong)
  );

  PublicInput #(
      .W(W),
      .NPUB(NPUB),
      .TAG(TAG),
      .BLOCK(BLOCK),
      .AD_BLOCK(AD_BLOCK),
      .PAD_STYLE(PAD_STYLE),
      .PAD_AD(PAD_AD),
      .PAD_DATA(PAD_DATA),
      .HASH_BLOCK(HASH_BLOCK),
      .PAD_HASH(PAD_HASH)
  ) u_public_input (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid && !key_due),
      .pdi_ready(input_ready),
      .key_update(key_due),
      .key_taken((key_valid && key_ready) || drop_wrong),
      .key_drop(unused_key_drop),
      .decrypt(decrypt),
      .refuse(refuse),
      .begins(unused_begins),
      .begun(begun),
      .abandon(abandon || drop_wrong),  // nothing of a message is here then, but the mark that a key is in force
      .refused(refused),
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
      .command(command),
      .command_valid(command_valid),
      .command_ready(command_ready)
  );
endmodule
