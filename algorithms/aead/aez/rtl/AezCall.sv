// A call of the cipher of AEZ v5: a round of AES a cycle, 4 or, in the long one, 10. The result is there in the last cycle.
//
// In the first cycle the text is added to a tweak of multiples of the three keys. The round keys are J, I, L and 0, or in the long call I, J and L in turn.
module AezCall (
  input  logic         clk,
  input  logic         rst,
  input  logic         en,
  input  logic         is_long,
  input  logic [127:0] text,
  input  logic [2:0]   j,          // the multiple of J
  input  logic [2:0]   i,          // that of L; where 0, the multiple of I is 1, else 2
  input  logic         counted,    // i is the index, and the multiple of I the running one
  input  logic         starts_ad,  // the index begins with the first block of AD
  input  logic         starts_pairs,
  input  logic         counts,
  input  logic [127:0] key_i,
  input  logic [127:0] key_j,
  input  logic [127:0] key_l,
  output logic         done,
  output logic [127:0] result
);

  typedef enum logic [1:0] {KEY_I, KEY_J, KEY_L, NO_KEY} round_key_t;

  function automatic logic [127:0] twice(input logic [127:0] a);
    twice = {a[126:0], 1'b0} ^ {120'd0, {8{a[127]}} & 8'h87};
  endfunction

  function automatic logic [127:0] times(input logic [127:0] a, input logic [2:0] number);
    times = (a & {128{number[0]}}) ^ (twice(a) & {128{number[1]}}) ^ (twice(twice(a)) & {128{number[2]}});
  endfunction

  logic [3:0]   round_q;
  logic [2:0]   index_q, number;
  logic [127:0] running_q, multiple;
  logic [127:0] state_q, entered, mixed, round_key, tweak, unused_shifted;
  round_key_t   which_q, which_d, which;
  logic         begins;

  assign begins = round_q == 4'd0;
  assign done = round_q == (is_long ? 4'd9 : 4'd3);
  assign number = counted ? index_q : i;
  assign multiple = counted ? running_q : i == 3'd0 ? key_i : twice(key_i);
  assign tweak = times(key_l, number) ^ ((times(key_j, j) ^ multiple) & {128{!is_long}});
  assign entered = begins ? text ^ tweak : state_q;

  always_comb begin
    which = which_q;
    if (begins) which = is_long ? KEY_I : KEY_J;
    unique case (which)
      KEY_I:   {round_key, which_d} = {key_i, is_long ? KEY_J : KEY_L};
      KEY_J:   {round_key, which_d} = {key_j, is_long ? KEY_L : KEY_I};
      KEY_L:   {round_key, which_d} = {key_l, is_long ? KEY_I : NO_KEY};
      default: {round_key, which_d} = {128'd0, KEY_I};
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
    if (starts_ad || starts_pairs) {index_q, running_q} <= {3'd1, twice(key_i)};
    else if (counts) {index_q, running_q} <= {index_q + 3'd1, index_q == 3'd0 ? twice(running_q) : running_q};
  end

endmodule
