// Grøstl-256 of round 2: half a round a cycle, for P and Q by turns; 21 cycles a block.
//
// While the S-boxes work for one permutation, MixBytes works for the other. P takes a block with the chain value in step 0, Q takes it in step 1. What
// P gives is added to the chain value in the last step, what Q gives in step 0 of the next block. The output transformation is P alone;
// the digest leaves in its last step.
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

  localparam logic [511:0] INITIAL = 512'd256;  // the digest's length in bits
  localparam logic [4:0] LAST_STEP = 5'd20;

  logic [4:0] step_q;
  logic       start_q;   // step 0
  logic       last_q;    // the last block is taken
  logic       output_q;  // the output transformation runs

  // ---- control ----
  logic advance, done, take, last_step;
  assign last_step = step_q == LAST_STEP;
  assign take = step_q == 5'd1 && !output_q;
  assign block_ready = take;
  assign digest_valid = last_step && output_q;
  assign done = digest_valid && digest_ready;
  assign advance = start_q ? block_valid || last_q : !digest_valid;

  always_ff @(posedge clk) begin
    if (rst || done || (advance && last_step)) begin
      step_q <= 5'd0;
      start_q <= 1'b1;
    end else if (advance) begin
      step_q <= step_q + 5'd1;
      start_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (rst || done) begin
      last_q <= 1'b0;
      output_q <= 1'b0;
    end else begin
      if (take) last_q <= block_last;
      if (start_q) output_q <= last_q;
    end
  end

  // ---- both permutations: what comes to the S-boxes, and what comes to MixBytes ----
  logic [511:0] state_q, state_d, shifted_q, shifted, mixed, chain_q, chain_d;
  logic [7:0]   round;
  logic         absorb;

  GroestlSubstitute u_substitute (
    .state(state_q),
    .shifted
  );

  for (genvar c = 0; c < 8; c++) begin : gen_column
    GroestlMix u_mix (
      .column(shifted_q[511-64*c-:64]),
      .mixed (mixed[511-64*c-:64])
    );
  end

  assign absorb = start_q ? !last_q : take;
  assign round = {4'd0, step_q[4:1]};

  always_comb begin
    state_d = mixed ^ (chain_q & {512{start_q}}) ^ (block & {512{absorb}});
    if (step_q[0]) state_d[455-:8] = state_d[455-:8] ^ ~round;
    else state_d[511-:8] = state_d[511-:8] ^ round;
  end

  always_ff @(posedge clk) begin
    if (advance) state_q <= state_d;
  end

  // MixBytes of zero is zero: in step 1, and for the first block in step 0.
  always_ff @(posedge clk) begin
    if (rst || done || start_q && advance) shifted_q <= '0;
    else if (advance) shifted_q <= shifted;
  end

  // ---- the chain value ----
  assign chain_d = chain_q ^ mixed;
  assign digest = chain_d[255:0];

  always_ff @(posedge clk) begin
    if (rst || done) chain_q <= INITIAL;
    else if (advance && (start_q || last_step)) chain_q <= chain_d;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
