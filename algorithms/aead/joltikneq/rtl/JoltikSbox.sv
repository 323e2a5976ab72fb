// The S-box of Joltik of one nibble, or its inverse of another one.
module JoltikSbox (
  input  logic       inverse,
  input  logic [3:0] to_encrypt,
  input  logic [3:0] to_decrypt,
  output logic [3:0] y
);

  localparam logic [63:0] Forward = 64'he4b2_3809_1a7f_6c5d;
  localparam logic [63:0] Backward = 64'h6834_1eca_5792_df0b;

  logic [3:0] encrypted, decrypted;
  assign encrypted = Forward[{~to_encrypt, 2'b00}+:4];
  assign decrypted = Backward[{~to_decrypt, 2'b00}+:4];
  assign y = inverse ? decrypted : encrypted;

endmodule
