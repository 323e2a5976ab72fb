// F_K of OMD-SHA256: the compression function of SHA-256 with the key in the first half of its block. A round a cycle.
//
// Before the rounds the chaining value is loaded. It is either `given`, or what the last call has left with the mask added.
module OmdCompression (
  input  logic         clk,

  input  logic         load,       // a call begins
  input  logic         round,
  input  logic [5:0]   step,       // 0 to begin, then the number of the round from 1
  input  logic         take,       // keeps `given` as the result
  input  logic         clear,      // makes the result zero
  input  logic [127:0] key,
  input  logic         uses_given,
  input  logic [255:0] given,
  input  logic [255:0] mask,
  input  logic         has_message,
  input  logic [255:0] message,
  input  logic         is_length,   // without a message: the length of the tag
  input  logic         is_padding,  // without a message: a block of padding

  output logic [255:0] result,
  output logic [255:0] to_load
);

  localparam logic [31:0] TAG_BITS = 32'd128;

  logic [7:0][31:0] chaining_q, state_q, state_d, input_words, after_round;  // word 0 is the first one
  logic [31:0]      ahead_q, ahead_d;                               // h, the constant and the word of the round to come, added

  // ---- chaining value and state ----
  always_comb begin
    for (int i = 0; i < 8; i++) result[224-32*i +: 32] = chaining_q[i] + state_q[i];
    for (int i = 0; i < 8; i++) input_words[i] = to_load[224-32*i +: 32];
  end
  assign to_load = uses_given ? given : result ^ mask;

  Sha256Round u_round (
    .v    (state_q),
    .ahead(ahead_q),
    .y    (after_round)
  );

  assign state_d = round ? after_round : input_words;

  always_ff @(posedge clk) begin
    if (clear) chaining_q <= '0;
    else if (load || take) chaining_q <= input_words;
  end

  always_ff @(posedge clk) begin
    if (clear || take) state_q <= '0;
    else if (load || round) state_q <= state_d;
  end

  // ---- the message schedule: 16 words, the oldest first ----
  function automatic logic [31:0] rotate_right(input logic [31:0] word, input int distance);
    rotate_right = (word >> distance) | (word << (32 - distance));
  endfunction

  logic [15:0][31:0] window_q, window_d;
  logic [31:0]       sigma_0, sigma_1, newest;
  assign sigma_0 = rotate_right(window_q[1], 7) ^ rotate_right(window_q[1], 18) ^ (window_q[1] >> 3);
  assign sigma_1 = rotate_right(window_q[14], 17) ^ rotate_right(window_q[14], 19) ^ (window_q[14] >> 10);
  assign newest = (sigma_1 + window_q[9]) + (sigma_0 + window_q[0]);

  always_comb begin
    window_d = {newest, window_q[15:1]};
    if (!round) begin
      for (int i = 0; i < 4; i++) window_d[i] = key[96-32*i +: 32];
      for (int i = 0; i < 4; i++) window_d[4+i] = '0;
      for (int i = 0; i < 8; i++) window_d[8+i] = has_message ? message[224-32*i +: 32] : '0;
      if (!has_message) window_d[8][31] = is_padding;
      if (!has_message) window_d[15] = is_length ? TAG_BITS : '0;
    end
  end

  always_ff @(posedge clk) begin
    if (load || round) window_q <= window_d;
  end

  // ---- what the next round adds to h ----
  logic [31:0] constant;

  Sha256Constants u_constants (
    .round(step),
    .y    (constant)
  );

  assign ahead_d = state_d[7] + (constant + window_d[0]);

  always_ff @(posedge clk) begin
    if (load || round) ahead_q <= ahead_d;
  end

endmodule
