// SHA-1 (FIPS 180-4, 6.1.2) of blocks that are already padded: one round a cycle, 80 cycles a block.
//
// The cycle that takes a block does its first round on it; the cycle of round 79 adds the result to the hash, which is where the next block begins, and
// gives the digest after the last block of a message. The message schedule is a shift register of 16 words, the oldest one most significant.
module Kernel (
  input  logic         clk,
  input  logic         rst,

  input  logic         block_valid,
  output logic         block_ready,
  input  logic [511:0] block,        // the first word most significant
  input  logic         block_last,   // of its message

  output logic         digest_valid,
  input  logic         digest_ready,
  output logic [159:0] digest
);

  localparam logic [159:0] INITIAL = 160'h67452301_efcdab89_98badcfe_10325476_c3d2e1f0;

  // Rounds come in four parts of twenty, each with a function and a constant of its own.
  logic [1:0] part;
  logic [4:0] step;
  logic       first, final_round, advance;

  assign first = part == 2'd0 && step == 5'd0;
  assign final_round = part == 2'd3 && step == 5'd19;

  logic [511:0] words_kept, words;
  logic [159:0] hash, state, next_state, sum;
  logic         last;

  assign words = first ? block : words_kept;

  logic [31:0] a, b, c, d, e, f, k, schedule;
  assign {a, b, c, d, e} = state;

  always_comb begin
    unique case (part)
      2'd0: {f, k} = {(b & c) ^ (~b & d), 32'h5a827999};
      2'd1: {f, k} = {b ^ c ^ d, 32'h6ed9eba1};
      2'd2: {f, k} = {(b & c) ^ (b & d) ^ (c & d), 32'h8f1bbcdc};
      2'd3: {f, k} = {b ^ c ^ d, 32'hca62c1d6};
    endcase
  end

  // The sum of e, k and the message word does not wait for f.
  assign next_state = {{a[26:0], a[31:27]} + f + (e + k + words[511:480]), a, {b[1:0], b[31:2]}, c, d};
  assign schedule = words[95:64] ^ words[255:224] ^ words[447:416] ^ words[511:480];

  for (genvar i = 0; i < 5; i++) begin : gen_sum
    assign sum[32*i+:32] = hash[32*i+:32] + next_state[32*i+:32];
  end

  assign digest = sum;
  assign digest_valid = final_round && last;
  assign block_ready = first;
  assign advance = first ? block_valid : !digest_valid || digest_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      part <= 2'd0;
      step <= 5'd0;
      hash <= INITIAL;
      state <= INITIAL;
    end else if (advance) begin
      step <= step == 5'd19 ? 5'd0 : step + 5'd1;
      if (step == 5'd19) part <= part + 2'd1;
      state <= next_state;
      if (final_round) begin
        hash <= last ? INITIAL : sum;
        state <= last ? INITIAL : sum;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (advance) words_kept <= {words[479:0], schedule[30:0], schedule[31]};
    if (advance && first) last <= block_last;
  end

endmodule
