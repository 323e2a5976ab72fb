// Takes items with random pauses and compares them with those of a file; says so when an offered item changes or goes away.
// OPEN_BITS: the file of masks, one an item, of bits that are not compared.
// OPEN: more items than the file has may come. With +items each item before the first reset in mid-run is printed with the cycle in which it moved.
// `resets`, the resets in mid-run so far, is the last word of what it prints of a fault; every one begins with the first item again.
module StreamSink #(
  parameter int WIDTH = 8,
  parameter int COUNT = 0,
  parameter bit OPEN = 0,
  parameter string NAME = "",
  parameter string FILE = "",
  parameter string OPEN_BITS = ""
) (
  input logic clk,
  input logic rst,
  input logic [7:0] stall,
  input int cycle,
  input int resets,
  input logic [WIDTH-1:0] data,
  input logic valid,
  output logic ready,
  output logic moved,
  output logic done,
  output logic failed
);
  logic [WIDTH-1:0] expected [COUNT+1];
  logic [WIDTH-1:0] open_bits [COUNT+1];
  int next;
  logic pending;
  logic [WIDTH-1:0] offered;

  initial begin
    failed = 1'b0;
    expected[COUNT] = '0;
    if (COUNT > 0) $readmemh(FILE, expected, 0, COUNT - 1);
    for (int i = 0; i <= COUNT; i++) open_bits[i] = '0;
    if (COUNT > 0 && OPEN_BITS != "") $readmemh(OPEN_BITS, open_bits, 0, COUNT - 1);
  end

  // An item past the file's end is no progress, so that a design which writes for ever is no endless simulation.
  assign moved = valid && ready && next < COUNT;
  assign done = next >= COUNT;

  always_ff @(posedge clk) begin
    ready <= 8'($urandom) >= stall;
    pending <= !rst && valid && !ready;
    offered <= data;
    if (rst) begin
      next <= 0;
    end else begin
      if (valid && ready) take_item();
      if (pending && (!valid || offered != data)) begin
        $display("withdrawn %s %0d %0d", NAME, cycle, resets);
        failed <= 1'b1;
      end
    end
  end

  task automatic take_item();
    if (!done || !OPEN) begin
      if (resets == 0 && $test$plusargs("items") != 0) $display("item %s %0d %h", NAME, cycle, data);
      if (done) begin
        $display("surplus %s %0d %h %0d", NAME, next, data, resets);
        failed <= 1'b1;
      end else if (((data ^ expected[next]) & ~open_bits[next]) != '0) begin
        $display("mismatch %s %0d %h %h %0d", NAME, next, data, expected[next], resets);
        failed <= 1'b1;
      end
    end
    next <= next + 1;
  endtask

  final if (!done) $display("missing %s %0d %h %0d", NAME, next, expected[next], resets);
endmodule
