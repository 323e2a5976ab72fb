// Fills a FIFO until it takes no more, then empties it: it must hold DEPTH items, and give them in order, one each cycle.
module fifo_bench #(
  parameter [31:0] DEPTH = 4
) (
  input wire clk,
  input wire rst
);
  reg [7:0] cycle, taken, given;
  wire in_ready, out_valid;
  wire [7:0] out;
  wire draining = cycle >= 8'd40;

  stream_fifo #(.WIDTH(8), .DEPTH(DEPTH)) fifo (
    .clk(clk), .rst(rst),
    .in(taken), .in_valid(!draining), .in_ready(in_ready),
    .out(out), .out_valid(out_valid), .out_ready(draining)
  );

  always @(posedge clk)
    if (rst) begin
      cycle <= 8'd0;
      taken <= 8'd0;
      given <= 8'd0;
    end else begin
      cycle <= cycle + 8'd1;
      if (!draining && in_ready) taken <= taken + 8'd1;
      if (draining && out_valid) given <= given + 8'd1;
      if (cycle == 8'd40) full_holds_depth: assert (taken == DEPTH[7:0] && !in_ready);
      if (draining && out_valid) in_order: assert (out == given);
      if (cycle == 8'd40 + DEPTH[7:0]) empties_at_once: assert (given == DEPTH[7:0] && !out_valid && in_ready);
    end
endmodule
