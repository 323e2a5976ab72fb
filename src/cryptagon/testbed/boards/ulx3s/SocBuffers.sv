// The buffers, in the chip's own memory: one port of 64 bits for the processor, the engines that write, and those that read, in this order.
// During a transfer the processor does not ask for it: its program lies elsewhere.
module SocBuffers #(
  parameter int unsigned READERS = 1,
  parameter int unsigned WRITERS = 1,
  parameter int unsigned A = 15  // bits of the address of a word of 64 bits
) (
  input  logic                     clk,
  input  logic                     rst,

  input  logic                     cpu_valid,
  input  logic [A+2:0]             cpu_addr,
  input  logic [31:0]              cpu_wdata,
  input  logic [3:0]               cpu_wstrb,
  output logic                     cpu_ready,
  output logic [31:0]              cpu_rdata,

  input  logic [READERS-1:0][31:0] araddr,
  input  logic [READERS-1:0][7:0]  arlen,
  input  logic [READERS-1:0]       arvalid,
  output logic [READERS-1:0]       arready,
  output logic [READERS-1:0][63:0] rdata,
  output logic [READERS-1:0]       rvalid,
  input  logic [READERS-1:0]       rready,

  input  logic [WRITERS-1:0][31:0] awaddr,
  input  logic [WRITERS-1:0]       awvalid,
  output logic [WRITERS-1:0]       awready,
  input  logic [WRITERS-1:0][63:0] wdata,
  input  logic [WRITERS-1:0][7:0]  wstrb,
  input  logic [WRITERS-1:0]       wlast,
  input  logic [WRITERS-1:0]       wvalid,
  output logic [WRITERS-1:0]       wready,
  output logic [WRITERS-1:0]       bvalid,
  input  logic [WRITERS-1:0]       bready
);

  logic [READERS-1:0]        reader_wants, reader_granted;
  logic [WRITERS-1:0]        writer_wants, writer_granted;
  logic [READERS-1:0][A-1:0] reader_word;
  logic [WRITERS-1:0][A-1:0] writer_word;
  logic                      cpu_granted, cpu_done_q, high_q;
  logic [A-1:0]              word;
  logic [63:0]               data, came;
  logic [7:0]                strobes;
  logic                      enable;

  for (genvar i = 0; i < READERS; i++) begin : gen_reader
    SocReader #(.A(A)) reader (
      .clk, .rst, .araddr(araddr[i]), .arlen(arlen[i]), .arvalid(arvalid[i]), .arready(arready[i]), .rdata(rdata[i]), .rvalid(rvalid[i]),
      .rready(rready[i]), .want(reader_wants[i]), .word(reader_word[i]), .granted(reader_granted[i]), .came
    );
  end
  for (genvar i = 0; i < WRITERS; i++) begin : gen_writer
    SocWriter #(.A(A)) writer (
      .clk, .rst, .awaddr(awaddr[i]), .awvalid(awvalid[i]), .awready(awready[i]), .wlast(wlast[i]), .wvalid(wvalid[i]), .wready(wready[i]),
      .bvalid(bvalid[i]), .bready(bready[i]), .want(writer_wants[i]), .word(writer_word[i]), .granted(writer_granted[i])
    );
  end

  // ---- who has the port in this cycle: the first that wants it ----
  assign cpu_granted = cpu_valid && !cpu_done_q;

  always_comb begin
    enable = cpu_granted;
    word = cpu_addr[A+2:3];
    data = {cpu_wdata, cpu_wdata};
    strobes = cpu_addr[2] ? {cpu_wstrb, 4'b0} : {4'b0, cpu_wstrb};
    writer_granted = '0;
    reader_granted = '0;
    for (int unsigned i = 0; i < WRITERS; i++) begin
      if (writer_wants[i] && !enable) begin
        enable = 1'b1;
        writer_granted[i] = 1'b1;
        word = writer_word[i];
        data = wdata[i];
        strobes = wstrb[i];
      end
    end
    for (int unsigned i = 0; i < READERS; i++) begin
      if (reader_wants[i] && !enable) begin
        enable = 1'b1;
        reader_granted[i] = 1'b1;
        word = reader_word[i];
        strobes = '0;
      end
    end
  end

  // ---- a memory for each byte of a word ----
  for (genvar i = 0; i < 8; i++) begin : gen_byte
    SocByte #(.A(A)) lane (.clk, .enable, .write(strobes[i]), .place(word), .in_data(data[8*i +: 8]), .out_data(came[8*i +: 8]));
  end

  assign cpu_ready = cpu_done_q;
  assign cpu_rdata = high_q ? came[63:32] : came[31:0];

  always_ff @(posedge clk) begin
    cpu_done_q <= cpu_granted && !rst;
    high_q <= cpu_addr[2];
  end

  logic unused_bits;
  assign unused_bits = ^cpu_addr[1:0];

endmodule
