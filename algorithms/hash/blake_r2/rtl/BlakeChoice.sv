// What a half round of BLAKE-32 adds: eight words of the message, chosen by sigma, each with the constant of its neighbour (2.1.1, 2.1.2).
module BlakeChoice (
  input  logic [15:0][31:0] message,
  input  logic [4:0]        half,  // the number of the half round, 0 to 19
  output logic [7:0][31:0]  y
);

  // The first constant is the least significant.
  localparam logic [511:0] CONSTANTS = {
    32'hb5470917, 32'h3f84d5b5, 32'hc97c50dd, 32'hc0ac29b7, 32'h34e90c6c, 32'hbe5466cf, 32'h38d01377, 32'h452821e6,
    32'hec4e6c89, 32'h082efa98, 32'h299f31d0, 32'ha4093822, 32'h03707344, 32'h13198a2e, 32'h85a308d3, 32'h243f6a88
  };

  logic [7:0][3:0] words;

  always_comb begin
    case (half)
      5'd0: words = {4'd7, 4'd6, 4'd5, 4'd4, 4'd3, 4'd2, 4'd1, 4'd0};
      5'd1: words = {4'd15, 4'd14, 4'd13, 4'd12, 4'd11, 4'd10, 4'd9, 4'd8};
      5'd2: words = {4'd6, 4'd13, 4'd15, 4'd9, 4'd8, 4'd4, 4'd10, 4'd14};
      5'd3: words = {4'd3, 4'd5, 4'd7, 4'd11, 4'd2, 4'd0, 4'd12, 4'd1};
      5'd4: words = {4'd13, 4'd15, 4'd2, 4'd5, 4'd0, 4'd12, 4'd8, 4'd11};
      5'd5: words = {4'd4, 4'd9, 4'd1, 4'd7, 4'd6, 4'd3, 4'd14, 4'd10};
      5'd6: words = {4'd14, 4'd11, 4'd12, 4'd13, 4'd1, 4'd3, 4'd9, 4'd7};
      5'd7: words = {4'd8, 4'd15, 4'd0, 4'd4, 4'd10, 4'd5, 4'd6, 4'd2};
      5'd8: words = {4'd15, 4'd10, 4'd4, 4'd2, 4'd7, 4'd5, 4'd0, 4'd9};
      5'd9: words = {4'd13, 4'd3, 4'd8, 4'd6, 4'd12, 4'd11, 4'd1, 4'd14};
      5'd10: words = {4'd3, 4'd8, 4'd11, 4'd0, 4'd10, 4'd6, 4'd12, 4'd2};
      5'd11: words = {4'd9, 4'd1, 4'd14, 4'd15, 4'd5, 4'd7, 4'd13, 4'd4};
      5'd12: words = {4'd10, 4'd4, 4'd13, 4'd14, 4'd15, 4'd1, 4'd5, 4'd12};
      5'd13: words = {4'd11, 4'd8, 4'd2, 4'd9, 4'd3, 4'd6, 4'd7, 4'd0};
      5'd14: words = {4'd9, 4'd3, 4'd1, 4'd12, 4'd14, 4'd7, 4'd11, 4'd13};
      5'd15: words = {4'd10, 4'd2, 4'd6, 4'd8, 4'd4, 4'd15, 4'd0, 4'd5};
      5'd16: words = {4'd8, 4'd0, 4'd3, 4'd11, 4'd9, 4'd14, 4'd15, 4'd6};
      5'd17: words = {4'd5, 4'd10, 4'd4, 4'd1, 4'd7, 4'd13, 4'd2, 4'd12};
      5'd18: words = {4'd5, 4'd1, 4'd6, 4'd7, 4'd4, 4'd8, 4'd2, 4'd10};
      5'd19: words = {4'd0, 4'd13, 4'd12, 4'd3, 4'd14, 4'd9, 4'd11, 4'd15};
      default: words = 'x;
    endcase
  end

  for (genvar i = 0; i < 8; i++) begin : gen_addend
    assign y[i] = message[words[i]] ^ CONSTANTS[32*words[i^1] +: 32];
  end

endmodule
