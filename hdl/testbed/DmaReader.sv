// Memory to stream: an AXI4 master (ARM IHI 0022) that reads a buffer in bursts of up to 16 beats of 64 bits, at most four at once.
//
// Registers: 0 address, a multiple of 128, so that no burst crosses 4 KB; 1 length in bytes; 2 writing 1 starts; reading gives
// bit 0 busy, bit 1 refused (an address or a length that cannot be), bit 2 the memory answered with an error.
// The first byte of a beat of memory becomes the most significant of `out_data`; `out_bytes` of it count, fewer than 8 in the last one.
module DmaReader (
  input  logic        clk,
  input  logic        rst,

  input  logic        write,
  input  logic [1:0]  place,
  input  logic [31:0] wdata,
  output logic [31:0] rdata,

  output logic [31:0] araddr,
  output logic [7:0]  arlen,
  output logic        arvalid,
  input  logic        arready,
  input  logic [63:0] mem_rdata,
  input  logic [1:0]  rresp,
  input  logic        rvalid,
  output logic        rready,

  output logic [63:0] out_data,
  output logic [3:0]  out_bytes,
  output logic        out_valid,
  input  logic        out_ready
);

  localparam int unsigned AHEAD = 64;  // beats asked for and not yet here

  logic [31:0] address_q, length_q;
  logic [28:0] asked_q, came_q, beats;  // beats of the transfer
  logic        busy_q, refused_q, failed_q;
  logic        start, possible, ask, last;
  logic [28:0] left;

  assign beats = length_q[31:3] + 29'(length_q[2:0] != '0);
  assign start = write && place == 2'd2 && wdata[0] && !busy_q;
  assign possible = address_q[6:0] == '0 && length_q != '0;

  // ---- addresses ----
  assign left = beats - asked_q;
  assign ask = arvalid && arready;
  assign arvalid = busy_q && left != '0 && asked_q - came_q <= 29'(AHEAD - 16);
  assign araddr = address_q + {asked_q, 3'b000};
  assign arlen = (left >= 29'd16) ? 8'd15 : {4'b0, left[3:0] - 4'd1};

  // ---- data ----
  assign last = came_q + 29'd1 == beats;
  assign out_valid = rvalid && busy_q;
  assign rready = out_ready && busy_q;
  assign out_bytes = (last && length_q[2:0] != '0) ? {1'b0, length_q[2:0]} : 4'd8;
  for (genvar i = 0; i < 8; i++) begin : gen_byte
    assign out_data[8*i +: 8] = mem_rdata[8*(7-i) +: 8];
  end

  always_ff @(posedge clk) begin
    if (write && place == 2'd0 && !busy_q) address_q <= wdata;
    if (write && place == 2'd1 && !busy_q) length_q <= wdata;

    if (rst) busy_q <= 1'b0;
    else if (start) busy_q <= possible;
    else if (out_valid && out_ready && last) busy_q <= 1'b0;

    if (rst) {refused_q, failed_q} <= '0;
    else if (start) {refused_q, failed_q} <= {!possible, 1'b0};
    else if (rvalid && rready && rresp[1]) failed_q <= 1'b1;

    if (start) {asked_q, came_q} <= '0;
    else begin
      if (ask) asked_q <= asked_q + 29'(arlen) + 29'd1;
      if (out_valid && out_ready) came_q <= came_q + 29'd1;
    end
  end

  always_comb begin
    unique case (place)
      2'd0: rdata = address_q;
      2'd1: rdata = length_q;
      2'd2: rdata = {29'b0, failed_q, refused_q, busy_q};
      default: rdata = '0;
    endcase
  end

  logic unused_bits;
  assign unused_bits = rresp[0];

endmodule
