// Camellia with a 128-bit key (RFC 3713), encryption and decryption: one round a cycle, 20 cycles a block, two of them for the FL layers.
//
// The last round of a block and the whitening that begins the next one share a cycle. Every subkey is a part of KL or KA, turned: the two are
// kept as they are, and a multiplexer picks the subkey of the next cycle. Decryption is encryption with the subkeys in the other order.
//
// A new key is taken in the last cycle of a block, or in one without a block. Four rounds make KA of it.
module BlockCipher (
  input  logic         clk,
  input  logic         rst,

  input  logic         key_valid,
  output logic         key_ready,
  input  logic [127:0] key,

  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_new_key,
  input  logic         block_decrypt,
  input  logic [127:0] block,

  output logic         result_valid,
  input  logic         result_ready,
  output logic [127:0] result
);

  // Steps of a block, one-hot, none where no block is under way: an encryption goes up, a decryption down. Behind them, the key setup.
  localparam int First = 1;
  localparam int Fl1 = 7;
  localparam int Fl2 = 14;
  localparam int Last = 20;
  localparam int Setup = 21;
  localparam int SetupLast = 24;

  logic [24:1]  step_q, step_d;
  logic         running_q, running_d;  // a step before the last one of a block, or one of a key setup
  logic         last_q, last_d;        // the last step of a block
  logic         decrypt_q, decrypt_d;
  logic         key_taken_q, key_taken_d;  // the key of the next block is here already
  logic [127:0] kl_q, ka_q;
  logic [63:0]  left_q, left_d, right_q, right_d;
  logic [63:0]  subkey_q, subkey_d;

  // ---- what this cycle does ----

  logic free, wants_key, takes_key, direction;

  assign free = !running_q && (!last_q || result_ready);
  assign wants_key = free && block_valid && block_new_key && !key_taken_q;
  assign takes_key = wants_key && key_valid;
  assign direction = running_q ? decrypt_q : block_decrypt;

  assign key_ready = wants_key;
  assign block_ready = free && block_valid && !wants_key;
  assign result_valid = last_q;

  // ---- datapath ----

  logic [63:0]  f, mixed, fl_subkey, fl_left, fl_right;
  logic [127:0] late_ka, whitened;

  CamelliaF u_f (
    .x(left_q ^ subkey_q),
    .y(f)
  );

  CamelliaFlLayer u_fl_layer (
    .left(left_q),
    .left_subkey(subkey_q),
    .right(right_q),
    .right_subkey(fl_subkey),
    .next_left(fl_left),
    .next_right(fl_right)
  );

  CamelliaSubkeys u_subkeys (
    .kl(kl_q),
    .ka(ka_q),
    .decrypt(direction),
    .next_step(step_d),
    .subkey(subkey_d),
    .step(step_q),
    .fl_subkey
  );

  // In the first two rounds that make KA nothing is added to F: the sum with KL after them would take it away.
  assign mixed = f ^ (step_q[Setup] || step_q[Setup+1] ? 64'b0 : right_q);

  assign late_ka = {ka_q[16:0], ka_q[127:17]};  // turned by 111 bits to the left
  assign whitened = block ^ (block_decrypt ? late_ka : kl_q);
  assign result = {left_q, mixed} ^ (decrypt_q ? kl_q : late_ka);

  always_comb begin
    if (step_q[Fl1] || step_q[Fl2]) {left_d, right_d} = {fl_left, fl_right};
    else if (running_q) {left_d, right_d} = {mixed, left_q};
    else {left_d, right_d} = {takes_key ? key[127:64] : whitened[127:64], whitened[63:0]};
  end

  // ---- control ----

  always_comb begin
    if (running_q) begin
      step_d = decrypt_q ? {1'b0, step_q[24:2]} : {step_q[23:1], 1'b0};
    end else begin
      step_d = '0;
      step_d[First] = block_ready && !block_decrypt;
      step_d[Last] = block_ready && block_decrypt;
      step_d[Setup] = takes_key;
    end
    last_d = direction ? step_d[First] : step_d[Last];
    running_d = step_d != '0 && !last_d;

    decrypt_d = decrypt_q;
    if (takes_key) decrypt_d = 1'b0;
    else if (block_ready) decrypt_d = block_decrypt;

    key_taken_d = takes_key || (key_taken_q && !block_ready);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      step_q <= '0;
      running_q <= 1'b0;
      last_q <= 1'b0;
      decrypt_q <= 1'b0;
      key_taken_q <= 1'b0;
    end else begin
      if (running_q || free) begin
        step_q <= step_d;
        running_q <= running_d;
        last_q <= last_d;
      end
      decrypt_q <= decrypt_d;
      key_taken_q <= key_taken_d;
    end
  end

  always_ff @(posedge clk) begin
    if (running_q || takes_key || block_ready) begin
      left_q <= left_d;
      right_q <= right_d;
      subkey_q <= subkey_d;
    end
    if (takes_key) kl_q <= key;
    if (step_q[SetupLast]) ka_q <= {mixed, left_q};
  end

endmodule
