// One step of the key schedule of PRESENT-80 (CHES 2007): the key register of the next round, or of the one before.
//
// Forward: turned by 61 bits to the left, S-box on the left four bits, the counter added to bits 19 to 15.
module PresentKeyStep (
  input  logic        backward,
  input  logic [4:0]  steps,  // done before in this direction: 0 to 30
  input  logic [79:0] key,
  output logic [79:0] next_key
);

  logic [4:0]  counter;
  logic [3:0]  substituted, substituted_back;
  logic [79:0] turned, later, earlier;

  assign counter = backward ? ~steps : steps + 5'd1;  // ~steps is 31 - steps

  assign turned = {key[18:0], key[79:19]};
  PresentSbox u_sbox (
    .x(turned[79:76]),
    .y(substituted)
  );
  assign later = {substituted, turned[75:20], turned[19:15] ^ counter, turned[14:0]};

  PresentSboxInverse u_sbox_inverse (
    .x(key[79:76]),
    .y(substituted_back)
  );
  assign earlier = {substituted_back, key[75:20], key[19:15] ^ counter, key[14:0]};

  assign next_key = backward ? {earlier[60:0], earlier[79:61]} : later;

endmodule
