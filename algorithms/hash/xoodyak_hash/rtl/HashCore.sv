// Xoodyak as a hash function: a round of Xoodoo a cycle, 13 cycles a block and 13 for the second half of the digest. The unit fills the last block
// with zeros, the core adds the padding.
//
// Byte i of the state has the bits from 8 i on; blocks and digests have their first byte most significant.
//
//   state    a cycle
//   Add      adds a block; behind the last one the padding of an empty one, when the first half of the digest leaves the state
//   Round    a round
//   Give     gives the digest
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [4:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  localparam logic [3:0] LastRound = 4'd11;
  localparam int unsigned Rate = 16;

  // Between messages: the colour of the first block.
  localparam logic [383:0] AtRest = {8'h01, 376'd0};

  typedef enum logic [1:0] {
    Add,
    Round,
    Give
  } state_e;
  state_e fsm_q, fsm_d;

  logic [383:0] state_q, after_round;
  logic [127:0] first_half_q, rate, turned;
  logic [135:0] added;
  logic [3:0]   round_q;
  logic         last_q, squeezed_q;  // the last block is in; the first half of the digest is out

  // ---- control ----
  logic add, last_round, done;

  assign add = fsm_q == Add && (block_valid || last_q);
  assign last_round = round_q == LastRound;
  assign block_ready = fsm_q == Add && !last_q;
  assign digest_valid = fsm_q == Give;
  assign done = digest_valid && digest_ready;

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Add: if (add) fsm_d = Round;
      Round: if (last_round) fsm_d = squeezed_q ? Give : Add;
      default: if (digest_ready) fsm_d = Add;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Add;
    else fsm_q <= fsm_d;
  end

  always_ff @(posedge clk) begin
    if (rst || done) {last_q, squeezed_q} <= '0;
    else if (add) {last_q, squeezed_q} <= {last_q || block_last, last_q};
    round_q <= (fsm_q == Round) ? round_q + 4'd1 : 4'd0;
  end

  // ---- what is added ----
  for (genvar i = 0; i < Rate; i++) begin : g_turned
    assign turned[8*i+:8] = block[8*(Rate-1-i)+:8];
    assign rate[8*i+:8] = state_q[8*(Rate-1-i)+:8];
  end

  always_comb begin
    added = last_q ? '0 : {8'd0, turned};
    for (int i = 0; i <= Rate; i++) added[8*i] ^= last_q ? i == 0 : block_bytes == 5'(i);
  end

  // ---- Xoodoo ----
  XoodooRound u_round (
    .x    (state_q),
    .round(round_q),
    .y    (after_round)
  );

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= AtRest;
    else if (fsm_q == Round) state_q <= after_round;
    else if (add) state_q <= state_q ^ {248'd0, added};
  end

  always_ff @(posedge clk) begin
    if (add && last_q) first_half_q <= rate;
  end

  assign digest = {first_half_q, rate};

endmodule
