// What R of Tiaoxin-346 makes of one component of the state: its words 0 and 1 without the message. Its other words move up by one.
module TiaoxinComponent #(
  parameter int WORDS = 3
) (
  input  logic [WORDS-1:0][127:0] t,
  output logic [127:0]            first,
  output logic [127:0]            second
);

  localparam logic [127:0] Z0 = 128'h428a2f98d728ae227137449123ef65cd;

  logic [127:0] last_mixed, first_mixed, unused_last, unused_first;

  AesRound u_last (
    .state  (t[WORDS-1]),
    .shifted(unused_last),
    .mixed  (last_mixed)
  );

  AesRound u_first (
    .state  (t[0]),
    .shifted(unused_first),
    .mixed  (first_mixed)
  );

  assign first = last_mixed ^ t[0];
  assign second = first_mixed ^ Z0;

endmodule
