// The HashCore of the dummy hash function: NOT SECURE. One block a cycle, and one cycle for the digest (docs/hash-interface.md).
//
// Change first: the widths of the ports to those in algorithm.toml (`block_bytes` has clog2(BLOCK/8 + 1) bits), then `state_d`. A function with
// rounds gets a counter of them; `block_ready` is then 1 only in the cycle that takes a block.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [4:0]   block_bytes,

  output logic [127:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  localparam logic [127:0] Initial = 128'd1;

  logic         finished_q;  // the state is the digest
  logic [127:0] state_q, state_d;
  logic         take, give;

  assign block_ready = !finished_q;
  assign digest_valid = finished_q;
  assign digest = state_q;
  assign take = block_valid && block_ready;
  assign give = digest_valid && digest_ready;

  assign state_d = give ? Initial : {state_q[126:0], state_q[127]} ^ block;

  always_ff @(posedge clk) begin
    if (rst) begin
      finished_q <= 1'b0;
      state_q <= Initial;
    end else if (take || give) begin
      finished_q <= take && block_last;
      state_q <= state_d;
    end
  end

  // A port that this function has no use for: a lint-clean way to say so.
  logic unused_bytes;
  assign unused_bytes = ^block_bytes;

endmodule
