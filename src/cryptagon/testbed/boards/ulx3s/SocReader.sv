// The memory's side of a DMA engine that reads (AXI4, bursts of whole beats): it asks for the memory's port, beat by beat, and keeps what
// came until it is taken. One burst at a time.
module SocReader #(
  parameter int unsigned A = 15  // bits of the address of a word of 64 bits
) (
  input  logic         clk,
  input  logic         rst,

  input  logic [31:0]  araddr,
  input  logic [7:0]   arlen,
  input  logic         arvalid,
  output logic         arready,
  output logic [63:0]  rdata,
  output logic         rvalid,
  input  logic         rready,

  output logic         want,
  output logic [A-1:0] word,
  input  logic         granted,  // in this cycle; the word is there in the next one
  input  logic [63:0]  came
);

  localparam int unsigned DEPTH = 4;

  logic         busy_q, coming_q;
  logic [8:0]   left_q;  // beats
  logic [A-1:0] word_q;
  logic [63:0]  kept [DEPTH];
  logic [1:0]   put_q, take_q;
  logic [2:0]   count_q;
  logic         take;

  assign arready = !busy_q;
  assign want = busy_q && count_q + 3'(coming_q) < 3'(DEPTH);
  assign word = word_q;
  assign rvalid = count_q != '0;
  assign rdata = kept[take_q];
  assign take = rvalid && rready;

  always_ff @(posedge clk) begin
    if (rst) busy_q <= 1'b0;
    else if (arvalid && arready) busy_q <= 1'b1;
    else if (granted && left_q == 9'd1) busy_q <= 1'b0;

    if (arvalid && arready) begin
      left_q <= 9'(arlen) + 9'd1;
      word_q <= araddr[A+2:3];
    end else if (granted) begin
      left_q <= left_q - 9'd1;
      word_q <= word_q + A'(1);
    end

    if (rst) {coming_q, put_q, take_q, count_q} <= '0;
    else begin
      coming_q <= granted;
      put_q <= put_q + 2'(coming_q);
      take_q <= take_q + 2'(take);
      count_q <= count_q + 3'(coming_q) - 3'(take);
    end
    if (coming_q) kept[put_q] <= came;
  end

  logic unused_bits;
  assign unused_bits = ^{araddr[31:A+3], araddr[2:0]};

endmodule
