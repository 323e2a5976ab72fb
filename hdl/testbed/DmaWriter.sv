// Stream to memory: an AXI4 master (ARM IHI 0022) that writes a buffer in bursts of up to 16 beats of 64 bits, at most four ahead of data.
//
// Registers: 0 address, a multiple of 128, so that no burst crosses 4 KB; 1 the buffer's length in bytes; 2 writing 1 starts; reading gives
// bit 0 busy, bit 1 refused (an address or a length that cannot be), bit 2 the memory answered with an error, bit 3 the unit marked an
// error; 3 how many bytes came. A transfer ends with `in_end`. What was asked for by then is written with no byte enabled.
// The most significant byte of `in_data` becomes the first of a beat of memory; `in_bytes` of it count.
module DmaWriter (
  input  logic        clk,
  input  logic        rst,

  input  logic        write,
  input  logic [1:0]  place,
  input  logic [31:0] wdata,
  output logic [31:0] rdata,

  output logic [31:0] length,  // of the transfer that starts
  output logic        started,

  output logic [31:0] awaddr,
  output logic [7:0]  awlen,
  output logic        awvalid,
  input  logic        awready,
  output logic [63:0] mem_wdata,
  output logic [7:0]  mem_wstrb,
  output logic        wlast,
  output logic        wvalid,
  input  logic        wready,
  input  logic [1:0]  bresp,
  input  logic        bvalid,
  output logic        bready,

  input  logic [63:0] in_data,
  input  logic [3:0]  in_bytes,
  input  logic        in_end,
  input  logic        in_error,
  input  logic        in_valid,
  output logic        in_ready
);

  localparam int unsigned AHEAD = 64;  // beats whose address has gone out and whose data have not

  logic [31:0] address_q, length_q, received_q;
  logic [28:0] asked_q, sent_q, beats, left;  // beats of the transfer
  logic [24:0] open_q;                        // bursts without an answer
  logic        busy_q, refused_q, failed_q, marked_q, ended_q, offering_q;
  logic        start, possible, ask, send, take, done;

  assign beats = length_q[31:3] + 29'(length_q[2:0] != '0);
  assign start = write && place == 2'd2 && wdata[0] && !busy_q;
  assign possible = address_q[6:0] == '0 && length_q != '0;
  assign length = length_q;
  assign started = start && possible;

  // ---- addresses: one on offer stays, though the transfer ends meanwhile ----
  assign left = beats - asked_q;
  assign awvalid = offering_q || (busy_q && !ended_q && left != '0 && asked_q - sent_q <= 29'(AHEAD - 16));
  assign ask = awvalid && awready;
  assign awaddr = address_q + {asked_q, 3'b000};
  assign awlen = (left >= 29'd16) ? 8'd15 : {4'b0, left[3:0] - 4'd1};

  // ---- data ----
  logic pending;
  assign pending = sent_q != asked_q;
  assign wvalid = pending && (ended_q || in_valid);
  assign in_ready = pending && !ended_q && wready;
  assign take = in_valid && in_ready;
  assign send = wvalid && wready;
  assign wlast = sent_q[3:0] == 4'd15 || sent_q + 29'd1 == beats;
  for (genvar i = 0; i < 8; i++) begin : gen_byte
    assign mem_wdata[8*i +: 8] = ended_q ? 8'h00 : in_data[8*(7-i) +: 8];
    assign mem_wstrb[i] = !ended_q && 4'(i) < in_bytes;
  end

  // ---- answers ----
  assign bready = 1'b1;
  assign done = busy_q && ended_q && !awvalid && !pending && open_q == '0;

  always_ff @(posedge clk) begin
    if (write && place == 2'd0 && !busy_q) address_q <= wdata;
    if (write && place == 2'd1 && !busy_q) length_q <= wdata;

    if (rst) busy_q <= 1'b0;
    else if (start) busy_q <= possible;
    else if (done) busy_q <= 1'b0;

    if (rst || start) ended_q <= 1'b0;
    else if (take && in_end) ended_q <= 1'b1;

    if (rst) offering_q <= 1'b0;
    else offering_q <= awvalid && !awready;

    if (rst || start) {asked_q, sent_q, received_q} <= '0;
    else begin
      if (ask) asked_q <= asked_q + 29'(awlen) + 29'd1;
      if (send) sent_q <= sent_q + 29'd1;
      if (take) received_q <= received_q + 32'(in_bytes);
    end

    if (rst || start) open_q <= '0;
    else open_q <= open_q + 25'(ask) - 25'(bvalid);

    if (rst) {refused_q, failed_q, marked_q} <= '0;
    else if (start) {refused_q, failed_q, marked_q} <= {!possible, 2'b00};
    else begin
      if (bvalid && bresp[1]) failed_q <= 1'b1;
      if (take && in_error) marked_q <= 1'b1;
    end
  end

  always_comb begin
    unique case (place)
      2'd0: rdata = address_q;
      2'd1: rdata = length_q;
      2'd2: rdata = {28'b0, marked_q, failed_q, refused_q, busy_q};
      default: rdata = received_q;
    endcase
  end

  logic unused_bits;
  assign unused_bits = bresp[0];

endmodule
