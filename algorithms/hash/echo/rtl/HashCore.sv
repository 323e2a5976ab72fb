// ECHO-256: a round takes three cycles, two rounds of AES on each of the 16 words, then BIG.ShiftRows and BIG.MixColumns; 25 cycles a block.
//
// A block is taken in a cycle of its own. That cycle also adds the columns of the state to the chain value, and those of the block, so that the block
// need not be kept. The digest leaves in such a cycle too.
module HashCore (
  input  logic          clk,
  input  logic          rst,

  input  logic [1535:0] block,
  input  logic          block_valid,
  output logic          block_ready,
  input  logic          block_last,
  input  logic [7:0]    block_bytes,

  output logic [255:0]  digest,
  output logic          digest_valid,
  input  logic          digest_ready
);

  localparam logic [511:0] INITIAL = {4{16'h0001, 112'd0}};  // the digest's length in bits
  localparam logic [2:0] LAST_ROUND = 3'd7;

  logic [2:0] round_q;
  logic [2:0] turn_q;  // which of the three cycles of a round, one-hot
  logic       rest_q;  // no round: a block or the digest
  logic       last_q;  // the last block is taken

  // ---- control ----
  logic load, done, round_end;
  assign block_ready = rest_q && !last_q;
  assign digest_valid = rest_q && last_q;
  assign load = block_ready && block_valid;
  assign done = digest_valid && digest_ready;
  assign round_end = turn_q[2];

  always_ff @(posedge clk) begin
    if (rst || done) begin
      rest_q <= 1'b1;
      last_q <= 1'b0;
    end else if (load) begin
      rest_q <= 1'b0;
      last_q <= block_last;
    end else if (round_end && round_q == LAST_ROUND) begin
      rest_q <= 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (rest_q) begin
      round_q <= 3'd0;
      turn_q <= 3'b001;
    end else begin
      round_q <= round_q + 3'(round_end);
      turn_q <= {turn_q[1:0], turn_q[2]};
    end
  end

  // ---- the counter: the bits of the message so far, but 0 for a block without any; each word of a round adds 1 ----
  logic [60:0]      bytes_q, bytes_d, eighth_q, eighth_next;  // the counter by 8
  logic [1:0][60:0] eighths;

  assign bytes_d = bytes_q + 61'(block_bytes);
  assign eighth_next = eighth_q + 61'd1;
  assign eighths = {eighth_next, eighth_q};

  always_ff @(posedge clk) begin
    if (rst || done) bytes_q <= '0;
    else if (load) bytes_q <= bytes_d;
  end

  // Eight words have one value each: a round ends two values further.
  always_ff @(posedge clk) begin
    if (rest_q) eighth_q <= (block_bytes == 8'd0) ? '0 : bytes_d;
    else if (round_end) eighth_q <= eighth_q + 61'd2;
  end

  // ---- the state; word 4c + r is that of row r in column c ----
  logic [15:0][127:0] state_q, state_d, mixed, keys, shifted, after;
  logic [11:0][127:0] words;
  logic [3:0][127:0]  chain_q, chain_d, folded;

  always_comb begin
    for (int i = 0; i < 12; i++) words[i] = block[1408-128*i +: 128];
  end

  for (genvar i = 0; i < 16; i++) begin : gen_word
    logic [127:0] unused_shifted;
    logic [63:0]  counter;

    AesRound u_round (
      .state  (state_q[i]),
      .shifted(unused_shifted),
      .mixed  (mixed[i])
    );

    assign counter = {eighths[i/8], 3'(i % 8)};
    for (genvar j = 0; j < 8; j++) begin : gen_byte  // the least significant byte is the first
      assign keys[i][127-8*j-:8] = counter[8*j +: 8];
    end
    assign keys[i][63:0] = '0;
    assign shifted[i] = state_q[(i+4*(i%4))%16];
    assign state_d[i] = round_end ? after[i] : mixed[i] ^ (keys[i] & {128{turn_q[0]}});
  end

  for (genvar c = 0; c < 4; c++) begin : gen_column
    EchoMixColumn u_mix (
      .a(shifted[4*c +: 4]),
      .y(after[4*c +: 4])
    );
  end

  // The columns of the state, and then those of the block, are added to the chain value.
  assign chain_d = chain_q ^ state_q[3:0] ^ state_q[7:4] ^ state_q[11:8] ^ state_q[15:12];
  assign folded = words[3:0] ^ words[7:4] ^ words[11:8];

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= '0;
    else if (load) state_q <= {words, chain_d};
    else if (!rest_q) state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (rst || done) chain_q <= INITIAL;
    else if (load) chain_q <= chain_d ^ folded;
  end

  assign digest = {chain_d[0], chain_d[1]};

endmodule
