// Both words of a tweakey in the next round, or in the one before (Deoxys v1.41, 3.2): the permutation h on the bytes of both, and in each byte of
// the second one what DeoxysKeyByte of the algorithm does. Byte i goes to place h(i), as in the designers' software.
module DeoxysTweakeyStep (
  input  logic         backward,
  input  logic [127:0] tk1,
  input  logic [127:0] tk2,
  output logic [127:0] next_tk1,
  output logic [127:0] next_tk2
);

  localparam logic [63:0] H = 64'h16bc_5af0_9e34_d278;

  logic [127:0] forward1, forward2, backward1, backward2;
  for (genvar i = 0; i < 16; i++) begin : gen_byte
    localparam int From = 127 - 8 * i;
    localparam int To = 127 - 8 * int'(H[63-4*i-:4]);
    assign forward1[To-:8] = tk1[From-:8];
    assign backward1[From-:8] = tk1[To-:8];
    DeoxysKeyByte u_key_byte (
      .before_forward(tk2[From-:8]),
      .before_backward(tk2[To-:8]),
      .forward(forward2[To-:8]),
      .backward(backward2[From-:8])
    );
  end

  assign next_tk1 = backward ? backward1 : forward1;
  assign next_tk2 = backward ? backward2 : forward2;

endmodule
