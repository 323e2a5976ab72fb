// From the words of the API to the keys and blocks of CipherCore: two state machines that know nothing of each other but the key's transfer.
module PreProcessor #(
    parameter int unsigned W = 32,
    parameter int unsigned SW = 32,
    parameter int unsigned KEY = 128,
    parameter int unsigned NPUB = 128,
    parameter int unsigned NSEC = 0,  // secret message number; 0 where there is none
    parameter int unsigned TAG = 128,
    parameter int unsigned BLOCK = 128,
    parameter int unsigned AD_BLOCK = BLOCK,
    parameter int unsigned PAD_STYLE = 0,
    parameter int unsigned PAD_AD = 0,
    parameter int unsigned PAD_DATA = 0,
    parameter int unsigned ANY_SEGMENTS = 0,
    parameter int unsigned EXPANDS = 0,
    localparam int unsigned BDI = (AD_BLOCK > BLOCK) ? AD_BLOCK : BLOCK,
    localparam int unsigned SZ = $clog2(BDI / 8 + 1)
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    input logic [SW-1:0] sdi_data,
    input logic sdi_valid,
    output logic sdi_ready,

    output logic [KEY-1:0] key,
    output logic key_valid,
    input logic key_ready,
    output logic key_update,
    output logic decrypt,

    output logic refuse,
    output logic begins,
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
  logic key_drop, key_moves;

  // The key of a message that is refused goes with it, so that the next key is the next message's.
  assign key_moves = key_ready || key_drop;

  SecretInput #(
      .SW(SW),
      .KEY(KEY)
  ) u_secret_input (
      .clk(clk),
      .rst(rst),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready),
      .key(key),
      .key_valid(key_valid),
      .key_ready(key_moves)
  );

  PublicInput #(
      .W(W),
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
  ) u_public_input (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .key_update(key_update),
      .key_taken(key_valid && key_moves),
      .key_drop(key_drop),
      .decrypt(decrypt),
      .refuse(refuse),
      .begins(begins),
      .begun(begun),
      .abandon(abandon),
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
