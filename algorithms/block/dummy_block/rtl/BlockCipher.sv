// The dummy block cipher: NOT SECURE. One round a cycle, 9 cycles a block: one takes it, the last round gives the result (docs/block-ciphers.md).
//
// Change first: the widths of the ports to those in algorithm.toml, then the two rounds. A key schedule is one more register beside `state_q`; how
// round keys are had in both directions with few of them show the block ciphers of algorithms/block.
module BlockCipher (
  input  logic        clk,
  input  logic        rst,

  input  logic        key_valid,
  output logic        key_ready,
  input  logic [63:0] key,

  input  logic        block_valid,
  output logic        block_ready,
  input  logic        block_new_key,
  input  logic        block_decrypt,
  input  logic [63:0] block,

  output logic        result_valid,
  input  logic        result_ready,
  output logic [63:0] result
);

  localparam logic [3:0] Rounds = 4'd8;

  logic [3:0]  round_q;  // 0: a block is waited for; 1 to 8: the round of this cycle
  logic        decrypt_q;
  logic [63:0] key_q, state_q, state_d;
  logic        idle, last, take;

  // ---- control ----
  assign idle = round_q == 4'd0;
  assign last = round_q == Rounds;
  assign block_ready = idle && (!block_new_key || key_valid);
  assign key_ready = idle && block_valid && block_new_key;  // a key is taken with the block that brings it
  assign take = block_valid && block_ready;
  assign result_valid = last;

  always_ff @(posedge clk) begin
    if (rst) round_q <= 4'd0;
    else if (take || (!idle && !last)) round_q <= round_q + 4'd1;
    else if (result_valid && result_ready) round_q <= 4'd0;
  end

  // ---- datapath ----
  logic [3:0]  number;
  logic [63:0] round_key, with_key;
  assign number = decrypt_q ? Rounds + 4'd1 - round_q : round_q;
  assign round_key = key_q ^ 64'(number);
  assign with_key = state_q ^ round_key;
  assign state_d = decrypt_q ? {with_key[6:0], with_key[63:7]} : {state_q[56:0], state_q[63:57]} ^ round_key;
  assign result = state_d;

  always_ff @(posedge clk) begin
    if (take) begin
      state_q <= block;
      decrypt_q <= block_decrypt;
      if (block_new_key) key_q <= key;
    end else if (!last) begin  // the state waits for its last result to be taken
      state_q <= state_d;
    end
  end

endmodule
