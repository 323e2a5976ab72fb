// SHAvite-3-256: a round of AES a cycle, three for a round of the Feistel network; 37 cycles a block.
//
// A block is taken in a cycle of its own, which adds the state to the chain value. The digest leaves in such a cycle too. The subkeys come from a
// shift register of four groups, into which the message expansion shifts a group each step.
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

  localparam logic [255:0] INITIAL = 256'h473ebb49_0d867426_ac92b3a8_e6c41a02_cf839240_865d0e62_cb9d926d_8b2acc96;
  localparam logic [5:0] LAST_STEP = 6'd35;

  logic [5:0] step_q;
  logic [2:0] turn_q;  // which of the three rounds of AES, one-hot
  logic       rest_q;  // no step: a block or the digest
  logic       last_q;  // the last block is taken

  // ---- control ----
  logic load, done, feistel;
  assign block_ready = rest_q && !last_q;
  assign digest_valid = rest_q && last_q;
  assign load = block_ready && block_valid;
  assign done = digest_valid && digest_ready;
  assign feistel = turn_q[2];

  always_ff @(posedge clk) begin
    if (rst || done) begin
      rest_q <= 1'b1;
      last_q <= 1'b0;
    end else if (load) begin
      rest_q <= 1'b0;
      last_q <= block_last;
    end else if (step_q == LAST_STEP) begin
      rest_q <= 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (rest_q) begin
      step_q <= 6'd0;
      turn_q <= 3'b001;
    end else begin
      step_q <= step_q + 6'd1;
      turn_q <= {turn_q[1:0], turn_q[2]};
    end
  end

  // ---- the counter: the bits of the message so far, but 0 for a block without any ----
  logic [60:0] bytes_q, bytes_d;
  logic        empty_q;
  logic [63:0] bits, counter;

  assign bytes_d = bytes_q + 61'(block_bytes);
  assign bits = {bytes_q & {61{!empty_q}}, 3'd0};

  always_comb begin
    for (int i = 0; i < 8; i++) counter[63-8*i-:8] = bits[8*i +: 8];
  end

  always_ff @(posedge clk) begin
    if (rst || done) bytes_q <= '0;
    else if (load) bytes_q <= bytes_d;
    if (load) empty_q <= block_bytes == 7'd0;
  end

  // ---- the subkeys: this step's is the most significant ----
  logic [511:0] groups_q;
  logic [127:0] group;

  ShaviteExpand u_expand (
    .step   (step_q),
    .oldest (groups_q[511:384]),
    .newest (groups_q[127:0]),
    .counter(counter),
    .group  (group)
  );

  always_ff @(posedge clk) begin
    if (load) groups_q <= block;
    else groups_q <= {groups_q[383:0], group};
  end

  // ---- the Feistel network: F works on a copy of the right half ----
  logic [127:0] left_q, right_q, f_q, f_d, mixed, shifted;
  logic [255:0] chain_q;

  AesRound u_round (
    .state(f_q ^ groups_q[511:384]),
    .shifted,
    .mixed
  );

  assign f_d = mixed ^ (left_q & {128{feistel}});
  assign digest = chain_q ^ {left_q, right_q};

  always_ff @(posedge clk) begin
    f_q <= rest_q ? digest[127:0] : f_d;
  end

  always_ff @(posedge clk) begin
    if (rst || done) begin
      chain_q <= INITIAL;
      {left_q, right_q} <= '0;
    end else if (load) begin
      chain_q <= digest;
      {left_q, right_q} <= digest;
    end else if (!rest_q && feistel) begin
      {left_q, right_q} <= {right_q, f_d};
    end
  end

  logic unused_shifted;
  assign unused_shifted = ^shifted;

endmodule
