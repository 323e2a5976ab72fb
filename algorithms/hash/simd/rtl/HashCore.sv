// SIMD-256 version 1.1: 18 cycles for the message expansion, 37 for the steps; 56 cycles a block.
//
// The transform of 128 points is one of 16 and one of 8. With point j = 8 a + b and result i + 16 k, cycle i sums point times 2^(a i) over a for each
// b, multiplies by ALPHA^(b i) in the next cycle, and makes the eight results of all k in the one behind: transforms with the roots 2 and 4 are
// wiring and sums. Times 2 modulo 257 is a rotation of 16 bits, of which the upper half counts negative. The words of a step are made in the cycle
// before it. The digest leaves with the last step.
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

  // The initial value, the first word least significant.
  localparam logic [511:0] INITIAL = {
    32'h55693de1, 32'hd0c661a5, 32'h1ff47833, 32'he2eaa8d2, 32'h668626c9, 32'hf67caf46, 32'h49b3bcb4, 32'hc2c2ba14,
    32'hc96006d3, 32'hafd5e751, 32'h3ee20b03, 32'haaf3d925, 32'h39d726e9, 32'h8474577b, 32'h07190ba9, 32'h4d567983
  };
  // The distances pi of the rounds, the first one of round 0 least significant.
  localparam logic [79:0] DISTANCES = {
    5'd25, 5'd10, 5'd13, 5'd4, 5'd5, 5'd15, 5'd9, 5'd29, 5'd7, 5'd22, 5'd19, 5'd28, 5'd27, 5'd17, 5'd23, 5'd3
  };
  localparam logic [5:0] LAST_TRANSFORM = 6'd17, LAST_STEP = 6'd36;

  logic [5:0] count_q;      // of the cycles of the transform, then of those of the steps
  logic       rest_q;       // a block comes in
  logic       transform_q;  // the message expansion
  logic       last_q;

  // ---- control ----
  logic load, done, block_end, steps;
  assign block_ready = rest_q;
  assign load = rest_q && block_valid;
  assign steps = !rest_q && !transform_q;
  assign block_end = steps && count_q == LAST_STEP;
  assign digest_valid = block_end && last_q;
  assign done = digest_valid && digest_ready;

  always_ff @(posedge clk) begin
    if (rst || done || (block_end && !last_q)) begin
      rest_q <= 1'b1;
      transform_q <= 1'b0;
    end else if (load) begin
      rest_q <= 1'b0;
      transform_q <= 1'b1;
    end else if (count_q == LAST_TRANSFORM) begin
      transform_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (rest_q || (transform_q && count_q == LAST_TRANSFORM)) count_q <= 6'd0;
    else if (!digest_valid) count_q <= count_q + 6'd1;
  end

  always_ff @(posedge clk) begin
    if (load) last_q <= block_last;
  end

  // ---- the message expansion ----
  logic [7:0][7:0][15:0]  point_q;  // [b][a]
  logic [15:0]            mark_q;   // 2^-i, the constant points times their powers of 2
  logic [7:0][9:0]        sum_q, sum_d, product_q, product_d;
  logic [7:0][8:0]        power, result;
  logic [7:0][15:0][8:0]  y_q;      // [k][i]

  SimdPowers u_powers (
    .i    (count_q[3:0] - 4'd1),
    .power(power)
  );

  SimdResults u_results (
    .x(product_q),
    .y(result)
  );

  for (genvar b = 0; b < 8; b++) begin : gen_column
    SimdSum u_sum (
      .point (point_q[b]),
      .mark  (mark_q),
      .marked((b == 7) || ((b == 5) && last_q)),
      .y     (sum_d[b])
    );
    SimdProduct u_product (
      .x     (sum_q[b]),
      .factor(power[b]),
      .y     (product_d[b])
    );
    for (genvar a = 0; a < 8; a++) begin : gen_point
      always_ff @(posedge clk) begin
        if (rest_q) point_q[b][a] <= {8'd0, block[504-64*a-8*b +: 8]};
        else if (transform_q) point_q[b][a] <= (point_q[b][a] << a) | (point_q[b][a] >> (16 - a));
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rest_q) mark_q <= 16'd1;
    else mark_q <= {mark_q[0], mark_q[15:1]};
    sum_q <= sum_d;
    product_q <= product_d;
  end

  for (genvar k = 0; k < 8; k++) begin : gen_lane
    always_ff @(posedge clk) begin
      if (transform_q) y_q[k] <= {result[k], y_q[k][15:1]};
    end
  end

  // ---- the words of a step: of the expansion, or behind the rounds of the chain value ----
  logic [15:0][31:0] state_q, stepped, words, chain_q;
  logic [3:0][31:0]  add_q, expanded;

  SimdExpand u_expand (
    .y   (y_q),
    .step(count_q[4:0]),
    .w   (expanded)
  );

  always_ff @(posedge clk) begin
    if (!digest_valid) add_q <= count_q[5] ? chain_q[{count_q[1:0], 2'd0} +: 4] : expanded;
  end

  // ---- the steps; the first cycle has none ----
  logic [5:0] step;
  logic [1:0] partner_q, round;
  assign step = count_q - 6'd1;
  assign round = step[5] ? 2'd3 : step[4:3];

  SimdStep u_step (
    .s       (state_q),
    .add     (add_q),
    .r       (DISTANCES[5*{round, step[1:0]} +: 5]),
    .t       (DISTANCES[5*{round, step[1:0] + 2'd1} +: 5]),
    .majority(step[2]),
    .partner (partner_q),
    .y       (stepped)
  );

  always_ff @(posedge clk) begin
    if (!steps || count_q == 6'd0) partner_q <= 2'd1;
    else if (!digest_valid) partner_q <= (partner_q == 2'd3) ? 2'd1 : partner_q + 2'd1;
  end

  always_comb begin
    for (int i = 0; i < 16; i++) begin
      for (int j = 0; j < 4; j++) words[i][8*j +: 8] = block[504-32*i-8*j +: 8];
    end
    for (int i = 0; i < 8; i++) begin
      for (int j = 0; j < 4; j++) digest[248-32*i-8*j +: 8] = stepped[i][8*j +: 8];
    end
  end

  always_ff @(posedge clk) begin
    if (load) chain_q <= state_q;
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= INITIAL;
    else if (load) state_q <= state_q ^ words;
    else if (steps && count_q != 6'd0 && !digest_valid) state_q <= stepped;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
