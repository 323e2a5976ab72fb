// Ascon-Hash256 (NIST SP 800-232, section 5.1): one round a cycle, 12 cycles a block and 36 behind the last one; the unit does the padding.
//
// A block is added in the cycle of its first round. Words of the state have their first byte least significant, blocks and digests most significant.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [63:0]  block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [3:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // The initial value behind its permutation, the last word first.
  localparam logic [319:0] AT_REST = {64'h1a5c464906c5976d, 64'h3c7fd4a4d56a4db3, 64'hae65396c6b34b81a, 64'h4bc3a01e333751d2, 64'h9b1e5494e934d681};
  localparam logic [3:0] LAST_ROUND = 4'd11;

  typedef enum logic [1:0] {ABSORB, PERMUTE, GIVE} phase_t;

  phase_t           phase_q;
  logic [4:0][63:0] state_q, state_d, x;
  logic [3:0]       round_q;
  logic [1:0]       left_q;    // words of the digest that the state has still to give, behind the one it holds
  logic             last_q;    // the last block is in
  logic [191:0]     digest_q;  // the words before the last

  function automatic logic [63:0] turned(input logic [63:0] word);
    for (int i = 0; i < 8; i++) turned[8 * i +: 8] = word[56 - 8 * i +: 8];
  endfunction

  logic absorb, step, done, word_due;
  assign absorb = phase_q == ABSORB && block_valid;
  assign step = absorb || phase_q == PERMUTE;
  assign done = digest_valid && digest_ready;
  assign word_due = phase_q == PERMUTE && last_q && round_q == 4'd0;  // the state holds a word, and gives another one behind this permutation

  always_comb begin
    x = state_q;
    if (phase_q == ABSORB) x[0] ^= turned(block);
  end

  AsconRound u_round (
    .x    (x),
    .round(round_q),
    .y    (state_d)
  );

  assign block_ready = phase_q == ABSORB;
  assign digest_valid = phase_q == GIVE;
  assign digest = {digest_q, turned(state_q[0])};

  always_ff @(posedge clk) begin
    if (rst || done) begin
      phase_q <= ABSORB;
      state_q <= AT_REST;
      round_q <= 4'd0;
      last_q <= 1'b0;
    end else if (step) begin
      phase_q <= PERMUTE;
      state_q <= state_d;
      round_q <= round_q + 4'd1;
      if (absorb) last_q <= block_last;
      if (round_q == LAST_ROUND) begin
        round_q <= 4'd0;
        if (!last_q) phase_q <= ABSORB;
        else if (left_q == 2'd0) phase_q <= GIVE;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (absorb) left_q <= 2'd3;
    else if (word_due) left_q <= left_q - 2'd1;

    if (word_due) digest_q <= {digest_q[127:0], turned(state_q[0])};
  end

  logic unused_inputs;
  assign unused_inputs = ^block_bytes;

endmodule
