// A call of the cipher of AEZ v4.1: a round of AES a cycle, 4 or, in the long one, 10. The result is there in the last cycle.
//
// In the first cycle the text is added to an offset: a multiple of I, or in the hash and in the long call of J, and in the hash 1, 2 or 4 times L.
// The round keys are J, I and L and, in the hash, the offset; L, I, J and L where j is 2; in the long call I, J and L in turn.
module AezCall (
  input  logic         clk,
  input  logic         rst,
  input  logic         en,
  input  logic         is_long,
  input  logic [127:0] text,
  input  logic [2:0]   j,          // in the hash 3, 4 and 5: tag length, nonce, AD
  input  logic [2:0]   i,          // the multiple of I or J
  input  logic         counted,    // i is the index, and the running multiple is added
  input  logic         starts_ad,  // the index begins with the first block of AD
  input  logic         starts_pairs,
  input  logic         counts,
  input  logic [127:0] key_i,
  input  logic [127:0] key_j,
  input  logic [127:0] key_l,
  output logic         done,
  output logic [127:0] result
);

  typedef enum logic [1:0] {KEY_I, KEY_J, KEY_L, LAST_KEY} round_key_t;

  function automatic logic [127:0] twice(input logic [127:0] a);
    twice = {a[126:0], 1'b0} ^ {120'd0, {8{a[127]}} & 8'h87};
  endfunction

  function automatic logic [127:0] times(input logic [127:0] a, input logic [2:0] number);
    times = (a & {128{number[0]}}) ^ (twice(a) & {128{number[1]}}) ^ (twice(twice(a)) & {128{number[2]}});
  endfunction

  logic [3:0]   round_q;
  logic [2:0]   index_q, number;
  logic [127:0] running_q;
  logic         of_tau, of_nonce, of_ad, of_hash, of_s;
  logic [127:0] state_q, entered, mixed, round_key, tweak, unused_shifted;
  round_key_t   which_q, which_d, which;
  logic         begins;

  assign begins = round_q == 4'd0;
  assign done = round_q == (is_long ? 4'd9 : 4'd3);
  assign of_tau = j == 3'd3;
  assign of_nonce = j == 3'd4;
  assign of_ad = j == 3'd5;
  assign of_s = j == 3'd2;
  assign of_hash = of_tau || of_nonce || of_ad;
  assign number = counted ? index_q : i & {3{!of_tau}};
  assign tweak = times(of_hash || is_long ? key_j : key_i, number) ^ (running_q & {128{counted || of_tau}}) ^ times(key_l, {of_ad, of_nonce, of_tau});
  assign entered = begins ? text ^ tweak : state_q;

  always_comb begin
    which = which_q;
    if (begins) which = is_long ? KEY_I : of_s ? KEY_L : KEY_J;
    unique case (which)
      KEY_I:   {round_key, which_d} = {key_i, is_long || of_s ? KEY_J : KEY_L};
      KEY_J:   {round_key, which_d} = {key_j, is_long || of_s ? KEY_L : KEY_I};
      KEY_L:   {round_key, which_d} = {key_l, is_long || of_s ? KEY_I : LAST_KEY};
      default: {round_key, which_d} = {tweak & {128{of_hash}}, KEY_I};
    endcase
  end

  AesRound u_round (
    .state(entered),
    .shifted(unused_shifted),
    .mixed
  );
  assign result = mixed ^ round_key;

  always_ff @(posedge clk) begin
    if (rst) round_q <= 4'd0;
    else if (en) round_q <= done ? 4'd0 : round_q + 4'd1;
  end

  always_ff @(posedge clk) begin
    if (en) begin
      state_q <= result;
      which_q <= which_d;
    end
  end

  // The index of a block of AD or of a pair, modulo 8.
  always_ff @(posedge clk) begin
    if (starts_ad || starts_pairs) {index_q, running_q} <= {3'd0, twice(twice(twice(starts_ad ? key_j : key_i)))};
    else if (counts) {index_q, running_q} <= {index_q + 3'd1, index_q == 3'd7 ? twice(running_q) : running_q};
  end

endmodule
