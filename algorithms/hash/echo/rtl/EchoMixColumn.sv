// BIG.MixColumns of ECHO on four words: MixColumns of AES on the bytes at each place.
module EchoMixColumn (
  input  logic [3:0][127:0] a,  // index: the row
  output logic [3:0][127:0] y
);

  function automatic logic [7:0] xtime(input logic [7:0] x);
    xtime = {x[6:0], 1'b0} ^ (x[7] ? 8'h1b : 8'h00);
  endfunction

  // Each word is 2 a_r + 3 a_(r+1) + a_(r+2) + a_(r+3); 2 a + 3 b = 2 (a + b) + b.
  for (genvar r = 0; r < 4; r++) begin : gen_row
    logic [127:0] pair, rest;
    assign pair = a[r] ^ a[(r+1)%4];
    assign rest = a[(r+1)%4] ^ a[(r+2)%4] ^ a[(r+3)%4];
    for (genvar i = 0; i < 16; i++) begin : gen_byte
      assign y[r][8*i +: 8] = xtime(pair[8*i +: 8]) ^ rest[8*i +: 8];
    end
  end

endmodule
