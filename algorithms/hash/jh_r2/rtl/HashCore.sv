// JH-256 of round 2: one round a cycle, and the last half round in a cycle; 36 cycles a block.
//
// A block is added to the first half of the state in the cycle of its first round, to the second half in the cycle of the half round. The digest
// leaves in a cycle of its own, and the state is the initial one again. The bits of all even elements, and of all odd ones,
// lie in words of 128 bits, which are those of the ungrouped state.
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
  // C_0, the first 256 bits of the fractional part of the square root of 2, its even and its odd elements taken apart.
  localparam logic [127:0] FIRST_EVEN = {32'h2ecc6180, 32'hba5a76a4, 32'hbcdb9447, 32'h0ce7dfa2};
  localparam logic [127:0] FIRST_ODD = {32'hc74bc1f1, 32'h3417544c, 32'hb8f9ccdf, 32'h5a663574};
  localparam logic [5:0] HALF_ROUND = 6'd35;

  logic [3:0][1:0][127:0] state_q, state_d;  // of each bit of the elements, the most significant one first, the even elements and the odd ones
  logic [1:0][1:0][127:0] message_q;
  logic [3:0][31:0]       constant_even_q, constant_odd_q, constant_even_d, constant_odd_d;
  logic [5:0]             round_q;
  logic                   absorb_q;          // the next round is the first of a block
  logic                   finished_q;        // the digest is there
  logic                   last_q;

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
  logic [1:0][1:0][127:0] words;
  logic [3:0][127:0]      even, odd, even_boxes, odd_boxes, even_mixed, odd_mixed;
  logic [127:0]           even_choice, odd_choice;

  assign words = block;

  for (genvar i = 0; i < 32; i++) begin : gen_choice  // the bits of a constant in order choose the S-boxes of the elements in order
    assign even_choice[4*i +: 4] = {constant_even_q[3][i], constant_even_q[1][i], constant_odd_q[3][i], constant_odd_q[1][i]};
    assign odd_choice[4*i +: 4] = {constant_even_q[2][i], constant_even_q[0][i], constant_odd_q[2][i], constant_odd_q[0][i]};
  end

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      even[i] = state_q[i][1] ^ ((i < 2) ? 128'd0 : words[i%2][1] & {128{absorb_q}});
      odd[i] = state_q[i][0] ^ ((i < 2) ? 128'd0 : words[i%2][0] & {128{absorb_q}});
      state_d[i][1] = half_round ? even_boxes[i] ^ ((i < 2) ? message_q[i%2][1] : 128'd0) : even_mixed[i];
      state_d[i][0] = half_round ? odd_boxes[i] ^ ((i < 2) ? message_q[i%2][0] : 128'd0) : odd_mixed[i];
    end
  end

  JhSbox u_even (
    .x     (even),
    .choice(even_choice),
    .y     (even_boxes)
  );

  JhSbox u_odd (
    .x     (odd),
    .choice(odd_choice),
    .y     (odd_boxes)
  );

  JhMix u_mix (
    .even  (even_boxes),
    .odd   (odd_boxes),
    .y_even(even_mixed),
    .y_odd (odd_mixed)
  );

  assign digest = state_q[0];

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= INITIAL;
    else if (step) state_q <= state_d;
  end

  // ---- the constants: a round on 64 elements with S0 alone makes the next one ----
  logic [3:0][31:0] even_constant_boxes, odd_constant_boxes;

  JhSbox #(
    .WIDTH(32)
  ) u_constant_even (
    .x     (constant_even_q),
    .choice(32'd0),
    .y     (even_constant_boxes)
  );

  JhSbox #(
    .WIDTH(32)
  ) u_constant_odd (
    .x     (constant_odd_q),
    .choice(32'd0),
    .y     (odd_constant_boxes)
  );

  JhMix #(
    .WIDTH(32)
  ) u_constant_mix (
    .even  (even_constant_boxes),
    .odd   (odd_constant_boxes),
    .y_even(constant_even_d),
    .y_odd (constant_odd_d)
  );

  always_ff @(posedge clk) begin
    if (rst || (step && half_round)) begin
      constant_even_q <= FIRST_EVEN;
      constant_odd_q <= FIRST_ODD;
    end else if (step) begin
      constant_even_q <= constant_even_d;
      constant_odd_q <= constant_odd_d;
    end
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
