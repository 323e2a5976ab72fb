// StateUpdate128L of AEGIS-128L: one AES round a word, whose round key is the next word.
module AegisUpdate (
  input  logic [7:0][127:0] s,
  input  logic [127:0]      m_a,  // enters at word 0
  input  logic [127:0]      m_b,  // enters at word 4
  output logic [7:0][127:0] y
);

  logic [7:0][127:0] mixed;

  for (genvar i = 0; i < 8; i++) begin : gen_word
    logic [127:0] unused_shifted;
    AesRound u_round (
      .state  (s[i]),
      .shifted(unused_shifted),
      .mixed  (mixed[i])
    );
  end

  always_comb begin
    for (int i = 0; i < 8; i++) y[i] = mixed[(i + 7) % 8] ^ s[i];
    y[0] ^= m_a;
    y[4] ^= m_b;
  end

endmodule
