// Shabal-256: 16 cycles take in a block, 48 have a step of the permutation each; 64 cycles a block.
//
// A, B, C and the message are rings that move by a word a cycle, so that all but the word at the end is wiring. While a block is taken in, B and C
// change places: C without the old block and with the new one goes to B. C is added to A behind the steps that change A for the last time, one word
// of A a cycle; the last of these additions falls into the first cycle of what follows. The final rounds take in the last block again. The digest
// leaves with the last step.
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

  // The state behind the blocks of the initialisation, their message taken off and B and C not exchanged yet, the last sum of A not done. The
  // first word is the least significant.
  localparam logic [383:0] INITIAL_A = {
    32'h5fb746fe, 32'heffdbc6b, 32'h22af50dc, 32'h14ce5a45, 32'hb0d2eb8c, 32'hd2b5c1ca, 32'hbb7c44c9, 32'he0078b86,
    32'hb9645191, 32'h2d8ee3ec, 32'he54b7999, 32'h52f84552
  };
  localparam logic [511:0] INITIAL_B = {
    32'h9b491c60, 32'hba839e55, 32'he6e00bf7, 32'hbc968828, 32'h83e82a7f, 32'h758b4b8b, 32'h60e2ceba, 32'h88b59d60,
    32'hed614433, 32'h56c56167, 32'ha327b8e1, 32'hc51c28ae, 32'hc0dd9d55, 32'hb3733979, 32'hc4233eba, 32'hb405f031
  };
  localparam logic [511:0] INITIAL_C = {
    32'h55cb34a5, 32'h30924dd4, 32'h3299ace4, 32'h3ea8b96b, 32'hb38b8890, 32'hbe216306, 32'h5138c1d4, 32'ha6e03615,
    32'h0afe4002, 32'h9cb6bf72, 32'h696fd868, 32'hda28c1fa, 32'h9301515f, 32'ha72a652f, 32'h3e710596, 32'hb555c6ee
  };
  localparam logic [5:0] LAST_STEP = 6'd63, FIRST_SUM = 6'd53;
  localparam logic [1:0] LAST_ROUND = 2'd3;

  logic [5:0]        step_q;      // 0 to 15 take in, the others are steps of the permutation
  logic [1:0]        round_q;     // of the last block: 0, and the three final rounds
  logic              last_q;
  logic [55:0]       counter_q;   // W, of blocks
  logic [11:0][31:0] a_q;
  logic [15:0][31:0] b_q, c_q, m_q;

  // ---- control ----
  logic takes_in, takes_block, step, done, block_end;
  assign takes_in = step_q[5:4] == 2'd0;
  assign takes_block = takes_in && round_q == 2'd0;
  assign block_ready = takes_block && step_q[3:0] == 4'd15;
  assign block_end = step_q == LAST_STEP;
  assign digest_valid = block_end && round_q == LAST_ROUND;
  assign done = digest_valid && digest_ready;
  assign step = takes_block ? block_valid : !digest_valid;

  always_ff @(posedge clk) begin
    if (rst || done) step_q <= 6'd0;
    else if (step) step_q <= step_q + 6'd1;
  end

  always_ff @(posedge clk) begin
    if (rst || done) round_q <= 2'd0;
    else if (step && block_end && last_q) round_q <= round_q + 2'd1;
  end

  always_ff @(posedge clk) begin
    if (block_ready) last_q <= block_last;
  end

  always_ff @(posedge clk) begin
    if (rst || done) counter_q <= 56'd1;
    else if (block_ready && block_valid && !block_last) counter_q <= counter_q + 56'd1;
  end

  // ---- the message ----
  logic [15:0][31:0] words;
  logic [31:0]       m_d;

  always_comb begin
    for (int i = 0; i < 64; i++) words[i/4][8*(i%4) +: 8] = block[504-8*i +: 8];  // the first byte of a word is its least significant
  end

  assign m_d = takes_block ? words[step_q[3:0]] : m_q[0];

  // ---- the state ----
  logic [31:0] a_step, b_step, a_d, b_d, c_d, mixed, count, sum;
  logic [2:0]  c_place;

  assign c_place = 3'd4 - step_q[2:0];  // word 8 - i, from which the ring has moved by i

  ShabalStep u_step (
    .a       (a_q[0]),
    .previous(a_q[11]),
    .b       ({b_q[13], b_q[9], b_q[6], b_q[0]}),
    .c       (c_q[{c_place, 1'b0}]),
    .m       (m_q[0]),
    .ya      (a_step),
    .yb      (b_step)
  );

  always_comb begin
    count = (step_q[3:0] == 4'd0) ? counter_q[31:0] : 32'd0;
    if (step_q[3:0] == 4'd1) count = 32'(counter_q[55:32]);
    mixed = c_q[0] - m_q[0] + m_d;
    a_d = takes_in ? a_q[0] ^ count : a_step;
    b_d = takes_in ? {mixed[14:0], mixed[31:15]} : b_step;
    c_d = takes_in ? b_q[0] : c_q[0];
    sum = (c_q[6] + c_q[10] + c_q[14]) & {32{step_q >= FIRST_SUM || step_q == 6'd0}};
    for (int i = 0; i < 8; i++) begin
      for (int j = 0; j < 4; j++) digest[248-32*i-8*j +: 8] = (i == 7) ? b_step[8*j +: 8] : b_q[9+i%7][8*j +: 8];
    end
  end

  always_ff @(posedge clk) begin
    if (rst || done) begin
      b_q <= INITIAL_B;
      c_q <= INITIAL_C;
      m_q <= '0;
    end else if (step) begin
      b_q <= {b_d, b_q[15:1]};
      c_q <= {c_d, c_q[15:1]};
      m_q <= {m_d, m_q[15:1]};
    end
  end

  always_ff @(posedge clk) begin  // of 16 cycles that take in a block, 12 move A
    if (rst || done) a_q <= INITIAL_A;
    else if (step && !(takes_in && step_q[3:2] == 2'd3)) a_q <= {a_d, a_q[11] + sum, a_q[10:1]};
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
