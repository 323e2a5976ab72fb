// Control of an iterative block cipher that encrypts and decrypts: a round a cycle, and round keys that are made beside the rounds.
//
// The last round of a block and the start of the next one share a cycle. An encryption leaves the key schedule where a decryption begins,
// and the other way round. A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it
// the key schedule runs forward once, as an encryption that gives no result (`expanding_q`).
module BlockControl (
  input  logic clk,
  input  logic rst,

  input  logic key_valid,
  output logic key_ready,
  input  logic block_valid,
  output logic block_ready,
  input  logic block_new_key,
  input  logic block_decrypt,
  output logic result_valid,
  input  logic result_ready,

  input  logic next_is_last,  // the round that follows this one is the last
  output logic running,       // a round that is not the last
  output logic starts,        // a block or an expansion begins with the end of this cycle
  output logic takes_key,
  output logic decrypt,       // the direction of the block under way, or of the last one
  output logic direction,     // that of the rounds from now on
  output logic turns          // they go the other way than those before
);

  logic running_q, running_d, last_q, last_d, decrypt_q, decrypt_d, expanding_q, expanding_d;
  logic fresh_q, fresh_d;  // the key of the block that is offered is here, and no schedule has run over it
  logic free, wants_key, expands;

  assign free = !running_q && (!result_valid || result_ready);
  assign wants_key = free && block_valid && block_new_key && !fresh_q && !expanding_q;
  assign takes_key = wants_key && key_valid;
  assign starts = free && block_valid && !wants_key;
  assign expands = block_decrypt && fresh_q;
  assign direction = running_q ? decrypt_q : block_decrypt && !expands;
  assign turns = direction != decrypt_q;

  assign running = running_q;
  assign decrypt = decrypt_q;
  assign key_ready = wants_key;
  assign block_ready = starts && !expands;
  assign result_valid = last_q && !expanding_q;

  always_comb begin
    running_d = running_q ? !next_is_last : starts;
    last_d = last_q;
    if (running_q) last_d = next_is_last;
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

endmodule
