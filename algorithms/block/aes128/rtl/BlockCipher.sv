// AES-128 (FIPS 197), encryption and decryption: one round a cycle, 10 cycles a block.
//
// The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to
// encrypt and backward to decrypt. An encryption leaves `round_key_q` at the last round key, where a decryption begins, and the other way
// round; `start_key_q` is where a block in the same direction begins again. So no round key is stored but these two.
//
// A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs
// forward once, as an encryption that gives no result (`expanding_q`).
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

  localparam logic [3:0] Rounds = 4'd10;

  logic [3:0]   round_q, round_d;
  logic         running_q, running_d;  // rounds 1 to 9
  logic         last_q, last_d;        // round 10
  logic         decrypt_q, decrypt_d;  // the direction of the block under way, or of the last one
  logic         expanding_q, expanding_d;
  logic         fresh_q, fresh_d;  // the key of the block that is offered is here, and no schedule has run over it
  logic [127:0] state_q, state_d;
  logic [127:0] round_key_q, round_key_d;
  logic [127:0] start_key_q, start_key_d;

  // ---- what this cycle does ----

  logic free, wants_key, takes_key, starts, expands, direction, turns;

  assign free = !running_q && (!result_valid || result_ready);
  assign wants_key = free && block_valid && block_new_key && !fresh_q && !expanding_q;
  assign takes_key = wants_key && key_valid;
  assign starts = free && block_valid && !wants_key;
  assign expands = block_decrypt && fresh_q;
  assign direction = running_q ? decrypt_q : block_decrypt && !expands;
  assign turns = direction != decrypt_q;

  assign key_ready = wants_key;
  assign block_ready = starts && !expands;
  assign result_valid = last_q && !expanding_q;

  // ---- datapath ----

  logic [127:0] mixed, from_key, added;

  AesBothRound u_round (
    .decrypt(decrypt_q),
    .state(state_q),
    .round_key(round_key_q),
    .keyed(result),
    .mixed
  );

  assign from_key = running_q || turns ? round_key_q : start_key_q;

  AesBothKeyStep u_key_step (
    .backward(direction),
    .steps(running_q ? round_q : 4'd0),
    .round_key(from_key),
    .next_round_key(round_key_d)
  );

  assign added = running_q && decrypt_q ? 128'b0 : from_key;
  assign state_d = (running_q ? mixed : block) ^ added;
  assign start_key_d = takes_key ? key : round_key_q;

  // ---- control ----

  always_comb begin
    round_d = running_q ? round_q + 4'd1 : 4'd1;
    running_d = running_q ? round_d != Rounds : starts;
    last_d = last_q;
    if (running_q) last_d = !running_d;
    else if (free) last_d = 1'b0;

    decrypt_d = decrypt_q;
    if (starts) decrypt_d = direction;
    else if (takes_key) decrypt_d = 1'b0;

    expanding_d = starts ? expands : expanding_q;
    fresh_d = takes_key || (fresh_q && !starts);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      running_q <= 1'b0;
      last_q <= 1'b0;
      decrypt_q <= 1'b0;
      expanding_q <= 1'b0;
      fresh_q <= 1'b0;
    end else begin
      running_q <= running_d;
      last_q <= last_d;
      decrypt_q <= decrypt_d;
      expanding_q <= expanding_d;
      fresh_q <= fresh_d;
    end
  end

  always_ff @(posedge clk) begin
    if (running_q || starts) begin
      round_q <= round_d;
      state_q <= state_d;
      round_key_q <= round_key_d;
    end
    if (takes_key || (starts && turns)) start_key_q <= start_key_d;
  end

endmodule
