// The memory of the program, its data and its stack, filled from a file of words in hexadecimal digits.
module SocProgram #(
  parameter int unsigned WORDS = 8192,
  parameter FILE = "program.hex"
) (
  input  logic                     clk,
  input  logic                     rst,
  input  logic                     valid,
  input  logic [$clog2(WORDS)-1:0] place,
  input  logic [31:0]              wdata,
  input  logic [3:0]               wstrb,
  output logic                     ready,
  output logic [31:0]              rdata
);

  logic [31:0] memory [WORDS];

  initial $readmemh(FILE, memory);

  always_ff @(posedge clk) begin
    ready <= valid && !ready && !rst;
    if (valid && !ready) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (wstrb[i]) memory[place][8*i +: 8] <= wdata[8*i +: 8];
      end
      if (wstrb == '0) rdata <= memory[place];
    end
  end

endmodule
