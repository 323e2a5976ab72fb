// Joltik-BC-192 for TweakableMode: one round with its tweakey step a cycle, in either direction, loaded in a cycle of its own.
//
// Eight times h is the identity and 2^15 is 1, so after 32 rounds the first word of the key is itself, the second one 4 times itself and the tweak
// 3 times itself. The last round of an encryption takes the 4 back; so the words end where they began, and the key is stored nowhere else.
module JoltikCipher (
  input  logic        clk,
  input  logic        rst,

  input  logic         step,
  input  logic [127:0] key,
  input  logic         takes_key,
  input  logic         loads,
  input  logic         load_backward,
  input  logic         is_ad,
  input  logic         is_tag,
  input  logic         is_partial,
  input  logic [31:0]  nonce,
  input  logic [27:0]  index,
  input  logic [63:0]  block,
  output logic         running,  // rounds 1 to 32
  output logic [63:0]  result
);

  localparam logic [5:0] FirstConstant = 6'o01;
  localparam logic [5:0] LastConstant = 6'o61;
  localparam logic [5:0] ConstantOf31 = 6'o70;
  localparam logic [5:0] ConstantOf1 = 6'o03;

  logic        last_q;      // round 32
  logic        backward_q;  // the direction of the block under way
  logic [63:0] state_q, state_d;
  logic [63:0] tk1_q, tk1_d;
  logic [63:0] tk2_q, tk2_d;
  logic [63:0] tk3_q, tk3_d;
  logic [5:0]  constant_q, constant_d;

  // ---- the tweakey ----
  logic        backward;
  logic [63:0] tweak, last_tweak, four_tk2, fourth_tk2, tk2, tk3, subtweakey;
  logic [5:0]  constant;

  assign backward = running ? backward_q : load_backward;
  assign tweak = {1'b0, is_partial, is_ad, is_tag, nonce & {32{!is_ad}}, index};

  // Products with 3, 4 and 1/4 in GF(2^4), with x^4 = x + 1.
  for (genvar i = 0; i < 64; i += 4) begin : gen_nibble
    assign last_tweak[i+:4] = {tweak[i+2+:2] ^ tweak[i+1+:2], tweak[i+1] ^ tweak[i] ^ tweak[i+3], tweak[i] ^ tweak[i+3]};
    assign four_tk2[i+:4] = {tk2_q[i+1], tk2_q[i] ^ tk2_q[i+3], tk2_q[i+3] ^ tk2_q[i+2], tk2_q[i+2]};
    assign fourth_tk2[i+:4] = {tk2_q[i+1] ^ tk2_q[i], tk2_q[i], tk2_q[i+3], tk2_q[i+2] ^ tk2_q[i+1] ^ tk2_q[i]};
  end

  assign tk2 = !running && backward ? four_tk2 : tk2_q;
  assign tk3 = running ? tk3_q : backward ? last_tweak : tweak;
  assign constant = running ? constant_q : backward ? LastConstant : FirstConstant;
  assign subtweakey = tk1_q ^ tk2 ^ tk3 ^ {16'h0123, {2{1'b0, constant[5:3], 1'b0, constant[2:0]}}, 32'b0};

  JoltikTweakeyStep u_step (
    .backward,
    .tk1(tk1_q),
    .tk2,
    .tk3,
    .next_tk1(tk1_d),
    .next_tk2(tk2_d),
    .next_tk3(tk3_d)
  );

  assign constant_d = backward ? {!(constant[0] ^ constant[5]), constant[5:1]} : {constant[4:0], !(constant[5] ^ constant[4])};

  // ---- the round ----
  logic [63:0] substituted, keyed, to_mix, mixed;
  logic        leaves_mixing_out;

  // Row r moves r columns to the left, or to the right.
  for (genvar i = 0; i < 16; i++) begin : gen_substitute
    JoltikSbox u_sbox (
      .inverse(backward_q),
      .to_encrypt(state_q[63-4*((i+4*(i%4))%16)-:4]),
      .to_decrypt(state_q[63-4*((i+12*(i%4))%16)-:4]),
      .y(substituted[63-4*i-:4])
    );
  end

  // A decryption mixes the columns when it is loaded, and not in its last round.
  assign keyed = (running ? substituted : block) ^ subtweakey;
  assign leaves_mixing_out = running ? backward_q && last_q : !backward;
  assign to_mix = backward ? keyed : substituted;

  for (genvar i = 0; i < 64; i += 16) begin : gen_mix
    JoltikMixColumn u_mix (
      .column(to_mix[i+:16]),
      .mixed(mixed[i+:16])
    );
  end

  assign state_d = leaves_mixing_out ? keyed : mixed ^ (backward ? 64'b0 : subtweakey);
  assign result = state_q;

  // ---- registers ----
  always_ff @(posedge clk) begin
    if (rst) running <= 1'b0;
    else if (step) running <= loads || (running && !last_q);
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (loads) backward_q <= backward;
      last_q <= running && constant_q == (backward_q ? ConstantOf1 : ConstantOf31);
      if (loads || running) state_q <= state_d;
      if (takes_key) begin
        {tk1_q, tk2_q} <= key;
      end else if (loads || (running && !last_q)) begin
        tk1_q <= tk1_d;
        tk2_q <= tk2_d;
      end else if (running && !backward_q) begin
        tk2_q <= fourth_tk2;
      end
      if (loads || (running && !last_q)) begin
        tk3_q <= tk3_d;
        constant_q <= constant_d;
      end
    end
  end

endmodule
