// JH-256 of round 2: one round a cycle, and the last half round in a cycle; 36 cycles a block.
//
// A block is added to the first half of the state in the cycle of its first round, to the second half in the cycle of the half round. The digest
// leaves in a cycle of its own, and the state is the initial one again. The state is kept ungrouped: grouping is wiring on either side of the round.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [511:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [6:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // H(0), which no message changes.
  localparam logic [1023:0] INITIAL = {
    64'hc968b8e2c53a596e, 64'h427e45ef1d7ae6e5, 64'h6145b7d906711f7a, 64'h2fc7617806a92201,
    64'h7b2991c1b91929e2, 64'hc42b4ce18cc5a2d6, 64'h6220beca901b5ddf, 64'hd3b205638ea7ac5f,
    64'h143e8cba6d313104, 64'hb0e7005490527271, 64'h4cce321e075de510, 64'h1ba800ece2025178,
    64'h9f5772795fd104a5, 64'hf0b8b63425f5b238, 64'h1670fa3e5f907f17, 64'he28fc064e769ac90
  };
  // C_0: the first 256 bits of the fractional part of the square root of 2.
  localparam logic [255:0] FIRST_CONSTANT = 256'h6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a;
  localparam logic [5:0] HALF_ROUND = 6'd35;

  logic [1023:0] state_q;
  logic [511:0]  message_q;
  logic [255:0]  constant_q, constant_d;
  logic [5:0]    round_q;
  logic          absorb_q;    // the next round is the first of a block
  logic          finished_q;  // the digest is there
  logic          last_q;

  // ---- control ----
  logic step, done, half_round;
  assign block_ready = absorb_q;
  assign digest_valid = finished_q;
  assign step = absorb_q ? block_valid : !finished_q;
  assign done = finished_q && digest_ready;
  assign half_round = round_q == HALF_ROUND;

  always_ff @(posedge clk) begin
    if (rst || done) begin
      absorb_q <= 1'b1;
      finished_q <= 1'b0;
    end else if (step) begin
      absorb_q <= half_round && !last_q;
      finished_q <= half_round && last_q;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) round_q <= 6'd0;
    else if (step) round_q <= half_round ? 6'd0 : round_q + 6'd1;
  end

  always_ff @(posedge clk) begin
    if (absorb_q) begin
      last_q <= block_last;
      message_q <= block;
    end
  end

  // ---- the round ----
  logic [1023:0] added, elements, substituted, mixed, ungrouped, substituted_bits, state_d;

  assign added = {state_q[1023:512] ^ (block & {512{absorb_q}}), state_q[511:0]};

  // Even elements take their bits from the first half of each quarter of the state, odd ones from the second.
  for (genvar i = 0; i < 256; i++) begin : gen_element
    localparam int PLACE = i / 2 + 128 * (i % 2);
    for (genvar k = 0; k < 4; k++) begin : gen_bit
      assign elements[1023-4*i-k] = added[1023-PLACE-256*k];
      assign ungrouped[1023-PLACE-256*k] = mixed[1023-4*i-k];
      assign substituted_bits[1023-PLACE-256*k] = substituted[1023-4*i-k];
    end
    JhSbox u_sbox (
      .x     (elements[1020-4*i +: 4]),
      .choice(constant_q[255-i]),
      .y     (substituted[1020-4*i +: 4])
    );
  end

  JhMix u_mix (
    .a(substituted),
    .y(mixed)
  );

  assign state_d = half_round ? {substituted_bits[1023:512], substituted_bits[511:0] ^ message_q} : ungrouped;
  assign digest = state_q[255:0];

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= INITIAL;
    else if (step) state_q <= state_d;
  end

  // ---- the constants: a round of 64 elements with S0 alone makes the next one ----
  logic [255:0] constant_substituted;

  for (genvar i = 0; i < 64; i++) begin : gen_constant
    JhSbox u_sbox (
      .x     (constant_q[4*i +: 4]),
      .choice(1'b0),
      .y     (constant_substituted[4*i +: 4])
    );
  end

  JhMix #(
    .ELEMENTS(64)
  ) u_constant_mix (
    .a(constant_substituted),
    .y(constant_d)
  );

  always_ff @(posedge clk) begin
    if (rst || (step && half_round)) constant_q <= FIRST_CONSTANT;
    else if (step) constant_q <= constant_d;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
