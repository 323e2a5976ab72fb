// A clock on the PLL's second output; the first one is its feedback.
module Ulx3sPll #(
  parameter int CLKI_DIV = 1,
  parameter int CLKFB_DIV = 2,
  parameter int CLKOP_DIV = 12,
  parameter int CLKOS_DIV = 12
) (
  input  logic clk,
  output logic made,
  output logic locked
);

  logic feedback, unused_second, unused_third, unused_lock, unused_loop;

  (* FREQUENCY_PIN_CLKI = "25" *)
  EHXPLLL #(
    .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"), .OUTDIVIDER_MUXA("DIVA"),
    .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"), .OUTDIVIDER_MUXD("DIVD"), .CLKI_DIV(CLKI_DIV), .CLKFB_DIV(CLKFB_DIV),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(CLKOP_DIV), .CLKOP_CPHASE(CLKOP_DIV - 1), .CLKOP_FPHASE(0),
    .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(CLKOS_DIV), .CLKOS_CPHASE(CLKOS_DIV - 1), .CLKOS_FPHASE(0), .FEEDBK_PATH("CLKOP")
  ) pll (
    .CLKI(clk), .CLKFB(feedback), .PHASESEL1(1'b0), .PHASESEL0(1'b0), .PHASEDIR(1'b0), .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .STDBY(1'b0),
    .PLLWAKESYNC(1'b0), .RST(1'b0), .ENCLKOP(1'b0), .ENCLKOS(1'b0), .ENCLKOS2(1'b0), .ENCLKOS3(1'b0), .CLKOP(feedback), .CLKOS(made),
    .CLKOS2(unused_second), .CLKOS3(unused_third), .LOCK(locked), .INTLOCK(unused_lock), .REFCLK(), .CLKINTFB(unused_loop)
  );

endmodule
