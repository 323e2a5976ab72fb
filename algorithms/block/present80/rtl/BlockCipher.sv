// PRESENT-80 (CHES 2007), encryption and decryption: one round a cycle, 31 cycles a block.
//
// The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to
// encrypt and backward to decrypt. An encryption leaves `round_key_q` at the last round key, where a decryption begins, and the other way
// round; `start_key_q` is where a block in the same direction begins again. So no round key is stored but these two.
//
// BlockControl has the rest: when keys are taken, and when the key schedule runs alone.
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

  logic [4:0]  counter_q, counter;    // of the key schedule: from 1 to 31, or down to decrypt
  logic [63:0] state_q, state_d;
  logic [79:0] round_key_q, round_key_d;
  logic [79:0] start_key_q, start_key_d;

  // ---- what this cycle does ----

  logic next_is_last, running, starts, takes_key, decrypt, direction, turns;

  BlockControl u_control (.*);

  // ---- datapath ----

  logic [63:0] moved;
  logic [79:0] from_key;

  PresentRound u_round (
    .decrypt,
    .state(state_q),
    .moved
  );

  always_comb begin
    counter = counter_q;
    if (!running) counter = direction ? Rounds : 5'd1;
  end

  assign from_key = running || turns ? round_key_q : start_key_q;

  PresentKeyStep u_key_step (
    .backward(direction),
    .counter,
    .key(from_key),
    .next_key(round_key_d)
  );

  assign result = moved ^ round_key_q[79:16];
  assign state_d = (running ? moved : block) ^ from_key[79:16];
  assign start_key_d = takes_key ? key : round_key_q;

  // ---- rounds ----

  assign next_is_last = counter_q == (decrypt ? 5'd1 : Rounds);

  always_ff @(posedge clk) begin
    if (running || starts) begin
      counter_q <= direction ? counter - 5'd1 : counter + 5'd1;
      state_q <= state_d;
      round_key_q <= round_key_d;
    end
    if (takes_key || (starts && turns)) start_key_q <= start_key_d;
  end

endmodule
