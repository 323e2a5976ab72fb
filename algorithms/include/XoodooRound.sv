// A round of Xoodoo (Xoodyak, algorithm 1): theta, rho west, iota, chi, rho east. Plane y has the bits from 128 y on, lane x of it those from 32 x on.
module XoodooRound (
  input  logic [383:0] x,
  input  logic [3:0]   round,  // 0 to 11
  output logic [383:0] y
);

  // The plane A <<< (t, v): lane x goes to x + t, and bit z of it to z + v.
  function automatic logic [127:0] shift(input logic [127:0] a, input int t, input int v);
    for (int i = 0; i < 4; i++) begin
      for (int z = 0; z < 32; z++) shift[32*((i+t)%4)+(z+v)%32] = a[32*i+z];
    end
  endfunction

  logic [9:0] constant;

  always_comb begin
    unique case (round)
      4'd0: constant = 10'h058;
      4'd1: constant = 10'h038;
      4'd2: constant = 10'h3c0;
      4'd3: constant = 10'h0d0;
      4'd4: constant = 10'h120;
      4'd5: constant = 10'h014;
      4'd6: constant = 10'h060;
      4'd7: constant = 10'h02c;
      4'd8: constant = 10'h380;
      4'd9: constant = 10'h0f0;
      4'd10: constant = 10'h1a0;
      default: constant = 10'h012;
    endcase
  end

  logic [127:0] a0, a1, a2, parity, effect, b0, b1, b2;

  assign {a2, a1, a0} = x;
  assign parity = a0 ^ a1 ^ a2;
  assign effect = shift(parity, 1, 5) ^ shift(parity, 1, 14);

  assign b0 = a0 ^ effect ^ {118'd0, constant};
  assign b1 = shift(a1 ^ effect, 1, 0);
  assign b2 = shift(a2 ^ effect, 0, 11);

  assign y = {shift(b2 ^ (~b0 & b1), 2, 8), shift(b1 ^ (~b2 & b0), 0, 1), b0 ^ (~b1 & b2)};

endmodule
