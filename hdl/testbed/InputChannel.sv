// From memory, on the bus clock, to items of ITEM bits on the unit's clock.
module InputChannel #(
  parameter int unsigned ITEM = 64,  // 8, 16, 32, or a multiple of 64
  parameter int unsigned DEPTH = 32
) (
  input  logic            bus_clk,
  input  logic            bus_rst,
  input  logic            write,
  input  logic [1:0]      place,
  input  logic [31:0]     wdata,
  output logic [31:0]     rdata,

  output logic [31:0]     araddr,
  output logic [7:0]      arlen,
  output logic            arvalid,
  input  logic            arready,
  input  logic [63:0]     mem_rdata,
  input  logic [1:0]      rresp,
  input  logic            rvalid,
  output logic            rready,

  input  logic            core_clk,
  input  logic            core_rst,
  output logic [ITEM-1:0] item,
  output logic            item_valid,
  input  logic            item_ready
);

  logic [63:0] read_data, beat;
  logic [3:0]  read_bytes, beat_bytes;
  logic        read_valid, read_ready, beat_valid, beat_ready;

  DmaReader reader (
    .clk(bus_clk), .rst(bus_rst), .write, .place, .wdata, .rdata, .araddr, .arlen, .arvalid, .arready, .mem_rdata, .rresp, .rvalid, .rready,
    .out_data(read_data), .out_bytes(read_bytes), .out_valid(read_valid), .out_ready(read_ready)
  );

  AsyncFifo #(.W(68), .DEPTH(DEPTH)) fifo (
    .in_clk(bus_clk), .in_rst(bus_rst), .in_data({read_bytes, read_data}), .in_valid(read_valid), .in_ready(read_ready),
    .out_clk(core_clk), .out_rst(core_rst), .out_data({beat_bytes, beat}), .out_valid(beat_valid), .out_ready(beat_ready)
  );

  logic unused_bits;

  if (ITEM < 64) begin : gen_narrow
    Narrow #(.IN(64), .OUT(ITEM)) narrow (
      .clk(core_clk), .rst(core_rst), .in_data(beat), .in_bytes(beat_bytes), .in_valid(beat_valid), .in_ready(beat_ready),
      .out_data(item), .out_end(unused_bits), .out_valid(item_valid), .out_ready(item_ready)
    );
  end else if (ITEM > 64) begin : gen_widen
    logic [$clog2(ITEM / 8 + 1)-1:0] bytes;
    logic                            item_end;

    Widen #(.IN(64), .OUT(ITEM)) widen (
      .clk(core_clk), .rst(core_rst), .in_data(beat), .in_end(1'b0), .in_valid(beat_valid), .in_ready(beat_ready),
      .out_data(item), .out_bytes(bytes), .out_end(item_end), .out_valid(item_valid), .out_ready(item_ready)
    );
    assign unused_bits = ^{beat_bytes, bytes, item_end};
  end else begin : gen_same
    assign item = beat;
    assign item_valid = beat_valid;
    assign beat_ready = item_ready;
    assign unused_bits = ^beat_bytes;
  end

endmodule
