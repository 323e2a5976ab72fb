// For Yosys' techmap: a RAM of which only this is kept, that the same address reads the same word in the next cycle if nothing is written in
// between. What it reads otherwise is free.
(* techmap_celltype = "$mem_v2" *)
module steady_ram (
    RD_CLK,
    RD_EN,
    RD_ARST,
    RD_SRST,
    RD_ADDR,
    RD_DATA,
    WR_CLK,
    WR_EN,
    WR_ADDR,
    WR_DATA
);
  parameter MEMID = "";
  parameter signed SIZE = 1;
  parameter signed OFFSET = 0;
  parameter signed ABITS = 1;
  parameter signed WIDTH = 1;
  parameter INIT = 0;
  parameter signed RD_PORTS = 1;
  parameter RD_CLK_ENABLE = 0;
  parameter RD_CLK_POLARITY = 0;
  parameter RD_TRANSPARENCY_MASK = 0;
  parameter RD_COLLISION_X_MASK = 0;
  parameter RD_WIDE_CONTINUATION = 0;
  parameter RD_CE_OVER_SRST = 0;
  parameter RD_ARST_VALUE = 0;
  parameter RD_SRST_VALUE = 0;
  parameter RD_INIT_VALUE = 0;
  parameter signed WR_PORTS = 1;
  parameter WR_CLK_ENABLE = 0;
  parameter WR_CLK_POLARITY = 0;
  parameter WR_PRIORITY_MASK = 0;
  parameter WR_WIDE_CONTINUATION = 0;

  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input [RD_PORTS*ABITS-1:0] RD_ADDR;
  output [RD_PORTS*WIDTH-1:0] RD_DATA;
  input [WR_PORTS-1:0] WR_CLK;
  input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
  input [WR_PORTS*ABITS-1:0] WR_ADDR;

  // Reads with a clock, and memories that nobody writes, are left to others.
  wire _TECHMAP_FAIL_ = RD_CLK_ENABLE != 0 || WR_PORTS == 0 || !WR_CLK_ENABLE[0];

  reg written;
  always @(posedge WR_CLK[0]) written <= |WR_EN;

  genvar port;
  generate
    for (port = 0; port < RD_PORTS; port = port + 1) begin : read
      wire [ABITS-1:0] address = RD_ADDR[port*ABITS+:ABITS];
      wire [WIDTH-1:0] word, anything;
      reg [ABITS-1:0] last_address;
      reg [WIDTH-1:0] last_word;
      \$anyseq #(.WIDTH(WIDTH)) free (.Y(anything));
      assign word = address == last_address && !written ? last_word : anything;
      assign RD_DATA[port*WIDTH+:WIDTH] = word;
      always @(posedge WR_CLK[0]) begin
        last_address <= address;
        last_word <= word;
      end
    end
  endgenerate
endmodule
