// SIMON-96/96 (IACR ePrint 2013/404), encryption and decryption: one round a cycle, 52 cycles a block.
//
// The last round of a block and the load of the next one share a cycle. Decryption is encryption with the words of the block exchanged and the
// key words in the other order, for which the key schedule needs no other step. Round keys are made beside the rounds: the keys of this
// round and of the one before are kept. An encryption leaves them where a decryption begins, and the other way round; `start_*_q` is where a
// block in the same direction begins again. So no key words are stored but these four.
//
// A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs
// forward once, as an encryption that gives no result (`expanding_q`).
module BlockCipher (
  input  logic        clk,
  input  logic        rst,

  input  logic        key_valid,
  output logic        key_ready,
  input  logic [95:0] key,

  input  logic        block_valid,
  output logic        block_ready,
  input  logic        block_new_key,
  input  logic        block_decrypt,
  input  logic [95:0] block,

  output logic        result_valid,
  input  logic        result_ready,
  output logic [95:0] result
);

  localparam logic [5:0] Rounds = 6'd52;

  logic [5:0]  round_q, round_d;      // from 1
  logic        running_q, running_d;  // rounds 1 to 51
  logic        last_q, last_d;        // round 52
  logic        decrypt_q, decrypt_d;  // the direction of the block under way, or of the last one
  logic        expanding_q, expanding_d;
  logic        key_taken_q, key_taken_d;  // the key of the next block is here already
  logic [47:0] x_q, x_d, y_q, y_d;  // to decrypt, the words of the block exchanged
  logic [47:0] before_key_q, before_key_d, round_key_q, round_key_d;
  logic [47:0] start_before_key_q, start_before_key_d, start_key_q, start_key_d;

  // ---- what this cycle does ----

  logic free, wants_key, takes_key, starts, expands, direction, turns;

  assign free = !running_q && (!result_valid || result_ready);
  assign wants_key = free && block_valid && block_new_key && !key_taken_q;
  assign takes_key = wants_key && key_valid;
  assign starts = free && block_valid && !wants_key;
  assign expands = block_decrypt && key_taken_q && !expanding_q;
  assign direction = block_decrypt && !expands;
  assign turns = direction != decrypt_q;

  assign key_ready = wants_key;
  assign block_ready = starts && !expands;
  assign result_valid = last_q && !expanding_q;

  // ---- datapath ----

  logic [47:0] next_x, next_y, next_key;

  SimonRound u_round (
    .x(x_q),
    .y(y_q),
    .round_key(round_key_q),
    .next_x,
    .next_y
  );

  SimonKeyStep u_key_step (
    .decrypt(decrypt_q),
    .round(round_q),
    .before_key(before_key_q),
    .round_key(round_key_q),
    .next_key
  );

  assign result = decrypt_q ? {next_y, next_x} : {next_x, next_y};

  always_comb begin
    if (running_q) {x_d, y_d} = {next_x, next_y};
    else if (direction) {x_d, y_d} = {block[47:0], block[95:48]};
    else {x_d, y_d} = block;
  end

  // A block in the other direction begins with the keys where they are.
  assign {before_key_d, round_key_d} = running_q ? {round_key_q, next_key} : {start_before_key_q, start_key_q};
  assign {start_before_key_d, start_key_d} = takes_key ? key : {before_key_q, round_key_q};

  // ---- control ----

  always_comb begin
    round_d = running_q ? round_q + 6'd1 : 6'd1;
    running_d = running_q ? round_q != Rounds - 6'd1 : starts;
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
      {x_q, y_q} <= {x_d, y_d};
    end
    if (running_q || (starts && !turns)) {before_key_q, round_key_q} <= {before_key_d, round_key_d};
    if (takes_key || (starts && turns)) {start_before_key_q, start_key_q} <= {start_before_key_d, start_key_d};
  end

endmodule
