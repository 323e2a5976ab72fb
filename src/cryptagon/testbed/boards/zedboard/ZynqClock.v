// The unit's clock, made of the bus clock by an MMCM; and the reset of both, which ends when the clock has been there for a while.
module ZynqClock #(
  parameter integer DIVCLK_DIVIDE = 1,
  parameter real CLKFBOUT_MULT_F = 10.0,
  parameter real CLKOUT0_DIVIDE_F = 10.0,
  parameter real CLKIN1_PERIOD = 10.0  // ns
) (
  input  wire bus_clk,
  input  wire bus_rst_n,
  output wire core_clk,
  output wire rst
);

  wire made, feedback, feedback_buffered, locked;

  MMCME2_BASE #(
    .DIVCLK_DIVIDE(DIVCLK_DIVIDE), .CLKFBOUT_MULT_F(CLKFBOUT_MULT_F), .CLKOUT0_DIVIDE_F(CLKOUT0_DIVIDE_F), .CLKIN1_PERIOD(CLKIN1_PERIOD)
  ) core_mmcm (
    .CLKIN1(bus_clk), .CLKFBIN(feedback_buffered), .CLKFBOUT(feedback), .CLKFBOUTB(), .CLKOUT0(made), .CLKOUT0B(), .CLKOUT1(), .CLKOUT1B(),
    .CLKOUT2(), .CLKOUT2B(), .CLKOUT3(), .CLKOUT3B(), .CLKOUT4(), .CLKOUT5(), .CLKOUT6(), .LOCKED(locked), .PWRDWN(1'b0), .RST(!bus_rst_n)
  );
  BUFG feedback_buffer (.I(feedback), .O(feedback_buffered));
  BUFG core_buffer (.I(made), .O(core_clk));

  // 512 cycles of the bus clock are some of the slowest clock that an MMCM makes.
  (* ASYNC_REG = "TRUE" *) reg [1:0] locked_q = 2'b00;
  reg [9:0] held_q = 10'd0;

  assign rst = !held_q[9];

  always @(posedge bus_clk) begin
    locked_q <= {locked_q[0], locked};
    if (!bus_rst_n || !locked_q[1]) held_q <= 10'd0;
    else if (!held_q[9]) held_q <= held_q + 10'd1;
  end

endmodule
