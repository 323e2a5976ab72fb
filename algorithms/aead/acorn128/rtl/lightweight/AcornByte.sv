// 8 steps of the ACORN-128 state update at once (ACORN v3, sections 1.3.2 to 1.3.4).
//
// The state is six shift registers with feedback into the top bit of each, and four bits above them. Every tap lies 8 bits or more below the next
// feedback, so bit i of a byte here is what the tap shows at step i; only S289 sees the bits that have just entered.
module AcornByte (
  input  logic [292:0] state,
  input  logic [7:0]   message,  // bit 0 enters first
  input  logic         ca,
  input  logic         cb,
  output logic [7:0]   keystream,
  output logic [292:0] next
);

  function automatic logic [7:0] majority(input logic [7:0] x, input logic [7:0] y, input logic [7:0] z);
    majority = (x & y) ^ (x & z) ^ (y & z);
  endfunction

  function automatic logic [7:0] choose(input logic [7:0] x, input logic [7:0] y, input logic [7:0] z);
    choose = (x & y) ^ (~x & z);
  endfunction

  // What enters each shift register, named by the bit of the state that the specification updates.
  logic [7:0] s61, s107, s154, s193, s230, s289, s293;

  assign s61 = state[61+:8] ^ state[23+:8] ^ state[0+:8];
  assign s107 = state[107+:8] ^ state[66+:8] ^ state[61+:8];
  assign s154 = state[154+:8] ^ state[111+:8] ^ state[107+:8];
  assign s193 = state[193+:8] ^ state[160+:8] ^ state[154+:8];
  assign s230 = state[230+:8] ^ state[196+:8] ^ state[193+:8];
  assign s289 = {s293[3:0], state[292:289]} ^ state[235+:8] ^ state[230+:8];

  assign keystream = state[12+:8] ^ s154 ^ majority(state[235+:8], s61, s193) ^ choose(s230, state[111+:8], state[66+:8]);

  assign s293 = message ^ state[0+:8] ^ ~s107 ^ majority(state[244+:8], state[23+:8], state[160+:8])
              ^ ({8{ca}} & state[196+:8]) ^ ({8{cb}} & keystream);

  assign next = {
    s293[7:4],
    s289, state[288:238],
    s230, state[229:201],
    s193, state[192:162],
    s154, state[153:115],
    s107, state[106:69],
    s61, state[60:8]
  };

endmodule
