module Mixer (
  input  logic       clk,
  input  logic       rst,
  input  logic       word_valid,
  output logic       word_ready,
  input  logic [7:0] word,
  output logic       mixed_valid,
  input  logic       mixed_ready,
  output logic [7:0] mixed
);
  assign word_ready = mixed_ready;
  assign mixed_valid = word_valid;
  assign mixed[7:1] = word[7:1];

  Inverter u_inverter (
    .a(word[0]),
    .y(mixed[0])
  );
endmodule
