// Marks the last item of a transfer: the one with which its bytes are full.
// `length`, in bytes, comes once for each transfer, before its items; items wait for it.
module TransferEnd #(
  parameter int unsigned ITEM = 4  // bytes
) (
  input  logic        clk,
  input  logic        rst,

  input  logic [31:0] length,
  input  logic        length_valid,
  output logic        length_ready,

  input  logic        item_valid,
  output logic        item_ready,

  output logic        out_end,
  output logic        out_valid,
  input  logic        out_ready
);

  logic [31:0] left_q;  // bytes
  logic        open_q;

  assign length_ready = !open_q;
  assign out_end = left_q <= 32'(ITEM);
  assign out_valid = open_q && item_valid;
  assign item_ready = open_q && out_ready;

  always_ff @(posedge clk) begin
    if (rst) open_q <= 1'b0;
    else if (!open_q) open_q <= length_valid;
    else if (out_valid && out_ready && out_end) open_q <= 1'b0;

    if (!open_q) left_q <= length;
    else if (out_valid && out_ready) left_q <= left_q - 32'(ITEM);
  end

endmodule
