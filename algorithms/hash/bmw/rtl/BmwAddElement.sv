// AddElement of word 16 + j of the pipe.
module BmwAddElement (
  input  logic [2:0][31:0] m,  // words j, j + 3 and j + 10 of the message
  input  logic [31:0]      h,  // word j + 7 of the chain value
  input  logic [3:0]       j,
  output logic [31:0]      y
);

  // Word i of the message to the left by i + 1.
  function automatic logic [31:0] rotated(input logic [31:0] x, input logic [3:0] i);
    rotated = {x[30:0], x[31]};
    if (i[0]) rotated = {rotated[30:0], rotated[31]};
    if (i[1]) rotated = {rotated[29:0], rotated[31:30]};
    if (i[2]) rotated = {rotated[27:0], rotated[31:28]};
    if (i[3]) rotated = {rotated[23:0], rotated[31:24]};
  endfunction

  logic [15:0][31:0] keys;
  for (genvar i = 0; i < 16; i++) begin : gen_key
    assign keys[i] = 32'((16 + i) * 32'h05555555);
  end

  assign y = ((rotated(m[0], j) + rotated(m[1], j + 4'd3)) + (keys[j] - rotated(m[2], j + 4'd10))) ^ h;

endmodule
