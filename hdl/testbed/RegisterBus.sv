// An AXI4-Lite slave (ARM IHI 0022) that gives each of DEVICES four registers of 32 bits: address bits 3:2 are the register, those above
// the device. One access at a time. SLVERR answers a device that there is not, and a write of less than 32 bits, which changes nothing.
module RegisterBus #(
  parameter int unsigned DEVICES = 1  // 1 to 255
) (
  input  logic                     clk,
  input  logic                     rst,

  input  logic [11:0]              awaddr,
  input  logic                     awvalid,
  output logic                     awready,
  input  logic [31:0]              wdata,
  input  logic [3:0]               wstrb,
  input  logic                     wvalid,
  output logic                     wready,
  output logic [1:0]               bresp,
  output logic                     bvalid,
  input  logic                     bready,
  input  logic [11:0]              araddr,
  input  logic                     arvalid,
  output logic                     arready,
  output logic [31:0]              rdata,
  output logic [1:0]               rresp,
  output logic                     rvalid,
  input  logic                     rready,

  output logic [DEVICES-1:0]       write,  // in the cycle of the transfer
  output logic [DEVICES-1:0]       read,
  output logic [1:0]               place,
  output logic [31:0]              device_wdata,
  input  logic [DEVICES-1:0][31:0] device_rdata
);

  localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10;

  logic        writes, reads, write_good, read_good;
  logic [31:0] chosen;

  // Address and data of a write are taken in one cycle; a write goes before a read.
  assign writes = awvalid && wvalid && !bvalid;
  assign reads = arvalid && !writes && !rvalid;
  assign awready = writes;
  assign wready = writes;
  assign arready = reads;

  assign write_good = awaddr[11:4] < 8'(DEVICES) && wstrb == 4'b1111;
  assign read_good = araddr[11:4] < 8'(DEVICES);
  assign place = writes ? awaddr[3:2] : araddr[3:2];
  assign device_wdata = wdata;

  always_comb begin
    chosen = '0;
    for (int unsigned i = 0; i < DEVICES; i++) begin
      write[i] = writes && write_good && awaddr[11:4] == 8'(i);
      read[i] = reads && araddr[11:4] == 8'(i);
      if (araddr[11:4] == 8'(i)) chosen = device_rdata[i];
    end
  end

  always_ff @(posedge clk) begin
    if (rst) bvalid <= 1'b0;
    else if (writes) bvalid <= 1'b1;
    else if (bready) bvalid <= 1'b0;

    if (rst) rvalid <= 1'b0;
    else if (reads) rvalid <= 1'b1;
    else if (rready) rvalid <= 1'b0;

    if (writes) bresp <= write_good ? OKAY : SLVERR;
    if (reads) begin
      rresp <= read_good ? OKAY : SLVERR;
      rdata <= chosen;
    end
  end

  logic unused_bits;
  assign unused_bits = ^{awaddr[1:0], araddr[1:0]};

endmodule
