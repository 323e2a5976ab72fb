// 32 steps of the keyed permutation of TinyJAMBU-128 (version 2, section 3.2). No bit of the state is used within 32 steps of being made,
// so bit i of each word here is what its tap shows at step i.
module TinyjambuSteps (
  input  logic [127:0] state,
  input  logic [31:0]  key_word,
  output logic [31:0]  feedback   // the state after the steps is {feedback, state[127:32]}
);

  assign feedback = state[0 +: 32] ^ state[47 +: 32] ^ ~(state[70 +: 32] & state[85 +: 32]) ^ state[91 +: 32] ^ key_word;

endmodule
