// The two chains of POET with AES-4 as their hash: one round a cycle, of one chain after the other.
//
// In a slot a block leaves the block cipher, and one enters it. In rounds 1 to 4 `hashed` is what left and the other register what entered; in round
// 5 they change places, and rounds 6 to 9 hash the other one. AES-4 adds a key in front of each of its rounds, and its fifth one when it is used.
module PoetChains (
  input  logic         clk,
  input  logic         en,
  input  logic         slot,
  input  logic [3:0]   round,        // 0 where nothing happens but in a slot
  input  logic         holds,        // neither chain is hashed
  input  logic         turns_keys,   // the next round key of the hash is due
  input  logic         makes_key,    // it is made now
  input  logic [127:0] new_key,
  input  logic         left_waits,   // what left the block cipher before still waits for its hash
  input  logic         nothing_new,  // nothing enters a chain
  input  logic [127:0] leaving,
  input  logic [127:0] entering,

  output logic [127:0] hash_entered,
  output logic [127:0] hash_left
);

  localparam logic [3:0] Change = 4'd5;

  logic [127:0] hashed_q, waiting_q, mixed, unused_shifted;
  logic [127:0] hash_keys_q[5];  // the last one is that of this cycle

  assign hash_entered = hashed_q ^ (hash_keys_q[4] & {128{!holds}});
  assign hash_left = waiting_q;

  AesRound u_round (
    .state(hash_entered),
    .shifted(unused_shifted),
    .mixed
  );

  always_ff @(posedge clk) begin
    if (en) begin
      if (slot) hashed_q <= left_waits ? waiting_q : leaving;
      else if (round == Change) hashed_q <= waiting_q;
      else if (round != 4'd0 && !holds) hashed_q <= mixed;

      if (slot) waiting_q <= nothing_new ? hash_entered : entering;
      else if (round == Change) waiting_q <= hash_entered;

      if (turns_keys) begin
        for (int i = 0; i < 4; i++) hash_keys_q[i] <= hash_keys_q[i+1];
        hash_keys_q[4] <= makes_key ? new_key : hash_keys_q[0];
      end
    end
  end

endmodule
