// A row of four nibbles that moves by one a cycle, and may be rotated on the way by what is put in at its end in four cycles. Where the row moves
// left by k, element place + k goes out; those before k wait until the ones behind are out.
module JoltikRow #(
  parameter int FORWARD = 0,   // k of a round forward, and backward
  parameter int BACKWARD = 0
) (
  input  logic        clk,
  input  logic        moves,
  input  logic        forward,
  input  logic        backward,
  input  logic [1:0]  place,
  input  logic [3:0]  in,
  output logic [3:0]  out,
  output logic [15:0] row  // element 0 last
);

  logic skips_forward, skips_backward;
  assign skips_forward = forward && 32'(place) + FORWARD < 4;
  assign skips_backward = backward && 32'(place) + BACKWARD < 4;
  assign out = skips_forward ? row[4*FORWARD+:4] : skips_backward ? row[4*BACKWARD+:4] : row[3:0];

  for (genvar i = 0; i < 4; i++) begin : gen_element
    logic       waits;
    logic [3:0] next;
    assign waits = (skips_forward && i < FORWARD) || (skips_backward && i < BACKWARD);
    if (i == 3) begin : gen_last
      assign next = in;
    end else begin : gen_inner
      assign next = row[4*i+4+:4];
    end
    always_ff @(posedge clk) begin
      if (moves && !waits) row[4*i+:4] <= next;
    end
  end

endmodule
