// A serial line out: 8 bits, no parity, one stop bit. A byte that is offered waits until the one before has gone.
module SocSerial #(
  parameter int unsigned CYCLES = 434  // of a bit
) (
  input  logic       clk,
  input  logic       rst,
  input  logic       valid,
  input  logic [7:0] data,
  output logic       ready,
  output logic       line
);

  localparam int unsigned C = $clog2(CYCLES + 1);

  logic [9:0]   bits_q;  // what is still to go, the next one lowest
  logic [3:0]   left_q;
  logic [C-1:0] cycle_q;

  assign ready = valid && left_q == '0;
  assign line = left_q == '0 || bits_q[0];

  always_ff @(posedge clk) begin
    if (rst) {left_q, cycle_q} <= '0;
    else if (ready) begin
      bits_q <= {1'b1, data, 1'b0};
      left_q <= 4'd10;
      cycle_q <= '0;
    end else if (left_q != '0) begin
      if (cycle_q == C'(CYCLES - 1)) begin
        cycle_q <= '0;
        bits_q <= {1'b1, bits_q[9:1]};
        left_q <= left_q - 4'd1;
      end else cycle_q <= cycle_q + C'(1);
    end
  end

endmodule
