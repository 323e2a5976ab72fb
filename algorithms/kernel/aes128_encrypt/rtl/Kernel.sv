// AES-128 encryption of one block under its own key (FIPS 197): one round a cycle, 11 cycles a block.
//
// The cycle that takes a block adds the first round key, the cycle of round 10 gives the result. Round keys are made beside the rounds; none is kept.
module Kernel (
  input  logic         clk,
  input  logic         rst,

  input  logic         block_valid,
  output logic         block_ready,
  input  logic [127:0] block,        // the first byte most significant
  input  logic [127:0] block_key,

  output logic         result_valid,
  input  logic         result_ready,
  output logic [127:0] result
);

  logic [9:0]   round;  // one-hot; none where the next block is awaited
  logic [127:0] state, round_key, next_round_key, shifted, mixed;
  logic         advance;

  AesRound u_round (
    .state,
    .shifted,
    .mixed
  );

  AesKeyStep u_key_step (
    .step(round),
    .round_key,
    .next_round_key
  );

  assign block_ready = round == 10'd0;
  assign result_valid = round[9];
  assign result = shifted ^ next_round_key;
  assign advance = block_ready ? block_valid : !result_valid || result_ready;

  always_ff @(posedge clk) begin
    if (rst) round <= 10'd0;
    else if (advance) round <= {round[8:0], block_ready};
  end

  always_ff @(posedge clk) begin
    if (advance) begin
      state <= block_ready ? block ^ block_key : mixed ^ next_round_key;
      round_key <= block_ready ? block_key : next_round_key;
    end
  end

endmodule
