// A memory of bytes with one port: in a cycle it is written or read, and what was read stays until the next time.
module SocByte #(
  parameter int unsigned A = 15
) (
  input  logic         clk,
  input  logic         enable,
  input  logic         write,
  input  logic [A-1:0] place,
  input  logic [7:0]   in_data,
  output logic [7:0]   out_data
);

  logic [7:0] memory [1 << A];

  always_ff @(posedge clk) begin
    if (enable && write) memory[place] <= in_data;
    else if (enable) out_data <= memory[place];
  end

endmodule
