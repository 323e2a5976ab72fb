// Luffa-256 v2: a block is injected in a cycle of its own, and a step of the three permutations takes a cycle; 9 cycles a block.
//
// Behind the last block comes the blank round, a block of zeros. The digest leaves in a cycle of its own, and the state is the starting one again.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [255:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [5:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // The starting variables; the first word of the first one least significant.
  localparam logic [767:0] STARTING = {
    32'h8b264ae7, 32'h24aa230a, 32'h666d1836, 32'h0306194f, 32'had659c05, 32'h04016ce5, 32'h5dba5781, 32'hf7efc89d,
    32'h746cd581, 32'hcf1ccf0e, 32'h8fc944b3, 32'h5d9b0557, 32'hde099fa3, 32'h70eee9a0, 32'hd9d2f256, 32'hc3b44b95,
    32'hdef610bb, 32'hee058139, 32'h90152df4, 32'h6e292011, 32'hdbf78465, 32'h4eaa6fb4, 32'h44b051e0, 32'h6d251e69
  };

  logic [2:0] step_q;
  logic       inject_q;  // no step: a block, the blank round or the digest
  logic       last_q;    // the last block is taken
  logic       blank_q;   // so is the blank round

  // ---- control ----
  logic load, work, done;
  assign block_ready = inject_q && !last_q;
  assign digest_valid = inject_q && blank_q;
  assign done = digest_valid && digest_ready;
  assign load = inject_q && (last_q ? !blank_q : block_valid);
  assign work = load || !inject_q;

  always_ff @(posedge clk) begin
    if (rst || done) begin
      inject_q <= 1'b1;
      last_q <= 1'b0;
      blank_q <= 1'b0;
    end else if (load) begin
      inject_q <= 1'b0;
      last_q <= last_q || block_last;
      blank_q <= last_q;
    end else if (step_q == 3'd7) begin
      inject_q <= 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (inject_q) step_q <= 3'd0;
    else step_q <= step_q + 3'd1;
  end

  // ---- the state ----
  logic [2:0][7:0][31:0] state_q, injected, stepped;
  logic [7:0][31:0]      words;
  logic [2:0][31:0]      c0, c4;

  always_comb begin
    for (int i = 0; i < 8; i++) begin
      words[i] = block[224-32*i +: 32] & {32{!last_q}};
      digest[224-32*i +: 32] = state_q[0][i] ^ state_q[1][i] ^ state_q[2][i];
    end
  end

  LuffaInject u_inject (
    .h    (state_q),
    .block(words),
    .y    (injected)
  );

  LuffaConstants u_constants (
    .step(step_q),
    .c0  (c0),
    .c4  (c4)
  );

  for (genvar j = 0; j < 3; j++) begin : gen_permutation
    LuffaStep u_step (
      .a (state_q[j]),
      .c0(c0[j]),
      .c4(c4[j]),
      .y (stepped[j])
    );
  end

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= STARTING;
    else if (work) state_q <= inject_q ? injected : stepped;
  end

  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
