// The four words that a step of the rounds adds: which eight results, in which pairs and times what, hangs on the step.
module SimdExpand (
  input  logic [7:0][15:0][8:0] y,  // two's complement; result i + 16 k is word i of lane k
  input  logic [4:0]            step,
  output logic [3:0][31:0]      w
);

  // P. Rounds 2 and 3 pair the halves of the results, so it is modulo 8 there.
  logic [3:0] place;
  always_comb begin
    unique case (step)
      5'd0: place = 4'd4;
      5'd1: place = 4'd6;
      5'd2: place = 4'd0;
      5'd3: place = 4'd2;
      5'd4: place = 4'd7;
      5'd5: place = 4'd5;
      5'd6: place = 4'd3;
      5'd7: place = 4'd1;
      5'd8: place = 4'd15;
      5'd9: place = 4'd11;
      5'd10: place = 4'd12;
      5'd11: place = 4'd8;
      5'd12: place = 4'd9;
      5'd13: place = 4'd13;
      5'd14: place = 4'd10;
      5'd15: place = 4'd14;
      5'd16: place = 4'd1;
      5'd17: place = 4'd2;
      5'd18: place = 4'd7;
      5'd19: place = 4'd4;
      5'd20: place = 4'd6;
      5'd21: place = 4'd5;
      5'd22: place = 4'd0;
      5'd23: place = 4'd3;
      5'd24: place = 4'd6;
      5'd25: place = 4'd0;
      5'd26: place = 4'd1;
      5'd27: place = 4'd7;
      5'd28: place = 4'd3;
      5'd29: place = 4'd5;
      5'd30: place = 4'd4;
      5'd31: place = 4'd2;
    endcase
  end

  // Times 185, or times 233.
  function automatic logic [15:0] widened(input logic [8:0] value, input logic more);
    logic [15:0] x, nine;
    x = {{7{value[8]}}, value};
    nine = x + (x << 3);
    widened = (nine + ((x + (x << 2)) << 5)) + (more ? x << 6 : x << 4);
  endfunction

  logic            pairs, odd;
  logic [7:0][8:0] below, above;  // of lanes 0 to 3 and of lanes 4 to 7
  logic [3:0][8:0] low, high;

  assign pairs = step[4];
  assign odd = step[3];

  // Chosen bit by bit of `place`: an index into lane and word at once becomes a shift of all 1,152 bits.
  logic [7:0][7:0][8:0] half;     // [lane][n]
  logic [3:0][7:0][8:0] quarter;  // of lanes 0 or 1, 2 or 3, 4 or 5, 6 or 7
  always_comb begin
    for (int lane = 0; lane < 8; lane++) begin
      for (int n = 0; n < 8; n++) half[lane][n] = place[0] ? y[lane][8+n] : y[lane][n];
    end
    for (int pair = 0; pair < 4; pair++) quarter[pair] = place[1] ? half[2*pair+1] : half[2*pair];
    below = place[2] ? quarter[1] : quarter[0];
    above = place[2] ? quarter[3] : quarter[2];
  end

  for (genvar n = 0; n < 4; n++) begin : gen_word
    always_comb begin
      if (pairs) begin
        low[n] = odd ? below[2*n+1] : below[2*n];
        high[n] = odd ? above[2*n+1] : above[2*n];
      end else begin
        low[n] = place[3] ? above[2*n] : below[2*n];
        high[n] = place[3] ? above[2*n+1] : below[2*n+1];
      end
    end
    assign w[n] = {widened(high[n], pairs), widened(low[n], pairs)};
  end

endmodule
