// The L-box on each row of the state, or its inverse. Of the two bytes of a row the first one has the low bits.
module ScreamMixRows (
  input  logic         inverse,
  input  logic [127:0] state,
  output logic [127:0] mixed
);

  for (genvar row = 0; row < 8; row++) begin : gen_row
    localparam int First = 127 - 16 * row;
    ScreamMix u_mix (
      .inverse,
      .x({state[First-8-:8], state[First-:8]}),
      .y({mixed[First-8-:8], mixed[First-:8]})
    );
  end

endmodule
