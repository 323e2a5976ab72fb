// Offers the items of a file, in order, with random pauses; what it shows while it offers nothing is noise.
module StreamSource #(
  parameter int WIDTH = 8,
  parameter int COUNT = 1,
  parameter string FILE = ""
) (
  input logic clk,
  input logic rst,
  input logic [7:0] stall,
  output logic [WIDTH-1:0] data,
  output logic valid,
  input logic ready
);
  logic [WIDTH-1:0] items [COUNT+1];
  int next;

  initial begin
    items[COUNT] = '0;
    if (COUNT > 0) $readmemh(FILE, items, 0, COUNT - 1);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      next <= 0;
      valid <= 1'b0;
    end else if (!valid || ready) begin
      next <= next + int'(valid);
      valid <= next + int'(valid) < COUNT && 8'($urandom) >= stall;
    end
  end

  assign data = valid ? items[next] : ~items[next];
endmodule
