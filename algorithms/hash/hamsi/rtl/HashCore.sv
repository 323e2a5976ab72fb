// Hamsi-256: a round a cycle, 3 cycles a block and 6 for the last one.
//
// A block is expanded beside the last round of the one before it, or beside the initial value, and that round waits for it. The digest leaves with
// the last round.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [31:0]  block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [2:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // Its first word is the least significant.
  localparam logic [255:0] INITIAL = {
    32'h7420456c, 32'h656d656e, 32'h70617274, 32'h2c204465, 32'h7576656e, 32'h74204c65, 32'h69746569, 32'h76657273
  };

  logic [2:0] round_q;
  logic       rest_q;  // no round before the first block
  logic       last_q;  // the block in the state is the last one

  // ---- control ----
  logic last_round, load, step, done;
  assign last_round = round_q == (last_q ? 3'd5 : 3'd2);
  assign block_ready = rest_q || (last_round && !last_q);
  assign load = block_ready && block_valid;
  assign digest_valid = last_round && last_q;
  assign done = digest_valid && digest_ready;
  assign step = load || (!block_ready && !digest_valid);

  always_ff @(posedge clk) begin
    if (rst || done) rest_q <= 1'b1;
    else if (load) rest_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst || done || load) round_q <= 3'd0;
    else if (step) round_q <= round_q + 3'd1;
  end

  always_ff @(posedge clk) begin
    if (load) last_q <= block_last;
  end

  // ---- the state ----
  logic [15:0][31:0] state_q, after;
  logic [7:0][31:0]  chain_q, chain_d, m;

  HamsiExpand u_expand (
    .block(block),
    .m    (m)
  );

  HamsiRound u_round (
    .s          (state_q),
    .number     (round_q),
    .final_block(last_q),
    .y          (after)
  );

  always_comb begin
    chain_d = chain_q ^ ({after[11:8], after[3:0]} & {256{!rest_q}});
    for (int i = 0; i < 8; i++) digest[224-32*i +: 32] = chain_d[i];
  end

  always_ff @(posedge clk) begin
    if (rst || done) chain_q <= INITIAL;
    else if (load) chain_q <= chain_d;
  end

  always_ff @(posedge clk) begin
    if (load) begin
      state_q <= {m[7:6], chain_d[7:4], m[5:4], m[3:2], chain_d[3:0], m[1:0]};
    end else if (step) begin
      state_q <= after;
    end
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
