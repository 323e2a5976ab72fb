// PRESENT-80 (CHES 2007), encryption and decryption: one round a cycle, 31 cycles a block.
//
// The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to
// encrypt and backward to decrypt. An encryption leaves `round_key_q` at the last round key, where a decryption begins, and the other way
// round; `start_key_q` is where a block in the same direction begins again. So no round key is stored but these two.
//
// A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs
// forward once, as an encryption that gives no result (`expanding_q`).
module BlockCipher (
  input  logic        clk,
  input  logic        rst,

  input  logic        key_valid,
  output logic        key_ready,
  input  logic [79:0] key,

  input  logic        block_valid,
  output logic        block_ready,
  input  logic        block_new_key,
  input  logic        block_decrypt,
  input  logic [63:0] block,

  output logic        result_valid,
  input  logic        result_ready,
  output logic [63:0] result
);

  localparam logic [4:0] Rounds = 5'd31;

  logic [4:0]  round_q, round_d;
  logic        running_q, running_d;  // rounds 1 to 30
  logic        last_q, last_d;        // round 31
  logic        decrypt_q, decrypt_d;  // the direction of the block under way, or of the last one
  logic        expanding_q, expanding_d;
  logic        key_taken_q, key_taken_d;  // the key of the next block is here already
  logic [63:0] state_q, state_d;
  logic [79:0] round_key_q, round_key_d;
  logic [79:0] start_key_q, start_key_d;

  // ---- what this cycle does ----

  logic free, wants_key, takes_key, starts, expands, direction, turns;

  assign free = !running_q && (!result_valid || result_ready);
  assign wants_key = free && block_valid && block_new_key && !key_taken_q;
  assign takes_key = wants_key && key_valid;
  assign starts = free && block_valid && !wants_key;
  assign expands = block_decrypt && key_taken_q && !expanding_q;
  assign direction = running_q ? decrypt_q : block_decrypt && !expands;
  assign turns = direction != decrypt_q;

  assign key_ready = wants_key;
  assign block_ready = starts && !expands;
  assign result_valid = last_q && !expanding_q;

  // ---- datapath ----

  logic [63:0] moved;
  logic [79:0] from_key;

  PresentRound u_round (
    .decrypt(decrypt_q),
    .state(state_q),
    .moved
  );

  assign from_key = running_q || turns ? round_key_q : start_key_q;

  PresentKeyStep u_key_step (
    .backward(direction),
    .steps(running_q ? round_q : 5'd0),
    .key(from_key),
    .next_key(round_key_d)
  );

  assign result = moved ^ round_key_q[79:16];
  assign state_d = (running_q ? moved : block) ^ from_key[79:16];
  assign start_key_d = takes_key ? key : round_key_q;

  // ---- control ----

  always_comb begin
    round_d = running_q ? round_q + 5'd1 : 5'd1;
    running_d = running_q ? round_d != Rounds : starts;
    last_d = last_q;
    if (running_q) last_d = !running_d;
    else if (free) last_d = 1'b0;

    decrypt_d = decrypt_q;
    if (starts) decrypt_d = direction;
    else if (takes_key) decrypt_d = 1'b0;

    expanding_d = starts ? expands : expanding_q;
    key_taken_d = takes_key || (key_taken_q && !block_ready);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      running_q <= 1'b0;
      last_q <= 1'b0;
      decrypt_q <= 1'b0;
      expanding_q <= 1'b0;
      key_taken_q <= 1'b0;
    end else begin
      running_q <= running_d;
      last_q <= last_d;
      decrypt_q <= decrypt_d;
      expanding_q <= expanding_d;
      key_taken_q <= key_taken_d;
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
