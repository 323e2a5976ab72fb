// The CrossingFlop in simulation: a bit that changed less than WINDOW before the clock edge is taken as it was or as it is, by chance.
// Until the clock falls such a bit shows one choice, and then perhaps the other: two that look at it need not see the same.
// A change of more than one bit ends the simulation, once the first reset has ended. Time is in picoseconds. The module stands in for hdl/testbed/CrossingFlop.sv.
module CrossingFlop #(
  parameter int unsigned W = 1,
  parameter longint unsigned WINDOW = 400
) (
  input  logic         clk,
  input  logic         rst,
  input  logic [W-1:0] d,
  output logic [W-1:0] q
);

  logic [W-1:0] now_q, before_q, early_q, late_q;
  longint unsigned changed_at;

  // Before the first reset has ended, registers of the other clock may hold anything.
  logic reset_q, begun_q;
  initial {reset_q, begun_q} = '0;
  always_ff @(posedge clk) begin
    reset_q <= rst;
    begun_q <= begun_q || (reset_q && !rst);
  end

  /* verilator lint_off BLKSEQ */
  /* verilator lint_off SYNCASYNCNET */
  always @(d) begin
    if (d != now_q) begin
      if (begun_q && !rst && $countones(d ^ now_q) > 1) $fatal(1, "two bits of %m change at once: one may be taken without the other");
      before_q = now_q;
      now_q = d;
      changed_at = $time;
    end
  end
  /* verilator lint_on BLKSEQ */

  always_ff @(posedge clk) begin
    early_q <= rst ? '0 : d ^ (unsettled() & W'($urandom));
    late_q <= rst ? '0 : d ^ (unsettled() & W'($urandom));
  end

  function automatic logic [W-1:0] unsettled();
    return ($time - changed_at < WINDOW) ? d ^ before_q : '0;
  endfunction

  // Not by the clock itself, which has already risen when those that follow look.
  logic risen_q, fallen_q;

  always_ff @(posedge clk) risen_q <= !fallen_q;
  always_ff @(negedge clk) fallen_q <= risen_q;

  assign q = (risen_q != fallen_q) ? early_q : late_q;

endmodule
