module ToyUnit #(
  parameter int unsigned W = 8
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         word_valid,
  output logic         word_ready,
  input  logic [W-1:0] word,
  output logic         mixed_valid,
  input  logic         mixed_ready,
  output logic [W-1:0] mixed
);
  logic core_valid, core_ready;
  logic [W-1:0] core_mixed;

  Mixer core (
    .clk, .rst, .word_valid, .word_ready, .word, .mixed_valid(core_valid), .mixed_ready(core_ready), .mixed(core_mixed)
  );

  assign core_ready = !mixed_valid || mixed_ready;
  always_ff @(posedge clk) begin
    if (core_ready) begin
      mixed_valid <= core_valid;
      mixed <= core_mixed;
    end
    if (rst) mixed_valid <= 1'b0;
  end
endmodule
