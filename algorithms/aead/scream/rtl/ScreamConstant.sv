// What is added to the first row in a round: 2199 times its number, the low byte first.
module ScreamConstant #(
  parameter int OFFSET = 0
) (
  input  logic [3:0]  step,
  output logic [15:0] bytes  // of round 2 step + OFFSET
);

  logic [15:0] value;
  always_comb begin
    case (step)
      4'd0: value = 16'(0 + 2199 * OFFSET);
      4'd1: value = 16'(4398 + 2199 * OFFSET);
      4'd2: value = 16'(8796 + 2199 * OFFSET);
      4'd3: value = 16'(13194 + 2199 * OFFSET);
      4'd4: value = 16'(17592 + 2199 * OFFSET);
      4'd5: value = 16'(21990 + 2199 * OFFSET);
      4'd6: value = 16'(26388 + 2199 * OFFSET);
      4'd7: value = 16'(30786 + 2199 * OFFSET);
      4'd8: value = 16'(35184 + 2199 * OFFSET);
      4'd9: value = 16'(39582 + 2199 * OFFSET);
      default: value = '0;
    endcase
  end
  assign bytes = {value[7:0], value[15:8]};

endmodule
