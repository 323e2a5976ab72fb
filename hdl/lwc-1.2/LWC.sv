// The LWC Hardware API v1.2 around one CipherCore: public data (PDI) and secret data (SDI) in, data (DO) out. See docs/lwc-api.md.
module LWC #(
    parameter int unsigned W = 32,  // of every bus
    parameter int unsigned KEY = 128,
    parameter int unsigned NPUB = 128,
    parameter int unsigned TAG = 128,
    parameter int unsigned BLOCK = 128,  // of data, NPUB and TAG
    parameter int unsigned AD_BLOCK = BLOCK,
    parameter int unsigned PAD_STYLE = 0,  // 0 none, 1 10*
    parameter int unsigned PAD_AD = 0,  // 1 incomplete, 2 complete, 4 empty
    parameter int unsigned PAD_DATA = 0,
    parameter int unsigned HASH_BLOCK = 0,  // of a message to hash, and of its digest; 0 where the core has no hash function
    parameter int unsigned PAD_HASH = 0,
    parameter int unsigned DIGEST = 0
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    input logic [W-1:0] sdi_data,
    input logic sdi_valid,
    output logic sdi_ready,

    output logic [W-1:0] do_data,
    output logic do_last,
    output logic do_valid,
    input logic do_ready
);
  localparam int unsigned BDI = (AD_BLOCK > BLOCK) ? AD_BLOCK : BLOCK;
  localparam int unsigned SZ = $clog2(BDI / 8 + 1);
  localparam int unsigned BDO_SZ = $clog2(BLOCK / 8 + 1);

  if (W != 8 && W != 16 && W != 32) begin : gen_check_w
    $error("LWC: W is 8, 16 or 32");
  end
  if (AD_BLOCK < W || AD_BLOCK % W != 0) begin : gen_check_ad_block
    $error("LWC: AD_BLOCK must be a multiple of W: take a narrower W");
  end
  if (BLOCK < W || BLOCK % W != 0) begin : gen_check_block
    $error("LWC: BLOCK must be a multiple of W: take a narrower W");
  end
  if (KEY == 0 || KEY % W != 0) begin : gen_check_key
    $error("LWC: KEY must be a multiple of W");
  end
  if (NPUB % 8 != 0 || TAG == 0 || TAG % 8 != 0) begin : gen_check_bytes
    $error("LWC: NPUB and TAG must be whole bytes, TAG at least one");
  end
  if (PAD_STYLE > 1 || PAD_AD > 7 || PAD_DATA > 7) begin : gen_check_padding
    $error("LWC: PAD_STYLE is 0 or 1, PAD_AD and PAD_DATA are masks of three bits");
  end
  if (HASH_BLOCK > BLOCK || HASH_BLOCK % W != 0) begin : gen_check_hash_block
    $error("LWC: HASH_BLOCK must be a multiple of W, and no wider than BLOCK");
  end
  if ((HASH_BLOCK == 0) != (DIGEST == 0) || DIGEST % 8 != 0) begin : gen_check_digest
    $error("LWC: DIGEST must be whole bytes, and goes with HASH_BLOCK");
  end
  if (PAD_HASH > 7 || (HASH_BLOCK != 0 && (PAD_STYLE == 0 || PAD_HASH < 4))) begin : gen_check_hash_padding
    $error("LWC: PAD_HASH is a mask of three bits, and pads an empty message where there is a hash function");
  end

  logic [KEY-1:0] key;
  logic key_valid, key_ready, key_update;
  logic decrypt;

  logic [BDI-1:0] bdi;
  logic bdi_valid, bdi_ready;
  logic [3:0] bdi_type;
  logic bdi_eot, bdi_eoi, bdi_partial;
  logic [SZ-1:0] bdi_size;
  logic [BDI/8-1:0] bdi_valid_bytes, bdi_pad_loc;

  logic [BLOCK-1:0] bdo;
  logic bdo_valid, bdo_ready;
  logic [BDO_SZ-1:0] unused_bdo_size;  // the unit goes by the segment's length
  logic msg_auth, msg_auth_valid, msg_auth_ready;

  logic refuse, begun, abandon, refused;
  logic [23:0] command_in, command_out;
  logic command_in_valid, command_in_ready, command_out_valid, command_out_ready;

  LwcPreProcessor #(
      .W(W),
      .KEY(KEY),
      .NPUB(NPUB),
      .TAG(TAG),
      .BLOCK(BLOCK),
      .AD_BLOCK(AD_BLOCK),
      .PAD_STYLE(PAD_STYLE),
      .PAD_AD(PAD_AD),
      .PAD_DATA(PAD_DATA),
      .HASH_BLOCK(HASH_BLOCK),
      .PAD_HASH(PAD_HASH)
  ) u_pre_processor (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready),
      .key(key),
      .key_valid(key_valid),
      .key_ready(key_ready),
      .key_update(key_update),
      .decrypt(decrypt),
      .refuse(refuse),
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
      .command(command_in),
      .command_valid(command_in_valid),
      .command_ready(command_in_ready)
  );

  CommandFifo u_command_fifo (
      .clk(clk),
      .rst(rst),
      .in(command_in),
      .in_valid(command_in_valid),
      .in_ready(command_in_ready),
      .out(command_out),
      .out_valid(command_out_valid),
      .out_ready(command_out_ready)
  );

  CipherCore u_cipher_core (
      .clk(clk),
      .rst(rst || abandon),
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

  LwcPostProcessor #(
      .W(W),
      .BLOCK(BLOCK),
      .TAG(TAG),
      .HASH_BLOCK(HASH_BLOCK),
      .DIGEST(DIGEST)
  ) u_post_processor (
      .clk(clk),
      .rst(rst),
      .command(command_out),
      .command_valid(command_out_valid),
      .command_ready(command_out_ready),
      .bdo(bdo),
      .bdo_valid(bdo_valid),
      .bdo_ready(bdo_ready),
      .refuse(refuse),
      .begun(begun),
      .abandon(abandon),
      .refused(refused),
      .msg_auth(msg_auth),
      .msg_auth_valid(msg_auth_valid),
      .msg_auth_ready(msg_auth_ready),
      .do_data(do_data),
      .do_last(do_last),
      .do_valid(do_valid),
      .do_ready(do_ready)
  );
endmodule
