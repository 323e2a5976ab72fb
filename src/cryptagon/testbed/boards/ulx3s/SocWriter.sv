// The memory's side of a DMA engine that writes (AXI4, bursts of whole beats): it asks for the memory's port for each beat that is there.
// One burst at a time.
module SocWriter #(
  parameter int unsigned A = 15  // bits of the address of a word of 64 bits
) (
  input  logic         clk,
  input  logic         rst,

  input  logic [31:0]  awaddr,
  input  logic         awvalid,
  output logic         awready,
  input  logic         wlast,
  input  logic         wvalid,
  output logic         wready,
  output logic         bvalid,
  input  logic         bready,

  output logic         want,
  output logic [A-1:0] word,
  input  logic         granted  // in this cycle, in which the beat is written
);

  logic busy_q;

  assign awready = !busy_q && !bvalid;
  assign want = busy_q && wvalid;
  assign wready = granted;

  always_ff @(posedge clk) begin
    if (rst) {busy_q, bvalid} <= '0;
    else begin
      if (awvalid && awready) busy_q <= 1'b1;
      else if (granted && wlast) busy_q <= 1'b0;
      bvalid <= (granted && wlast) || (bvalid && !bready);
    end

    if (awvalid && awready) word <= awaddr[A+2:3];
    else if (granted) word <= word + A'(1);
  end

  logic unused_bits;
  assign unused_bits = ^{awaddr[31:A+3], awaddr[2:0]};

endmodule
