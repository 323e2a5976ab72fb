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

  // Steps of a block, and of the key setup: an encryption goes up, a decryption down.
  localparam logic [4:0] Nothing = 5'd0;  // no block is under way
  localparam logic [4:0] First = 5'd1;
  localparam logic [4:0] Fl1 = 5'd7;
  localparam logic [4:0] Fl2 = 5'd14;
  localparam logic [4:0] Last = 5'd20;
  localparam logic [4:0] Setup = 5'd21;
  localparam logic [4:0] SetupLast = 5'd24;

  logic [4:0]   step_q, step_d;
  logic         decrypt_q, decrypt_d;
  logic         key_taken_q, key_taken_d;  // the key of the next block is here already
  logic [127:0] kl_q, ka_q;
  logic [63:0]  left_q, left_d, right_q, right_d;
  logic [63:0]  subkey_q, subkey_d;

  // ---- what this cycle does ----

  logic last, running, free, wants_key, takes_key;

  assign last = step_q == (decrypt_q ? First : Last);
  assign running = step_q != Nothing && !last;
  assign free = !running && (!result_valid || result_ready);
  assign wants_key = free && block_valid && block_new_key && !key_taken_q;
  assign takes_key = wants_key && key_valid;

  assign key_ready = wants_key;
  assign block_ready = free && block_valid && !wants_key;
  assign result_valid = last;

  // ---- datapath ----

  logic [63:0]  f, mixed, right_subkey, fl_left, fl_right;
  logic [127:0] late_ka, whitened;

  CamelliaF u_f (
    .x(left_q ^ subkey_q),
    .y(f)
  );

  CamelliaFlLayer u_fl_layer (
    .left(left_q),
    .left_subkey(subkey_q),
    .right(right_q),
    .right_subkey,
    .next_left(fl_left),
    .next_right(fl_right)
  );

  CamelliaSubkeys u_subkeys (
    .kl(kl_q),
    .ka(ka_q),
    .decrypt(decrypt_d),
    .next_step(step_d),
    .subkey(subkey_d),
    .step(step_q),
    .right_subkey
  );

  // The first two rounds that make KA give F alone: in the RFC the sum with KL after them takes away what they were added to.
  assign mixed = f ^ (step_q == Setup || step_q == Setup + 5'd1 ? 64'b0 : right_q);

  assign late_ka = {ka_q[16:0], ka_q[127:17]};  // turned by 111 bits to the left
  assign whitened = block ^ (decrypt_d ? late_ka : kl_q);
  assign result = {left_q, mixed} ^ (decrypt_q ? kl_q : late_ka);

  always_comb begin
    if (step_q == Fl1 || step_q == Fl2) {left_d, right_d} = {fl_left, fl_right};
    else if (running) {left_d, right_d} = {mixed, left_q};
    else if (takes_key) {left_d, right_d} = {key[127:64], whitened[63:0]};
    else {left_d, right_d} = whitened;
  end

  // ---- control ----

  always_comb begin
    step_d = step_q;
    if (step_q == SetupLast) step_d = Nothing;
    else if (running) step_d = decrypt_q ? step_q - 5'd1 : step_q + 5'd1;
    else if (takes_key) step_d = Setup;
    else if (block_ready) step_d = block_decrypt ? Last : First;
    else if (free) step_d = Nothing;

    decrypt_d = decrypt_q;
    if (takes_key) decrypt_d = 1'b0;
    else if (block_ready) decrypt_d = block_decrypt;

    key_taken_d = takes_key || (key_taken_q && !block_ready);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      step_q <= Nothing;
      decrypt_q <= 1'b0;
      key_taken_q <= 1'b0;
    end else begin
      step_q <= step_d;
      decrypt_q <= decrypt_d;
      key_taken_q <= key_taken_d;
    end
  end

  always_ff @(posedge clk) begin
    if (running || takes_key || block_ready) begin
      left_q <= left_d;
      right_q <= right_d;
      subkey_q <= subkey_d;
    end
    if (takes_key) kl_q <= key;
    if (step_q == SetupLast) ka_q <= {mixed, left_q};
  end

endmodule
