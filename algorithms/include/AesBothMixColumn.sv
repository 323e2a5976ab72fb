// MixColumns of one column, or InvMixColumns (FIPS 197, 5.1.3 and 5.3.3).
//
// The inverse is MixColumns after a preparation: 0e 0b 0d 09 is 02 03 01 01 times 05 00 04 00, and 5 a + 4 c = a + 4 (a + c).
module AesBothMixColumn (
  input  logic        decrypt,
  input  logic [31:0] to_encrypt,
  input  logic [31:0] to_decrypt,
  output logic [31:0] mixed
);

  function automatic logic [7:0] xtime(input logic [7:0] a);
    xtime = {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  logic [7:0]  even4, odd4;
  logic [31:0] prepared, column;

  assign even4 = xtime(xtime(to_decrypt[31:24] ^ to_decrypt[15:8]));
  assign odd4 = xtime(xtime(to_decrypt[23:16] ^ to_decrypt[7:0]));
  assign prepared = to_decrypt ^ {even4, odd4, even4, odd4};
  assign column = decrypt ? prepared : to_encrypt;

  // Each byte becomes 2 a + 3 b + c + d of the bytes below it, and 2 a + 3 b = 2 (a + b) + b.
  for (genvar i = 0; i < 4; i++) begin : gen_byte
    logic [7:0] a, b, c, d;
    assign a = column[31-8*i-:8];
    assign b = column[31-8*((i+1)%4)-:8];
    assign c = column[31-8*((i+2)%4)-:8];
    assign d = column[31-8*((i+3)%4)-:8];
    assign mixed[31-8*i-:8] = xtime(a ^ b) ^ b ^ (c ^ d);
  end

endmodule
