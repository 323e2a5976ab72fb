// A subkey of Threefish-512: eight of the nine words of the key from number s on, two words of the tweak, and s.
module SkeinSubkey (
  input  logic [7:0][63:0] key,
  input  logic [63:0]      position,  // the first word of the tweak
  input  logic [7:0]       flags,     // the most significant byte of the second one, of which the rest is zero
  input  logic [4:0]       s,
  input  logic [2:0]       turn,      // s modulo 3, one-hot
  output logic [7:0][63:0] y
);

  logic [2:0][63:0] tweak;
  logic [63:0]      first, second;

  assign tweak[0] = position;
  assign tweak[1] = {flags, 56'd0};
  assign tweak[2] = tweak[0] ^ tweak[1];

  always_comb begin
    first = '0;
    second = '0;
    for (int i = 0; i < 3; i++) begin
      first = first | (tweak[i] & {64{turn[i]}});
      second = second | (tweak[(i+1)%3] & {64{turn[i]}});
    end
  end

  assign y = {key[7] + 64'(s), key[6] + second, key[5] + first, key[4:0]};

endmodule
