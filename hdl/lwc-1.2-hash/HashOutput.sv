// From digests to the words of the LWC API: a header, the digest, SUCCESS. In place of a refused message's digest leaves FAILURE. `do_last` is with the status.
module HashOutput #(
    parameter int unsigned W = 32,
    parameter int unsigned DIGEST = 256
) (
    input logic clk,
    input logic rst,

    input logic [DIGEST-1:0] digest,
    input logic digest_refused,
    input logic digest_valid,
    output logic digest_ready,

    output logic [W-1:0] do_data,
    output logic do_last,
    output logic do_valid,
    input logic do_ready
);
  localparam logic [31:0] HEADER = {16'h9300, 16'(DIGEST / 8)};

  typedef enum logic [1:0] {
    Header,
    Data,
    Status
  } state_e;
  state_e state_q, state_d;

  logic [W-1:0] word, header_word;
  logic word_last, word_refused, word_valid, word_ready;
  logic sent, failure, header_end;
  logic [3:0] status;

  HashUnload #(
      .W(W),
      .DIGEST(DIGEST)
  ) u_unload (
      .clk(clk),
      .rst(rst),
      .digest(digest),
      .digest_refused(digest_refused),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .dout(word),
      .dout_last(word_last),
      .dout_error(word_refused),
      .dout_valid(word_valid),
      .dout_ready(word_ready)
  );

  if (W == 32) begin : gen_wide_header
    assign header_word = HEADER;
    assign header_end = 1'b1;
  end else begin : gen_narrow_header
    logic [$clog2(32/W)-1:0] header_index_q;

    assign header_word = W'(HEADER >> (W * (32 / W - 1 - 32'(header_index_q))));
    assign header_end = header_index_q == '1;

    always_ff @(posedge clk) begin
      if (rst) header_index_q <= '0;
      else if (state_q == Header && sent && !failure) header_index_q <= header_index_q + 1'b1;
    end
  end

  assign sent = do_valid && do_ready;
  assign failure = state_q == Header && word_refused;
  assign word_ready = do_ready && (state_q == Data || failure);

  assign do_valid = word_valid || state_q == Status;
  assign do_last = failure || state_q == Status;

  always_comb begin
    status = 4'h0;
    if (failure) status = 4'hF;
    else if (state_q == Status) status = 4'hE;
  end
  assign do_data = (header_word & {W{state_q == Header && !failure}}) | (word & {W{state_q == Data}}) | (W'(status) << (W - 4));

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Header: if (sent && header_end && !failure) state_d = Data;
      Data: if (sent && word_last) state_d = Status;
      default: if (sent) state_d = Header;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) state_q <= Header;
    else state_q <= state_d;
  end
endmodule
