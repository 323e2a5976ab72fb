// AES-128 (FIPS 197), encryption and decryption: one round a cycle, 10 cycles a block.
//
// The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to
// encrypt and backward to decrypt. An encryption leaves `round_key_q` at the last round key, where a decryption begins, and the other way
// round; `start_key_q` is where a block in the same direction begins again. So no round key is stored but these two.
//
// BlockControl has the rest: when keys are taken, and when the key schedule runs alone.
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
  logic [127:0] state_q, state_d;
  logic [127:0] round_key_q, round_key_d;
  logic [127:0] start_key_q, start_key_d;

  // ---- what this cycle does ----

  logic next_is_last, running, starts, takes_key, decrypt, direction, turns;

  BlockControl u_control (.*);

  // ---- datapath ----

  logic [127:0] mixed, from_key, added;

  AesBothRound u_round (
    .decrypt,
    .state(state_q),
    .round_key(round_key_q),
    .keyed(result),
    .mixed
  );

  assign from_key = running || turns ? round_key_q : start_key_q;

  AesBothKeyStep u_key_step (
    .backward(direction),
    .steps(running ? round_q : 4'd0),
    .round_key(from_key),
    .next_round_key(round_key_d)
  );

  assign added = running && decrypt ? 128'b0 : from_key;
  assign state_d = (running ? mixed : block) ^ added;
  assign start_key_d = takes_key ? key : round_key_q;

  // ---- rounds ----

  assign round_d = running ? round_q + 4'd1 : 4'd1;
  assign next_is_last = round_d == Rounds;

  always_ff @(posedge clk) begin
    if (running || starts) begin
      round_q <= round_d;
      state_q <= state_d;
      round_key_q <= round_key_d;
    end
    if (takes_key || (starts && turns)) start_key_q <= start_key_d;
  end

endmodule
