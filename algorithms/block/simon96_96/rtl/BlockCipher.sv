// SIMON-96/96 (IACR ePrint 2013/404), encryption and decryption: one round a cycle, 52 cycles a block.
//
// The last round of a block and the load of the next one share a cycle. Decryption is encryption with the words of the block exchanged and the
// key words in the other order, for which the key schedule needs no other step. Round keys are made beside the rounds: the keys of this
// round and of the one before are kept. An encryption leaves them where a decryption begins, and the other way round; `start_*_q` is where a
// block in the same direction begins again. So no key words are stored but these four.
//
// BlockControl has the rest: when keys are taken, and when the key schedule runs alone.
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

  logic [5:0]  round_q, round_d;    // from 1
  logic [47:0] x_q, x_d, y_q, y_d;  // to decrypt, the words of the block exchanged
  logic [47:0] before_key_q, before_key_d, round_key_q, round_key_d;
  logic [47:0] start_before_key_q, start_before_key_d, start_key_q, start_key_d;

  // ---- what this cycle does ----

  logic next_is_last, running, starts, takes_key, decrypt, direction, turns;

  BlockControl u_control (.*);

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
    .decrypt,
    .round(round_q),
    .before_key(before_key_q),
    .round_key(round_key_q),
    .next_key
  );

  assign result = decrypt ? {next_y, next_x} : {next_x, next_y};

  always_comb begin
    if (running) {x_d, y_d} = {next_x, next_y};
    else if (direction) {x_d, y_d} = {block[47:0], block[95:48]};
    else {x_d, y_d} = block;
  end

  // A block in the other direction begins with the keys where they are.
  assign {before_key_d, round_key_d} = running ? {round_key_q, next_key} : {start_before_key_q, start_key_q};
  assign {start_before_key_d, start_key_d} = takes_key ? key : {before_key_q, round_key_q};

  // ---- rounds ----

  assign round_d = running ? round_q + 6'd1 : 6'd1;
  assign next_is_last = round_q == Rounds - 6'd1;

  always_ff @(posedge clk) begin
    if (running || starts) begin
      round_q <= round_d;
      {x_q, y_q} <= {x_d, y_d};
    end
    if (running || (starts && !turns)) {before_key_q, round_key_q} <= {before_key_d, round_key_d};
    if (takes_key || (starts && turns)) {start_before_key_q, start_key_q} <= {start_before_key_d, start_key_d};
  end

endmodule
