// 32 steps of the keyed permutation of TinyJAMBU-128 (version 2, section 3.2). No bit of the state is used within 32 steps of being made,
// so bit i of each word here is what its tap shows at step i.
module TinyjambuSteps (
  input  logic [127:0] state,
  input  logic [31:0]  key_word,
  output logic [127:0] after
);

  logic [31:0] feedback;
  assign feedback = state[31:0] ^ state[78:47] ^ ~(state[101:70] & state[116:85]) ^ state[122:91] ^ key_word;
  assign after = {feedback, state[127:32]};

endmodule
