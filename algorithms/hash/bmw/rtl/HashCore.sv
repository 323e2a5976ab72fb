// BMW-256: a word of the quadruple pipe a cycle; 34 cycles a block.
//
// Message and chain value are rings that move by a word a cycle: 16 cycles of f_0, 16 of f_1, and both are where they began. The pipe moves too,
// its newest word comes in last. f_0 takes a cycle for W and one for Q. A word of f_1 is a sum of 17; what of it does not hang on the newest word
// is added a cycle ahead. expand_1 adds s_i of all words, so its sums grow while f_0 makes them. f_2 has a cycle of its own, in which the next
// block comes in. Behind the last block the chain value goes into the ring of the message in 16 cycles, and a constant follows it: the final call.
// The digest leaves with its f_2.
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

  // The initial chain value, the first word least significant.
  localparam logic [511:0] INITIAL = {
    32'h7c7d7e7f, 32'h78797a7b, 32'h74757677, 32'h70717273, 32'h6c6d6e6f, 32'h68696a6b, 32'h64656667, 32'h60616263,
    32'h5c5d5e5f, 32'h58595a5b, 32'h54555657, 32'h50515253, 32'h4c4d4e4f, 32'h48494a4b, 32'h44454647, 32'h40414243
  };
  localparam logic [5:0] LAST_STEP = 6'd32, FIRST_EXPANDED = 6'd17;  // the cycles of Q_31 and Q_16

  logic [5:0]        step_q;
  logic              rest_q;      // f_2, and a block comes in
  logic              exchange_q;  // the chain value becomes the message of the final call
  logic              first_q;     // no block is taken yet: no f_2
  logic              last_q;      // the last block is taken
  logic              final_q;     // the final call has begun

  // ---- control ----
  logic load, fold, done, working;
  assign block_ready = rest_q && !last_q;
  assign digest_valid = rest_q && final_q;
  assign done = digest_valid && digest_ready;
  assign load = block_ready && block_valid;
  assign fold = rest_q && (last_q ? !final_q : block_valid && !first_q);
  assign working = !rest_q && !exchange_q;

  always_ff @(posedge clk) begin
    if (rst || done) begin
      rest_q <= 1'b1;
      exchange_q <= 1'b0;
      first_q <= 1'b1;
      last_q <= 1'b0;
      final_q <= 1'b0;
    end else if (rest_q) begin
      rest_q <= digest_valid || (block_ready && !block_valid);
      if (load) begin
        first_q <= 1'b0;
        last_q <= block_last;
      end
      exchange_q <= last_q && !final_q;
      final_q <= last_q;
    end else if (exchange_q) begin
      exchange_q <= step_q[3:0] != 4'd15;
    end else begin
      rest_q <= step_q == LAST_STEP;
    end
  end

  always_ff @(posedge clk) begin
    if (rest_q || (exchange_q && step_q[3:0] == 4'd15)) step_q <= 6'd0;
    else step_q <= step_q + 6'd1;
  end

  // ---- message and chain value ----
  logic [15:0][31:0] m_q, h_q, words, folded;
  logic [31:0][31:0] q_q;
  logic              turns;

  assign turns = exchange_q || (working && step_q != LAST_STEP);

  BmwFold u_fold (
    .m(m_q),
    .q(q_q),
    .h(folded)
  );

  always_comb begin
    for (int i = 0; i < 16; i++) begin
      for (int j = 0; j < 4; j++) words[i][8*j +: 8] = block[504-32*i-8*j +: 8];
    end
    for (int i = 0; i < 8; i++) begin
      for (int j = 0; j < 4; j++) digest[248-32*i-8*j +: 8] = folded[8+i][8*j +: 8];
    end
  end

  always_ff @(posedge clk) begin
    if (load) m_q <= words;
    else if (turns) m_q <= {exchange_q ? h_q[0] : m_q[0], m_q[15:1]};
  end

  always_ff @(posedge clk) begin
    if (rst || done) h_q <= INITIAL;
    else if (fold) h_q <= folded;
    else if (turns) h_q <= {exchange_q ? {28'haaaaaaa, step_q[3:0]} : h_q[0], h_q[15:1]};
  end

  // ---- the pipe: its newest word, and what later ones take of message, chain value and older words ----
  logic [31:0]      w_q, w_d, add_q, add_d, sum_q, sum_d, second_q, second_d, ahead, expanded, choice, newest;
  logic [3:0][31:0] of_w, of_newest;
  logic [2:0]       modulo_5_q;  // the number of the word of f_0
  logic [1:0]       place;
  logic             in_f0;

  assign newest = q_q[31];
  assign in_f0 = step_q < FIRST_EXPANDED;

  BmwSum u_sum (
    .m({m_q[14], m_q[13], m_q[10], m_q[7], m_q[5]}),
    .h({h_q[14], h_q[13], h_q[10], h_q[7], h_q[5]}),
    .j(step_q[3:0]),
    .w(w_d)
  );

  BmwAddElement u_add_element (
    .m({m_q[11], m_q[4], m_q[1]}),
    .h(h_q[8]),
    .j(step_q[3:0] + 4'd1),
    .y(add_d)
  );

  BmwExpand u_expand (
    .q(q_q[31:17]),
    .y(ahead)
  );

  BmwLogic u_of_w (
    .x(w_q),
    .y(of_w)
  );

  BmwLogic u_of_newest (
    .x(newest),
    .y(of_newest)
  );

  always_ff @(posedge clk) begin
    if (step_q == 6'd0 || modulo_5_q == 3'd4) modulo_5_q <= 3'd0;
    else modulo_5_q <= modulo_5_q + 3'd1;
  end

  always_comb begin
    choice = modulo_5_q[2] ? (w_q >> 1) ^ w_q : of_w[modulo_5_q[1:0]];
    expanded = sum_q + ((step_q < FIRST_EXPANDED + 6'd2) ? of_newest[0] : (newest >> 2) ^ newest);
    place = step_q[1:0] - 2'd1;
    second_d = second_q + of_newest[place - 2'd1];
    if (in_f0) sum_d = sum_q + of_newest[place];
    else sum_d = (step_q == FIRST_EXPANDED) ? second_d : ahead;
  end

  always_ff @(posedge clk) begin
    w_q <= w_d;
    add_q <= add_d;
    sum_q <= (step_q < 6'd2) ? 32'd0 : sum_d + ((step_q < FIRST_EXPANDED - 6'd1) ? 32'd0 : add_q);
    second_q <= (step_q < 6'd3) ? 32'd0 : second_d;
  end

  always_ff @(posedge clk) begin
    if (working) q_q <= {in_f0 ? choice + h_q[0] : expanded, q_q[31:1]};
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
