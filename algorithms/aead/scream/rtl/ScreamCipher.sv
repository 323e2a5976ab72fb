// Scream with ten steps, for TweakableMode: a step of two rounds a cycle, in either direction, loaded in a cycle of its own.
//
// An encryption adds key and tweak when it is loaded and behind each step. A decryption adds them and undoes the last L-box when it is loaded, so
// that each of its cycles, too, begins with S-boxes; then they are added before the second L-box, and in the last cycle there is no such L-box.
module ScreamCipher (
  input  logic         clk,
  input  logic         rst,

  input  logic         step,
  input  logic [127:0] key,
  input  logic         takes_key,
  input  logic         loads,
  input  logic         load_backward,
  input  logic         is_ad,
  input  logic         is_tag,
  input  logic         is_partial,
  input  logic         is_last,       // of its type
  input  logic [3:0]   size,          // of a partial block
  input  logic [87:0]  nonce,
  input  logic [28:0]  index,
  input  logic [127:0] block,
  output logic         running,
  output logic [127:0] result
);

  localparam logic [3:0] Steps = 4'd10;

  logic [3:0]   number_q;    // of the step under way, from 0
  logic         last_q;      // the last cycle of a block
  logic         backward_q;  // the direction of the block under way
  logic [2:0]   third_q;     // one-hot: which tweak of three is added in this cycle
  logic [28:0]  index_q;
  logic [7:0]   control_q;
  logic [127:0] key_q;
  logic [127:0] state_q, state_d;

  // ---- direction and number of the step ----
  logic       backward;
  logic [2:0] third;
  logic [3:0] number;  // of the step behind which tweakey and L-box come, and one more where it is undone

  assign backward = running ? backward_q : load_backward;
  assign number = running ? number_q : Steps;
  assign third = running ? third_q : backward ? 3'b010 : 3'b001;

  // ---- the tweak: with the halves t0 and t1 (t0, t1), (t0 + t1, t0) and (t1, t0 + t1) in turn ----
  logic [28:0]  block_index;
  logic [7:0]   control;
  logic [63:0]  t0, t1;
  logic [127:0] tweakey;

  always_comb begin
    if (running) control = control_q;
    else if (is_ad) control = is_partial ? 8'd6 : is_last ? 8'd4 : 8'd2;
    else control = {size & {4{is_partial}}, 4'd1} & {8{is_tag}};
  end

  assign block_index = running ? index_q : index;
  assign {t0, t1} = {nonce, 3'b0, block_index, control};
  assign tweakey = key_q ^ {(t0 & {64{!third[2]}}) ^ (t1 & {64{!third[0]}}), (t0 & {64{!third[0]}}) ^ (t1 & {64{!third[1]}})};

  // ---- the first round ----
  logic [127:0] substituted, to_mix, mixed, between;
  logic [15:0]  even_constant, odd_constant;

  ScreamConstant u_even_constant (
    .step(number_q),
    .bytes(even_constant)
  );

  ScreamSubstitute u_substitute (
    .inverse(backward_q),
    .state(state_q),
    .substituted
  );

  assign to_mix = substituted ^ {even_constant & {16{!backward_q}}, 112'b0};
  ScreamMixRows u_mix (
    .inverse(backward_q),
    .state(to_mix),
    .mixed
  );
  assign between = mixed ^ {even_constant & {16{backward_q}}, 112'b0};

  // ---- the second round ----
  logic         pads;
  logic [127:0] substituted_again, to_load, keyed, to_mix_again, mixed_again;

  ScreamSubstitute u_substitute_again (
    .inverse(backward_q),
    .state(between),
    .substituted(substituted_again)
  );

  // The key stream of a partial block comes from the number of its bits.
  assign pads = is_partial && !is_ad && !is_tag;
  assign to_load = block | 128'({size & {4{pads}}, 3'b0});
  assign keyed = (running ? substituted_again : to_load) ^ tweakey;

  ScreamConstant #(
    .OFFSET(1)
  ) u_odd_constant (
    .step(backward ? number - 4'd1 : number),
    .bytes(odd_constant)
  );

  assign to_mix_again = backward ? keyed : substituted_again ^ {odd_constant, 112'b0};
  ScreamMixRows u_mix_again (
    .inverse(backward),
    .state(to_mix_again),
    .mixed(mixed_again)
  );

  logic leaves_mixing_out;
  assign leaves_mixing_out = running ? backward_q && last_q : !backward;
  assign state_d = leaves_mixing_out ? keyed : mixed_again ^ (backward ? {odd_constant, 112'b0} : tweakey);
  assign result = state_q;

  // ---- registers ----
  always_ff @(posedge clk) begin
    if (rst) running <= 1'b0;
    else if (step) running <= loads || (running && !last_q);
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (takes_key) key_q <= key;
      if (loads) begin
        backward_q <= backward;
        index_q <= index;
        control_q <= control;
      end
      number_q <= backward ? number - 4'd1 : running ? number_q + 4'd1 : 4'd0;
      last_q <= running && number_q == (backward ? 4'd1 : Steps - 4'd2);
      third_q <= backward ? {third[0], third[2:1]} : {third[1:0], third[2]};
      if (loads || running) state_q <= state_d;
    end
  end

endmodule
