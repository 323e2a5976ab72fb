// The state update of MORUS-1280 (MORUS v2, section 2.3): five rounds, into all but the first of which the message block goes.
// Element i of the state is s[i]; the first byte of an element is its least significant one.
module MorusStep (
  input  logic [4:0][255:0] s,
  input  logic [255:0]      message,
  output logic [4:0][255:0] next
);

  // Every word of 64 bits turned by itself.
  function automatic logic [255:0] turn_words(input logic [255:0] x, input int distance);
    for (int i = 0; i < 4; i++) turn_words[64 * i +: 64] = (x[64 * i +: 64] << distance) | (x[64 * i +: 64] >> (64 - distance));
  endfunction

  // The element turned as a whole.
  function automatic logic [255:0] turn(input logic [255:0] x, input int distance);
    turn = (x << distance) | (x >> (256 - distance));
  endfunction

  // An element is turned as a whole three rounds before its own, or two behind it.
  logic [255:0] s0, s1, s2, s3, s4, turned_s0, turned_s1, turned_s2, turned_s3, turned_s4;

  assign turned_s3 = turn(s[3], 64);
  assign turned_s4 = turn(s[4], 128);
  assign turned_s0 = turn(s0, 192);
  assign turned_s1 = turn(s1, 128);
  assign turned_s2 = turn(s2, 64);

  assign s0 = turn_words(s[0] ^ (s[1] & s[2]) ^ s[3], 13);
  assign s1 = turn_words(s[1] ^ (s[2] & turned_s3) ^ s[4] ^ message, 46);
  assign s2 = turn_words(s[2] ^ (turned_s3 & turned_s4) ^ s0 ^ message, 38);
  assign s3 = turn_words(turned_s3 ^ (turned_s4 & turned_s0) ^ s1 ^ message, 7);
  assign s4 = turn_words(turned_s4 ^ (turned_s0 & turned_s1) ^ s2 ^ message, 4);

  assign next = {s4, s3, turned_s2, turned_s1, turned_s0};

endmodule
