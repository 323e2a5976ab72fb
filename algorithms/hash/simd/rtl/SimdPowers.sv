// The powers of ALPHA, which is 139, in cycle i of the transform: b times i for column b, modulo 257.
module SimdPowers (
  input  logic [3:0]      i,
  output logic [7:0][8:0] power
);

  always_comb begin
    unique case (i)
      4'd0: power = {9'd1, 9'd1, 9'd1, 9'd1, 9'd1, 9'd1, 9'd1, 9'd1};
      4'd1: power = {9'd196, 9'd190, 9'd116, 9'd60, 9'd226, 9'd46, 9'd139, 9'd1};
      4'd2: power = {9'd123, 9'd120, 9'd92, 9'd2, 9'd190, 9'd60, 9'd46, 9'd1};
      4'd3: power = {9'd207, 9'd184, 9'd135, 9'd120, 9'd21, 9'd190, 9'd226, 9'd1};
      4'd4: power = {9'd223, 9'd8, 9'd240, 9'd4, 9'd120, 9'd2, 9'd60, 9'd1};
      4'd5: power = {9'd18, 9'd235, 9'd84, 9'd240, 9'd135, 9'd92, 9'd116, 9'd1};
      4'd6: power = {9'd187, 9'd189, 9'd235, 9'd8, 9'd184, 9'd120, 9'd190, 9'd1};
      4'd7: power = {9'd158, 9'd187, 9'd18, 9'd223, 9'd207, 9'd123, 9'd196, 9'd1};
      4'd8: power = {9'd128, 9'd64, 9'd32, 9'd16, 9'd8, 9'd4, 9'd2, 9'd1};
      4'd9: power = {9'd159, 9'd81, 9'd114, 9'd189, 9'd9, 9'd184, 9'd21, 9'd1};
      4'd10: power = {9'd67, 9'd227, 9'd117, 9'd32, 9'd235, 9'd240, 9'd92, 9'd1};
      4'd11: power = {9'd25, 9'd211, 9'd208, 9'd121, 9'd168, 9'd246, 9'd195, 9'd1};
      4'd12: power = {9'd17, 9'd255, 9'd227, 9'd64, 9'd189, 9'd8, 9'd120, 9'd1};
      4'd13: power = {9'd248, 9'd134, 9'd118, 9'd242, 9'd52, 9'd111, 9'd232, 9'd1};
      4'd14: power = {9'd35, 9'd17, 9'd67, 9'd128, 9'd187, 9'd223, 9'd123, 9'd1};
      4'd15: power = {9'd178, 9'd146, 9'd62, 9'd227, 9'd114, 9'd235, 9'd135, 9'd1};
    endcase
  end

endmodule
