// BLAKE-32: half a round a cycle, 20 cycles a block.
//
// The last half round adds the state to the chain value, which is the digest behind the last block. The next block is taken in its cycle, in which
// the next state begins. What a half round adds, words of the message and constants, is chosen in the cycle before.
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

  // The initial value and the first constants, the first word least significant.
  localparam logic [255:0] INITIAL = {
    32'h5be0cd19, 32'h1f83d9ab, 32'h9b05688c, 32'h510e527f, 32'ha54ff53a, 32'h3c6ef372, 32'hbb67ae85, 32'h6a09e667
  };
  localparam logic [255:0] CONSTANTS = {
    32'hec4e6c89, 32'h082efa98, 32'h299f31d0, 32'ha4093822, 32'h03707344, 32'h13198a2e, 32'h85a308d3, 32'h243f6a88
  };
  localparam logic [4:0] LAST_HALF = 5'd20;

  logic [4:0]        step_q;   // 0 waits for the first block; the others are half rounds
  logic              rest_q;   // step 0
  logic              last_q;
  logic [60:0]       bytes_q, bytes_d;  // of the message so far
  logic [15:0][31:0] v_q, v_d, message_q;
  logic [7:0][31:0]  hash_q, hash_d, addends_q, addends_d;

  // ---- control ----
  logic load, step, done, block_end;
  assign block_end = step_q == LAST_HALF;
  assign digest_valid = block_end && last_q;
  assign block_ready = rest_q || (block_end && !last_q);
  assign load = block_ready && block_valid;
  assign done = digest_valid && digest_ready;
  assign step = load || (!rest_q && !block_end);

  always_ff @(posedge clk) begin
    if (rst || done) begin
      step_q <= 5'd0;
      rest_q <= 1'b1;
    end else if (step) begin
      step_q <= load ? 5'd1 : step_q + 5'd1;
      rest_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (load) last_q <= block_last;
  end

  // ---- the message: what is hashed of it counts, but not for a block without any ----
  logic [15:0][31:0] words;
  logic [63:0]       bits;

  assign bytes_d = bytes_q + 61'(block_bytes);
  assign bits = (block_bytes == 7'd0) ? 64'd0 : {bytes_d, 3'd0};

  always_ff @(posedge clk) begin
    if (rst || done) bytes_q <= '0;
    else if (load) bytes_q <= bytes_d;
  end

  always_comb begin
    for (int i = 0; i < 16; i++) words[i] = block[480-32*i +: 32];
  end

  always_ff @(posedge clk) begin
    if (load) message_q <= words;
  end

  logic [7:0][31:0] chosen;

  BlakeChoice u_choice (
    .message(message_q),
    .half   (step_q),
    .y      (chosen)
  );

  for (genvar i = 0; i < 8; i++) begin : gen_addend
    localparam logic [31:0] NEIGHBOUR = CONSTANTS[32*(i^1) +: 32];  // sigma begins with 0, 1, 2, ...
    assign addends_d[i] = block_ready ? words[i] ^ NEIGHBOUR : chosen[i];
  end

  // ---- the state ----
  logic [15:0][31:0] begun, after;

  BlakeHalfRound u_half_round (
    .v       (v_q),
    .addends (addends_q),
    .diagonal(!step_q[0]),
    .y       (after)
  );

  always_comb begin
    for (int i = 0; i < 8; i++) begin
      hash_d[i] = hash_q[i] ^ after[i] ^ after[8+i];
      digest[224-32*i +: 32] = hash_d[i];
    end
  end

  always_comb begin
    begun = {CONSTANTS, rest_q ? INITIAL : hash_d};
    begun[12] = begun[12] ^ bits[31:0];
    begun[13] = begun[13] ^ bits[31:0];
    begun[14] = begun[14] ^ bits[63:32];
    begun[15] = begun[15] ^ bits[63:32];
    v_d = block_ready ? begun : after;
  end

  always_ff @(posedge clk) begin
    if (rst || done) hash_q <= INITIAL;
    else if (load && block_end) hash_q <= hash_d;
  end

  always_ff @(posedge clk) begin
    if (step) begin
      v_q <= v_d;
      addends_q <= addends_d;
    end
  end

endmodule
