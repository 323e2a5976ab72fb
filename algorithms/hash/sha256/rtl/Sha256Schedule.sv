// The message schedule of SHA-256 (FIPS 180-4, 6.2.2): a window of 16 words, the oldest first, that moves by one word a round.
module Sha256Schedule (
  input  logic         clk,

  input  logic         load,   // takes a block, else `step` moves on
  input  logic         step,
  input  logic [511:0] block,  // the first word most significant

  output logic [31:0]  next    // the word of the round to come
);

  function automatic logic [31:0] rotate_right(input logic [31:0] word, input int distance);
    rotate_right = (word >> distance) | (word << (32 - distance));
  endfunction

  logic [15:0][31:0] window_q, window_d;

  logic [31:0] sigma_0, sigma_1, newest;
  assign sigma_0 = rotate_right(window_q[1], 7) ^ rotate_right(window_q[1], 18) ^ (window_q[1] >> 3);
  assign sigma_1 = rotate_right(window_q[14], 17) ^ rotate_right(window_q[14], 19) ^ (window_q[14] >> 10);
  assign newest = (sigma_1 + window_q[9]) + (sigma_0 + window_q[0]);

  always_comb begin
    for (int i = 0; i < 16; i++) window_d[i] = load ? block[480-32*i +: 32] : (i == 15) ? newest : window_q[(i + 1) % 16];
  end

  always_ff @(posedge clk) begin
    if (load || step) window_q <= window_d;
  end

  assign next = load ? block[511:480] : window_q[1];

endmodule
