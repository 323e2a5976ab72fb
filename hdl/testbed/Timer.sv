// Counts cycles of the bus clock while it runs. Registers: 0 control, 1 count low, 2 count high.
// Writing 1 to control clears the count and starts it, writing 0 stops it. Reading the low half keeps the high half for a later read.
module Timer (
  input  logic        clk,
  input  logic        rst,
  input  logic        write,
  input  logic        read,
  input  logic [1:0]  place,
  input  logic [31:0] wdata,
  output logic [31:0] rdata
);

  logic        running_q;
  logic [63:0] count_q;
  logic [31:0] high_q;

  always_ff @(posedge clk) begin
    if (rst) running_q <= 1'b0;
    else if (write && place == 2'd0) running_q <= wdata[0];

    if (rst || (write && place == 2'd0 && wdata[0])) count_q <= '0;
    else if (running_q) count_q <= count_q + 64'd1;

    if (read && place == 2'd1) high_q <= count_q[63:32];
  end

  always_comb begin
    unique case (place)
      2'd0: rdata = {31'b0, running_q};
      2'd1: rdata = count_q[31:0];
      2'd2: rdata = high_q;
      default: rdata = '0;
    endcase
  end

  logic unused_bits;
  assign unused_bits = ^wdata[31:1];

endmodule
