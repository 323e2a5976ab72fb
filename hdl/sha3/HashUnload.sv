// Sends digests as words, the first one most significant. In place of a refused message's digest leaves one word of zeros with `dout_error`.
module HashUnload #(
  parameter int unsigned W = 64,
  parameter int unsigned DIGEST = 256
) (
  input  logic              clk,
  input  logic              rst,

  input  logic [DIGEST-1:0] digest,
  input  logic              digest_refused,
  input  logic              digest_valid,
  output logic              digest_ready,

  output logic [W-1:0]      dout,
  output logic              dout_last,   // of this message
  output logic              dout_error,
  output logic              dout_valid,
  input  logic              dout_ready
);

  localparam int unsigned WORDS = DIGEST / W;
  localparam int unsigned INDEX = (WORDS > 1) ? $clog2(WORDS) : 1;

  logic [DIGEST-1:0] words_q;
  logic [INDEX-1:0]  left_q;  // words behind the one on offer
  logic              busy_q, refused_q;

  logic load, sent;
  assign digest_ready = !busy_q;
  assign load = digest_valid && !busy_q;
  assign sent = busy_q && dout_ready;

  always_ff @(posedge clk) begin
    if (rst) busy_q <= 1'b0;
    else if (load) busy_q <= 1'b1;
    else if (sent && dout_last) busy_q <= 1'b0;

    if (load) refused_q <= digest_refused;

    if (load) left_q <= digest_refused ? '0 : INDEX'(WORDS - 1);
    else if (sent) left_q <= left_q - 1'b1;

    if (load) words_q <= digest;
    else if (sent) words_q <= words_q << W;
  end

  assign dout = words_q[DIGEST-1 -: W] & {W{!refused_q}};
  assign dout_last = left_q == '0;
  assign dout_error = refused_q;
  assign dout_valid = busy_q;

endmodule
