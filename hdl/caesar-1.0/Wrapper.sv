// The CAESAR Hardware API v1.0 on one side, a CipherCore on the other: what the tops AEAD and AEADTwoPass share. See docs/hardware-api.md.
module Wrapper #(
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
    parameter int unsigned EXPANDS = 0,  // 1 the padding of data is encrypted with it
    parameter int unsigned SEGMENTS = 4,  // of whole blocks of data, that may have gone in and not come out; a power of two
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

    output logic [W-1:0] do_data,
    output logic do_valid,
    input logic do_ready,

    output logic core_rst,
    output logic [KEY-1:0] key,
    output logic key_valid,
    input logic key_ready,
    output logic key_update,
    output logic decrypt,

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

    input logic [BLOCK-1:0] bdo,
    input logic bdo_valid,
    output logic bdo_ready,
    input logic msg_auth,
    input logic msg_auth_valid,
    output logic msg_auth_ready
);
  // With ANY_SEGMENTS every byte may be a segment.
  localparam int unsigned COMMANDS = (ANY_SEGMENTS != 0) ? SEGMENTS << $clog2(BLOCK / 8) : SEGMENTS;

  if (W < 8 || (W & (W - 1)) != 0) begin : gen_check_w
    $error("AEAD: W must be a power of two, 8 or more");
  end
  if (SW < 8 || (SW & (SW - 1)) != 0) begin : gen_check_sw
    $error("AEAD: SW must be a power of two, 8 or more");
  end
  if (AD_BLOCK < W || AD_BLOCK % W != 0) begin : gen_check_ad_block
    $error("AEAD: AD_BLOCK must be a multiple of W: take a narrower W");
  end
  if (BLOCK < W || BLOCK % W != 0) begin : gen_check_block
    $error("AEAD: BLOCK must be a multiple of W: take a narrower W");
  end
  if (KEY == 0 || KEY % SW != 0) begin : gen_check_key
    $error("AEAD: KEY must be a multiple of SW");
  end
  if (NPUB % 8 != 0 || TAG == 0 || TAG % 8 != 0) begin : gen_check_bytes
    $error("AEAD: NPUB and TAG must be whole bytes, TAG at least one");
  end
  if (ANY_SEGMENTS > 1) begin : gen_check_segments
    $error("AEAD: ANY_SEGMENTS is 0 or 1");
  end
  if (EXPANDS > 1) begin : gen_check_expands
    $error("AEAD: EXPANDS is 0 or 1");
  end
  if (EXPANDS != 0 && (PAD_STYLE == 0 || (PAD_DATA & 5) != 5)) begin : gen_check_expanding_padding
    $error("AEAD: EXPANDS asks for padding of incomplete and of empty data");
  end
  if (EXPANDS != 0 && (BLOCK & (BLOCK - 1)) != 0) begin : gen_check_expanding_block
    $error("AEAD: EXPANDS asks for a BLOCK that is a power of two");
  end
  if (EXPANDS != 0 && (ANY_SEGMENTS != 0 || SEGMENTS != 4)) begin : gen_check_expanding_segments
    $error("AEAD: EXPANDS does not go with ANY_SEGMENTS or two passes");
  end
  if (NSEC % 8 != 0) begin : gen_check_secret
    $error("AEAD: NSEC must be whole bytes");
  end
  if (NSEC != 0 && (ANY_SEGMENTS != 0 || EXPANDS != 0 || SEGMENTS != 4)) begin : gen_check_secret_segments
    $error("AEAD: NSEC does not go with ANY_SEGMENTS, EXPANDS or two passes");
  end
  if (PAD_STYLE > 1 || PAD_AD > 7 || PAD_DATA > 7) begin : gen_check_padding
    $error("AEAD: PAD_STYLE is 0 or 1, PAD_AD and PAD_DATA are masks of three bits");
  end

  logic refuse, begins, begun, abandon, refused;

  assign core_rst = rst || abandon;

  logic [23:0] command_in, command_out;
  logic command_in_valid, command_in_ready, command_out_valid, command_out_ready;

  PreProcessor #(
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
      .command(command_in),
      .command_valid(command_in_valid),
      .command_ready(command_in_ready)
  );

  CommandFifo #(
      .DEPTH(COMMANDS)
  ) u_command_fifo (
      .clk(clk),
      .rst(rst || (COMMANDS > 4 && refused)),  // commands of the refused message, whose turn never came
      .in(command_in),
      .in_valid(command_in_valid),
      .in_ready(command_in_ready),
      .out(command_out),
      .out_valid(command_out_valid),
      .out_ready(command_out_ready)
  );

  PostProcessor #(
      .W(W),
      .BLOCK(BLOCK),
      .NSEC(NSEC),
      .TAG(TAG),
      .ANY_SEGMENTS(ANY_SEGMENTS),
      .EXPANDS(EXPANDS),
      .COMMANDS(COMMANDS)
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
      .begins(begins),
      .begun(begun),
      .abandon(abandon),
      .refused(refused),
      .msg_auth(msg_auth),
      .msg_auth_valid(msg_auth_valid),
      .msg_auth_ready(msg_auth_ready),
      .do_data(do_data),
      .do_valid(do_valid),
      .do_ready(do_ready)
  );
endmodule
