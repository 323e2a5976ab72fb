// W_j of f_0: the sum of five words of message and chain value, some of which are taken off.
module BmwSum (
  input  logic [4:0][31:0] m,  // words j + 5, j + 7, j + 10, j + 13 and j + 14
  input  logic [4:0][31:0] h,
  input  logic [3:0]       j,
  output logic [31:0]      w
);

  logic [4:0]       negative;  // the first operand is the least significant bit
  logic [2:0]       carries;   // as many as words are taken off
  logic [4:0][31:0] x;

  always_comb begin
    unique case (j)
      4'd0:  {negative, carries} = {5'b00010, 3'd1};
      4'd1:  {negative, carries} = {5'b10010, 3'd2};
      4'd2:  {negative, carries} = {5'b00100, 3'd1};
      4'd3:  {negative, carries} = {5'b10010, 3'd2};
      4'd4:  {negative, carries} = {5'b00110, 3'd2};
      4'd5:  {negative, carries} = {5'b01010, 3'd2};
      4'd6:  {negative, carries} = {5'b01101, 3'd3};
      4'd7:  {negative, carries} = {5'b11011, 3'd4};
      4'd8:  {negative, carries} = {5'b11010, 3'd3};
      4'd9:  {negative, carries} = {5'b10100, 3'd2};
      4'd10: {negative, carries} = {5'b01110, 3'd3};
      4'd11: {negative, carries} = {5'b00111, 3'd3};
      4'd12: {negative, carries} = {5'b01100, 3'd2};
      4'd13: {negative, carries} = {5'b00000, 3'd0};
      4'd14: {negative, carries} = {5'b11010, 3'd3};
      4'd15: {negative, carries} = {5'b00111, 3'd3};
    endcase
  end

  for (genvar i = 0; i < 5; i++) begin : gen_operand
    assign x[i] = m[i] ^ h[i] ^ {32{negative[i]}};
  end

  assign w = ((x[0] + x[1]) + (x[2] + x[3])) + (x[4] + 32'(carries));

endmodule
