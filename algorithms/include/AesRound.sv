// SubBytes, ShiftRows and MixColumns of AES (FIPS 197, 5.1), without the round key.
//
// `shifted` is the state before MixColumns, which is all that the last round does; `mixed` is for the others.
// Byte 0 of a block is the most significant one; byte 4c + r stands in row r of column c.
module AesRound (
  input  logic [127:0] state,
  output logic [127:0] shifted,
  output logic [127:0] mixed
);

  function automatic logic [7:0] xtime(input logic [7:0] a);
    xtime = {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [7:0] a[4];

    for (genvar r = 0; r < 4; r++) begin : gen_row
      localparam int SOURCE = 4 * ((c + r) % 4) + r;  // row r moves r columns to the left
      AesSbox u_sbox (
        .x(state[127-8*SOURCE-:8]),
        .y(a[r])
      );
    end

    assign shifted[127-32*c-:32] = {a[0], a[1], a[2], a[3]};

    // Each output byte is 2 a_r + 3 a_(r+1) + a_(r+2) + a_(r+3); 2 a + 3 b = 2 (a + b) + b.
    for (genvar r = 0; r < 4; r++) begin : gen_mix
      assign mixed[127-8*(4*c+r)-:8] = xtime(a[r] ^ a[(r+1)%4]) ^ a[(r+1)%4] ^ (a[(r+2)%4] ^ a[(r+3)%4]);
    end
  end

endmodule
