// The message injection of Luffa v2 for three sub-states, and the tweak with which the permutations begin.
module LuffaInject (
  input  logic [2:0][7:0][31:0] h,
  input  logic [7:0][31:0]      block,
  output logic [2:0][7:0][31:0] y
);

  // Times 2 in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1: 32 elements, bit i of each in word i.
  function automatic logic [255:0] doubled(input logic [255:0] a);
    doubled = {a[223:128], a[127:96] ^ a[255:224], a[95:64] ^ a[255:224], a[63:32], a[31:0] ^ a[255:224], a[255:224]};
  endfunction

  logic [255:0]           all;
  logic [2:0][7:0][31:0]  times;  // the block times 1, 2 and 4
  logic [2:0][7:0][31:0]  added;

  assign all = doubled(h[0] ^ h[1] ^ h[2]);
  assign times[0] = block;
  assign times[1] = doubled(times[0]);
  assign times[2] = doubled(times[1]);

  for (genvar j = 0; j < 3; j++) begin : gen_sub_state
    assign added[j] = h[j] ^ all ^ times[j];
    for (genvar i = 0; i < 8; i++) begin : gen_word  // words 4 to 7 are rotated by the number of the permutation
      localparam int DISTANCE = (i < 4) ? 0 : j;
      assign y[j][i] = (added[j][i] << DISTANCE) | (added[j][i] >> (32 - DISTANCE));
    end
  end

endmodule
