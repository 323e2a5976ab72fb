// 32 steps of the ACORN-128 state update at once, or its first 8 (ACORN v3, sections 1.3.2 to 1.3.4).
//
// The state is six shift registers with feedback into the top bit of each, and four bits above them. Every tap lies 32 bits or more below the next
// feedback, so bit i of a word here is what the tap shows at step i; only S289 sees the bits that have just entered.
module AcornSteps (
  input  logic [292:0] state,
  input  logic [31:0]  message,    // bit 0 enters first
  input  logic         ca,
  input  logic         cb,
  output logic [31:0]  keystream,  // valid for all 32 steps, whichever of the next states is taken
  output logic [292:0] after_32,
  output logic [292:0] after_8
);

  function automatic logic [31:0] majority(input logic [31:0] x, input logic [31:0] y, input logic [31:0] z);
    majority = (x & y) ^ (x & z) ^ (y & z);
  endfunction

  function automatic logic [31:0] choose(input logic [31:0] x, input logic [31:0] y, input logic [31:0] z);
    choose = (x & y) ^ (~x & z);
  endfunction

  // What enters each shift register, named by the bit of the state that the specification updates.
  logic [31:0] s61, s107, s154, s193, s230, s289, s293;

  assign s61 = state[61+:32] ^ state[23+:32] ^ state[0+:32];
  assign s107 = state[107+:32] ^ state[66+:32] ^ state[61+:32];
  assign s154 = state[154+:32] ^ state[111+:32] ^ state[107+:32];
  assign s193 = state[193+:32] ^ state[160+:32] ^ state[154+:32];
  assign s230 = state[230+:32] ^ state[196+:32] ^ state[193+:32];
  assign s289 = {s293[27:0], state[292:289]} ^ state[235+:32] ^ state[230+:32];

  assign keystream = state[12+:32] ^ s154 ^ majority(state[235+:32], s61, s193) ^ choose(s230, state[111+:32], state[66+:32]);

  assign s293 = message ^ state[0+:32] ^ ~s107 ^ majority(state[244+:32], state[23+:32], state[160+:32])
              ^ ({32{ca}} & state[196+:32]) ^ ({32{cb}} & keystream);

  assign after_32 = {
    s293[31:28],
    s289, state[288:262],
    s230, state[229:225],
    s193, state[192:186],
    s154, state[153:139],
    s107, state[106:93],
    s61, state[60:32]
  };

  assign after_8 = {
    s293[7:4],
    s289[7:0], state[288:238],
    s230[7:0], state[229:201],
    s193[7:0], state[192:162],
    s154[7:0], state[153:115],
    s107[7:0], state[106:69],
    s61[7:0], state[60:8]
  };

endmodule
