// The secret half of the PreProcessor: LDKEY, a KEY header and the key's words on SDI become one KEY-bit key, held until the core takes it.
module SecretInput #(
    parameter int unsigned SW = 32,
    parameter int unsigned KEY = 128
) (
    input logic clk,
    input logic rst,

    input logic [SW-1:0] sdi_data,
    input logic sdi_valid,
    output logic sdi_ready,

    output logic [KEY-1:0] key,
    output logic key_valid,
    input logic key_ready
);
  localparam int unsigned HEADER_WORDS = (SW < 32) ? 32 / SW : 1;
  localparam int unsigned KEY_WORDS = KEY / SW;
  localparam int unsigned MOST_WORDS = (KEY_WORDS > HEADER_WORDS) ? KEY_WORDS : HEADER_WORDS;
  localparam int unsigned COUNT = (MOST_WORDS > 1) ? $clog2(MOST_WORDS) : 1;

  typedef enum logic [1:0] {
    Instruction,
    Header,
    Words,
    Offer
  } state_e;
  state_e state_q, state_d;

  logic [COUNT-1:0] count_q;
  logic [KEY-1:0] key_q;
  logic step;

  assign step = sdi_valid && sdi_ready;
  assign sdi_ready = state_q != Offer;
  assign key_valid = state_q == Offer;
  assign key = key_q;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Instruction: if (step && sdi_data[SW-1-:4] == 4'h4) state_d = Header;
      Header: if (step && count_q == COUNT'(HEADER_WORDS - 1)) state_d = Words;
      Words: if (step && count_q == COUNT'(KEY_WORDS - 1)) state_d = Offer;
      default: if (key_ready) state_d = Instruction;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) state_q <= Instruction;
    else state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (state_d != state_q || state_q == Instruction) count_q <= '0;
    else if (step) count_q <= count_q + 1'b1;
  end

  always_ff @(posedge clk) begin
    if (state_q == Words && step) key_q <= KEY'({key_q, sdi_data});
  end
endmodule
