// Fugue-256: an SMIX a cycle, two for a word of the message; 36 behind the last one.
//
// Steps 0 and 1 take a word. Steps 2 to 11 are rounds of the first kind, 12 to 37 halves of rounds of the second kind; the digest leaves in the last
// one. What is added and the rotation come before SMIX, whose columns 0 to 3 have a short way to it.
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

  localparam logic [255:0] INITIAL = {  // columns 29 to 22; the others are zero
    32'h34f8c248, 32'h9149e899, 32'hfbf929de, 32'hf96c621d, 32'hd2b0b594, 32'he0d4f668, 32'h6671135f, 32'he952bdde
  };
  localparam logic [5:0] WORD_STEP = 6'd1, FIRST_STEP = 6'd11, LAST_STEP = 6'd37;

  logic [5:0] step_q;
  logic       take_q;    // step 0
  logic       last_q;    // the last word is taken
  logic       second_q;  // the rounds are of the second kind

  // ---- control ----
  logic advance, done, word_done;
  assign block_ready = take_q;
  assign digest_valid = step_q == LAST_STEP;
  assign done = digest_valid && digest_ready;
  assign advance = take_q ? block_valid : !digest_valid;
  assign word_done = step_q == WORD_STEP && !last_q;

  always_ff @(posedge clk) begin
    if (rst || done || word_done) begin
      step_q <= 6'd0;
      take_q <= 1'b1;
      second_q <= 1'b0;
    end else if (advance) begin
      step_q <= step_q + 6'd1;
      take_q <= 1'b0;
      second_q <= second_q || step_q == FIRST_STEP;
    end
  end

  always_ff @(posedge clk) begin
    if (take_q) last_q <= block_last;
  end

  // ---- what comes to SMIX: the state of a word, of the first half of a round of the second kind, of its second half ----
  logic [29:0][31:0] state_q, state_d, entered, normal, half_a, half_b, moved;
  logic [3:0][31:0]  mixed;

  always_comb begin
    entered = state_q;
    if (take_q) begin  // TIX
      entered[10] = state_q[10] ^ state_q[0];
      entered[0] = block;
      entered[8] = state_q[8] ^ block;
      entered[1] = state_q[1] ^ state_q[24];
    end
    normal = {entered[26:0], entered[29:27]};  // ROR3
    for (int i = 0; i < 3; i++) begin  // CMIX
      normal[i] = normal[i] ^ normal[4+i];
      normal[15+i] = normal[15+i] ^ normal[4+i];
    end
  end

  always_comb begin  // column 0 to columns 4 and 15, ROR15; or to columns 4 and 16, ROR14
    half_a = {state_q[14:0], state_q[29:15]};
    half_a[19] = state_q[4] ^ state_q[0];
    half_a[0] = state_q[15] ^ state_q[0];
    half_b = {state_q[15:0], state_q[29:16]};
    half_b[18] = state_q[4] ^ state_q[0];
    half_b[0] = state_q[16] ^ state_q[0];
  end

  assign moved = !second_q ? normal : step_q[0] ? half_b : half_a;

  FugueSmix u_smix (
    .columns(moved[3:0]),
    .mixed
  );

  assign state_d = {moved[29:4], mixed};

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= {INITIAL, 704'd0};
    else if (advance) state_q <= state_d;
  end

  assign digest = {
    state_d[1], state_d[2], state_d[3], state_d[4] ^ state_d[0], state_d[15] ^ state_d[0], state_d[16], state_d[17], state_d[18]
  };

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
