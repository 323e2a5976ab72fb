// f_2 of BMW-256: the chain value behind a block.
module BmwFold (
  input  logic [15:0][31:0] m,
  input  logic [31:0][31:0] q,
  output logic [15:0][31:0] h
);

  logic [31:0] xl, xh;
  assign xl = q[16] ^ q[17] ^ q[18] ^ q[19] ^ q[20] ^ q[21] ^ q[22] ^ q[23];
  assign xh = xl ^ q[24] ^ q[25] ^ q[26] ^ q[27] ^ q[28] ^ q[29] ^ q[30] ^ q[31];

  logic [7:0][31:0] of_xh, of_q, of_xl;
  assign of_xh = {xh >> 11, xh >> 4, xh << 6, xh >> 3, xh >> 1, xh >> 5, xh >> 7, xh << 5};
  assign of_q = {q[23] << 2, q[22] << 6, q[21] >> 6, q[20], q[19] << 5, q[18] << 5, q[17] << 8, q[16] >> 5};
  assign of_xl = {xl >> 2, xl >> 7, xl >> 4, xl >> 3, xl << 4, xl << 6, xl >> 6, xl << 8};

  for (genvar i = 0; i < 8; i++) begin : gen_word
    logic [31:0] low, turned;
    assign h[i] = (of_xh[i] ^ of_q[i] ^ m[i]) + (xl ^ q[24+i] ^ q[i]);
    assign low = h[(4+i)%8];
    assign turned = {low[22-i:0], low[31:23-i]};  // by 9 + i
    assign h[8+i] = turned + ((xh ^ q[24+i] ^ m[8+i]) + (of_xl[i] ^ q[16+(i+7)%8] ^ q[8+i]));
  end

endmodule
