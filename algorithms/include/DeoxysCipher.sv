// Deoxys-BC-256 for TweakableMode: one round with its tweakey step a cycle, in either direction, loaded in a cycle of its own.
//
// Forward tweakey steps end with the key of the last round, where a decryption begins, and backward ones with the first, so no key is stored but
// that of this round and the one where the block under way began. After a new key one encryption of nothing makes the last one.
module DeoxysCipher (
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
  input  logic [63:0]  nonce,
  input  logic [28:0]  index,
  input  logic [127:0] block,
  output logic         running,  // rounds 1 to 14
  output logic [127:0] result
);

  localparam logic [3:0] Rounds = 4'd14;
  localparam logic [7:0] FirstConstant = 8'h2f;
  localparam logic [7:0] LastConstant = 8'h91;

  logic [3:0]   round_q;
  logic         last_q;       // round 14
  logic         backward_q;   // the direction of the block under way, or of the last one
  logic [127:0] state_q, state_d;
  logic [127:0] tk1_q, tk1_d;
  logic [127:0] tk2_q, tk2_d;
  logic [7:0]   constant_q, constant_d;
  logic [127:0] start_key_q;  // where the block under way began

  // ---- the tweakey ----
  logic         backward, turns;
  logic [127:0] tweak, last_tweak, tk1, tk2, subtweakey;
  logic [7:0]   constant;

  assign backward = running ? backward_q : load_backward;
  assign turns = backward != backward_q;
  assign tweak = {1'b0, is_partial, is_ad, is_tag, nonce & {64{!is_ad}}, 31'b0, index};

  // Eight times h is the identity; so after fourteen steps place i holds byte h(h(i)) of the tweak.
  localparam logic [63:0] TwiceH = 64'h6f4d_a381_e7c5_2b09;
  for (genvar i = 0; i < 16; i++) begin : gen_last_tweak
    assign last_tweak[127-8*i-:8] = tweak[127-8*int'(TwiceH[63-4*i-:4])-:8];
  end

  assign tk1 = running ? tk1_q : backward ? last_tweak : tweak;
  assign tk2 = running || turns ? tk2_q : start_key_q;
  assign constant = running ? constant_q : backward ? LastConstant : FirstConstant;
  assign subtweakey = tk1 ^ tk2 ^ {32'h01020408, {4{constant}}, 64'b0};

  DeoxysTweakeyStep u_step (
    .backward,
    .tk1,
    .tk2,
    .next_tk1(tk1_d),
    .next_tk2(tk2_d)
  );

  // x^8 = x^4 + x^3 + x + 1
  assign constant_d = backward ? {1'b0, constant[7:1]} ^ (constant[0] ? 8'h8d : 8'h00)
                               : {constant[6:0], 1'b0} ^ (constant[7] ? 8'h1b : 8'h00);

  // ---- the round ----
  logic [127:0] substituted, keyed, mixed;
  logic         leaves_mixing_out;

  AesBothSubstitute u_substitute (
    .decrypt(backward_q),
    .state(state_q),
    .substituted
  );

  // A decryption mixes the columns when it is loaded, and not in its last round.
  assign keyed = (running ? substituted : block) ^ subtweakey;
  assign leaves_mixing_out = running ? backward_q && last_q : !backward;

  AesBothMixColumns u_mix_columns (
    .decrypt(backward),
    .to_encrypt(substituted),
    .to_decrypt(keyed),
    .mixed
  );

  assign state_d = leaves_mixing_out ? keyed : mixed ^ (backward ? 128'b0 : subtweakey);
  assign result = state_q;

  always_ff @(posedge clk) begin
    if (rst) running <= 1'b0;
    else if (step) running <= loads || (running && !last_q);
  end

  always_ff @(posedge clk) begin
    if (step) begin
      round_q <= running ? round_q + 4'd1 : 4'd1;
      last_q <= running && round_q == Rounds - 4'd1;

      if (loads || running) state_q <= state_d;
      if (loads || (running && !last_q)) begin
        tk1_q <= tk1_d;
        tk2_q <= tk2_d;
        constant_q <= constant_d;
      end
      if (loads) begin
        backward_q <= backward;
        if (turns) start_key_q <= tk2_q;
      end
      if (takes_key) begin
        start_key_q <= key;
        backward_q <= 1'b0;
      end
    end
  end

endmodule
