// The processor's accesses to the testbed's registers as AXI4-Lite (ARM IHI 0022). An access that is answered by an error reads as all ones.
module SocRegisters (
  input  logic        clk,
  input  logic        rst,

  input  logic        cpu_valid,
  input  logic [3:0]  cpu_wstrb,
  output logic        cpu_ready,
  output logic [31:0] cpu_rdata,

  output logic        awvalid,
  input  logic        awready,
  input  logic [1:0]  bresp,
  input  logic        bvalid,
  output logic        arvalid,
  input  logic        arready,
  input  logic [31:0] rdata,
  input  logic [1:0]  rresp,
  input  logic        rvalid
);

  logic asked_q;

  assign awvalid = cpu_valid && cpu_wstrb != '0 && !asked_q;
  assign arvalid = cpu_valid && cpu_wstrb == '0 && !asked_q;
  assign cpu_ready = asked_q && (bvalid || rvalid);
  assign cpu_rdata = rresp == '0 ? rdata : '1;

  always_ff @(posedge clk) begin
    if (rst || cpu_ready) asked_q <= 1'b0;
    else if ((awvalid && awready) || (arvalid && arready)) asked_q <= 1'b1;
  end

  logic unused_bits;
  assign unused_bits = ^bresp;

endmodule
