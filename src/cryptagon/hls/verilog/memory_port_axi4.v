// A memory port to AXI4 (ARM IHI 0022), as its manager: a request becomes a burst of one beat, which is as wide as an element.
//
// `base` is the byte address of element 0, a multiple of an element's bytes; it does not change while a request is under way.
// Requests take effect in order: a read goes out when all writes before it are answered, a write when the read before it is.
// Up to 15 writes wait for their answers. `idle` is 1 when nothing is under way. `error` becomes 1 with the first answer that tells
// an error, and stays until reset. No output hangs on an input of the same cycle, apart from `request_ready` on AWREADY, WREADY and
// ARREADY.
module memory_port_axi4 #(
  parameter ADDRESS_WIDTH = 10,      // bits of an element's number
  parameter DATA_WIDTH = 32,         // bits of an element and of the bus: 8, 16, 32 ... 1024
  parameter AXI_ADDRESS_WIDTH = 32   // bits of a byte address, more than an element's number has
) (
  input wire clk,
  input wire rst,

  input wire [AXI_ADDRESS_WIDTH-1:0] base,
  output wire idle,
  output reg error,

  input wire request_write,
  input wire [ADDRESS_WIDTH-1:0] request_address,
  input wire [DATA_WIDTH-1:0] request_write_data,
  input wire [DATA_WIDTH/8-1:0] request_byte_enables,
  input wire request_valid,
  output wire request_ready,

  output reg [DATA_WIDTH-1:0] response_read_data,
  output reg response_valid,
  input wire response_ready,

  output wire [AXI_ADDRESS_WIDTH-1:0] m_axi_awaddr,
  output wire [7:0] m_axi_awlen,
  output wire [2:0] m_axi_awsize,
  output wire [1:0] m_axi_awburst,
  output wire [3:0] m_axi_awcache,
  output wire [2:0] m_axi_awprot,
  output wire m_axi_awvalid,
  input wire m_axi_awready,
  output wire [DATA_WIDTH-1:0] m_axi_wdata,
  output wire [DATA_WIDTH/8-1:0] m_axi_wstrb,
  output wire m_axi_wlast,
  output wire m_axi_wvalid,
  input wire m_axi_wready,
  input wire [1:0] m_axi_bresp,
  input wire m_axi_bvalid,
  output wire m_axi_bready,
  output wire [AXI_ADDRESS_WIDTH-1:0] m_axi_araddr,
  output wire [7:0] m_axi_arlen,
  output wire [2:0] m_axi_arsize,
  output wire [1:0] m_axi_arburst,
  output wire [3:0] m_axi_arcache,
  output wire [2:0] m_axi_arprot,
  output wire m_axi_arvalid,
  input wire m_axi_arready,
  input wire [DATA_WIDTH-1:0] m_axi_rdata,
  input wire [1:0] m_axi_rresp,
  input wire m_axi_rlast,
  input wire m_axi_rvalid,
  output wire m_axi_rready
);
  localparam SIZE = $clog2(DATA_WIDTH / 8);  // an element has 2 to the power of SIZE bytes

  // the request that goes out, and which of a write's two channels have taken it
  reg held, held_write, address_taken, data_taken;
  reg [AXI_ADDRESS_WIDTH-1:0] held_address;
  reg [DATA_WIDTH-1:0] held_data;
  reg [DATA_WIDTH/8-1:0] held_enables;

  reg [3:0] writes;  // without an answer yet
  reg reading;       // from the address of a read to its answer

  wire may_write = held && held_write && !reading && writes != 4'd15;
  wire may_read = held && !held_write && !reading && writes == 4'd0;
  wire address_goes = address_taken || m_axi_awready;
  wire data_goes = data_taken || m_axi_wready;
  wire wrote = may_write && address_goes && data_goes;
  wire asked = may_read && m_axi_arready;
  wire [AXI_ADDRESS_WIDTH-1:0] offset = {{AXI_ADDRESS_WIDTH-ADDRESS_WIDTH{1'b0}}, request_address} << SIZE;
  wire take = request_valid && request_ready;
  wire write_answered = m_axi_bvalid && m_axi_bready;
  wire read_answered = m_axi_rvalid && m_axi_rready;

  assign request_ready = !held || wrote || asked;
  assign idle = !held && writes == 4'd0 && !reading && !response_valid;

  assign m_axi_awaddr = held_address;
  assign m_axi_awvalid = may_write && !address_taken;
  assign m_axi_wdata = held_data;
  assign m_axi_wstrb = held_enables;
  assign m_axi_wvalid = may_write && !data_taken;
  assign m_axi_bready = 1'b1;
  assign m_axi_araddr = held_address;
  assign m_axi_arvalid = may_read;
  assign m_axi_rready = !response_valid;

  assign m_axi_awlen = 8'd0;
  assign m_axi_awsize = SIZE[2:0];
  assign m_axi_awburst = 2'b01;     // incrementing
  assign m_axi_awcache = 4'b0011;   // normal memory, not cached, bufferable
  assign m_axi_awprot = 3'b000;
  assign m_axi_wlast = 1'b1;
  assign m_axi_arlen = 8'd0;
  assign m_axi_arsize = SIZE[2:0];
  assign m_axi_arburst = 2'b01;
  assign m_axi_arcache = 4'b0011;
  assign m_axi_arprot = 3'b000;

  always @(posedge clk) begin
    if (take) begin
      held_write <= request_write;
      held_address <= base + offset;
      held_data <= request_write_data;
      held_enables <= request_byte_enables;
    end
    if (read_answered) response_read_data <= m_axi_rdata;
    if (rst) begin
      held <= 1'b0;
      address_taken <= 1'b0;
      data_taken <= 1'b0;
      writes <= 4'd0;
      reading <= 1'b0;
      response_valid <= 1'b0;
      error <= 1'b0;
    end else begin
      held <= take || (held && !wrote && !asked);
      address_taken <= may_write && address_goes && !wrote;
      data_taken <= may_write && data_goes && !wrote;
      writes <= writes + {3'd0, wrote} - {3'd0, write_answered};
      reading <= asked || (reading && !read_answered);
      response_valid <= read_answered || (response_valid && !response_ready);
      if ((write_answered && m_axi_bresp[1]) || (read_answered && m_axi_rresp[1])) error <= 1'b1;
    end
  end

  // a burst of one beat needs no look at its last one
  wire unused = &{1'b0, m_axi_rlast, m_axi_bresp[0], m_axi_rresp[0]};
endmodule
