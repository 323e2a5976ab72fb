// The F function of Camellia (RFC 3713, 2.4.1) after the addition of the subkey: eight S-boxes and the sums of bytes.
//
// Bytes are numbered as in the RFC: byte 1 is the most significant one. SBOX2 and SBOX3 are SBOX1 with its result turned by a bit to the
// left and to the right, SBOX4 has its argument turned to the left.
module CamelliaF (
  input  logic [63:0] x,
  output logic [63:0] y
);

  logic [7:0] a[1:8], s[1:8], t[1:8];

  for (genvar i = 1; i <= 8; i++) begin : gen_byte
    if (i == 4 || i == 7) begin : gen_turned_in
      assign a[i] = {x[70-8*i-:7], x[71-8*i]};
    end else begin : gen_in
      assign a[i] = x[71-8*i-:8];
    end

    CamelliaSbox u_sbox (
      .x(a[i]),
      .y(s[i])
    );

    if (i == 2 || i == 5) begin : gen_turned_left
      assign t[i] = {s[i][6:0], s[i][7]};
    end else if (i == 3 || i == 6) begin : gen_turned_right
      assign t[i] = {s[i][0], s[i][7:1]};
    end else begin : gen_out
      assign t[i] = s[i];
    end
  end

  assign y[63:56] = t[1] ^ t[3] ^ t[4] ^ t[6] ^ t[7] ^ t[8];
  assign y[55:48] = t[1] ^ t[2] ^ t[4] ^ t[5] ^ t[7] ^ t[8];
  assign y[47:40] = t[1] ^ t[2] ^ t[3] ^ t[5] ^ t[6] ^ t[8];
  assign y[39:32] = t[2] ^ t[3] ^ t[4] ^ t[5] ^ t[6] ^ t[7];
  assign y[31:24] = t[1] ^ t[2] ^ t[6] ^ t[7] ^ t[8];
  assign y[23:16] = t[2] ^ t[3] ^ t[5] ^ t[7] ^ t[8];
  assign y[15:8] = t[3] ^ t[4] ^ t[5] ^ t[6] ^ t[8];
  assign y[7:0] = t[1] ^ t[4] ^ t[5] ^ t[6] ^ t[7];

endmodule
