// From items of ITEM bits, on the unit's clock, to memory on the bus clock.
module OutputChannel #(
  parameter int unsigned ITEM = 64,  // 8, 16, 32, or a multiple of 64
  parameter int unsigned DEPTH = 32
) (
  input  logic            bus_clk,
  input  logic            bus_rst,
  input  logic            write,
  input  logic [1:0]      place,
  input  logic [31:0]     wdata,
  output logic [31:0]     rdata,

  output logic [31:0]     awaddr,
  output logic [7:0]      awlen,
  output logic            awvalid,
  input  logic            awready,
  output logic [63:0]     mem_wdata,
  output logic [7:0]      mem_wstrb,
  output logic            wlast,
  output logic            wvalid,
  input  logic            wready,
  input  logic [1:0]      bresp,
  input  logic            bvalid,
  output logic            bready,

  input  logic            core_clk,
  input  logic            core_rst,
  input  logic [ITEM-1:0] item,
  input  logic            item_error,
  input  logic            item_valid,
  output logic            item_ready
);

  // ---- the length of a transfer goes to the unit's clock before its items ----
  logic [31:0] length, core_length;
  logic        started, length_valid, length_ready, has_room;

  AsyncFifo #(.W(32), .DEPTH(4)) lengths (
    .in_clk(bus_clk), .in_rst(bus_rst), .in_data(length), .in_valid(started), .in_ready(has_room),
    .out_clk(core_clk), .out_rst(core_rst), .out_data(core_length), .out_valid(length_valid), .out_ready(length_ready)
  );

  logic marked_end, marked_valid, marked_ready;

  TransferEnd #(.ITEM(ITEM / 8)) transfer (
    .clk(core_clk), .rst(core_rst), .length(core_length), .length_valid, .length_ready, .item_valid, .item_ready,
    .out_end(marked_end), .out_valid(marked_valid), .out_ready(marked_ready)
  );

  // ---- items to beats ----
  logic [63:0] beat;
  logic [3:0]  beat_bytes;
  logic        beat_end, beat_valid, beat_ready;

  if (ITEM < 64) begin : gen_widen
    Widen #(.IN(ITEM), .OUT(64)) widen (
      .clk(core_clk), .rst(core_rst), .in_data(item), .in_end(marked_end), .in_valid(marked_valid), .in_ready(marked_ready),
      .out_data(beat), .out_bytes(beat_bytes), .out_end(beat_end), .out_valid(beat_valid), .out_ready(beat_ready)
    );
  end else if (ITEM > 64) begin : gen_narrow
    logic item_end;

    Narrow #(.IN(ITEM), .OUT(64)) narrow (
      .clk(core_clk), .rst(core_rst), .in_data(item), .in_bytes(($clog2(ITEM / 8 + 1))'(ITEM / 8)), .in_valid(marked_valid),
      .in_ready(marked_ready), .out_data(beat), .out_end(item_end), .out_valid(beat_valid), .out_ready(beat_ready)
    );
    assign beat_bytes = 4'd8;
    assign beat_end = marked_end && item_end;
  end else begin : gen_same
    assign beat = item;
    assign beat_bytes = 4'd8;
    assign beat_end = marked_end;
    assign beat_valid = marked_valid;
    assign marked_ready = beat_ready;
  end

  // ---- beats to memory; the error of an item lasts to the end of its beat ----
  logic        error_q, beat_error;
  logic [63:0] write_data;
  logic [3:0]  write_bytes;
  logic        write_end, write_error, write_valid, write_ready;

  assign beat_error = error_q || item_error;

  always_ff @(posedge core_clk) begin
    if (core_rst || (beat_valid && beat_ready)) error_q <= 1'b0;
    else if (item_valid && item_ready) error_q <= beat_error;
  end

  AsyncFifo #(.W(70), .DEPTH(DEPTH)) fifo (
    .in_clk(core_clk), .in_rst(core_rst), .in_data({beat_error, beat_end, beat_bytes, beat}), .in_valid(beat_valid), .in_ready(beat_ready),
    .out_clk(bus_clk), .out_rst(bus_rst), .out_data({write_error, write_end, write_bytes, write_data}), .out_valid(write_valid),
    .out_ready(write_ready)
  );

  DmaWriter writer (
    .clk(bus_clk), .rst(bus_rst), .write, .place, .wdata, .rdata, .length, .started, .awaddr, .awlen, .awvalid, .awready, .mem_wdata,
    .mem_wstrb, .wlast, .wvalid, .wready, .bresp, .bvalid, .bready, .in_data(write_data), .in_bytes(write_bytes), .in_end(write_end),
    .in_error(write_error), .in_valid(write_valid), .in_ready(write_ready)
  );

  logic unused_bits;
  assign unused_bits = has_room;  // one transfer at a time: there is always room

endmodule
