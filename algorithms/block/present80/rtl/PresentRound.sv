// A round of PRESENT without the key (CHES 2007): sBoxLayer and pLayer, or the inverse of both.
//
// pLayer moves bit i to 16 i mod 63, so the four bits of nibble n go to bit n of each quarter.
module PresentRound (
  input  logic        decrypt,
  input  logic [63:0] state,
  output logic [63:0] moved
);

  logic [63:0] forward, backward;

  for (genvar n = 0; n < 16; n++) begin : gen_nibble
    PresentSbox u_sbox (
      .x(state[4*n+:4]),
      .y({forward[48+n], forward[32+n], forward[16+n], forward[n]})
    );

    PresentSboxInverse u_sbox_inverse (
      .x({state[48+n], state[32+n], state[16+n], state[n]}),
      .y(backward[4*n+:4])
    );
  end

  assign moved = decrypt ? backward : forward;

endmodule
