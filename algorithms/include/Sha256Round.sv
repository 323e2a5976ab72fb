// One round of SHA-256 (FIPS 180-4, 6.2.2). The working variables a to h are v[0] to v[7].
module Sha256Round (
  input  logic [7:0][31:0] v,
  input  logic [31:0]      ahead,  // h, the round's constant and its word, added
  output logic [7:0][31:0] y
);

  function automatic logic [31:0] rotate_right(input logic [31:0] word, input int distance);
    rotate_right = (word >> distance) | (word << (32 - distance));
  endfunction

  logic [31:0] sum_0, sum_1, choice, majority;
  assign sum_0 = rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22);
  assign sum_1 = rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25);
  assign choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
  assign majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);

  logic [31:0] t1, t2;
  assign t1 = (ahead + choice) + sum_1;
  assign t2 = sum_0 + majority;

  always_comb begin
    for (int i = 1; i < 8; i++) y[i] = v[i-1];
    y[4] = v[3] + t1;
    y[0] = t1 + t2;
  end

endmodule
