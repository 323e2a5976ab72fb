// SMIX of Fugue: the S-box of AES on four columns, a matrix U of 4 x 4 bytes; then Super-Mix, M U + D M^T with row i rotated to the left by i.
//
// Row i of M is the vector 1 4 7 1 rotated to the right by i. D has in its diagonal the sums of the rows of U, without their diagonal elements.
module FugueSmix (
  input  logic [3:0][31:0] columns,  // row 0 of a column is its most significant byte
  output logic [3:0][31:0] mixed
);

  function automatic logic [7:0] xtime(input logic [7:0] a);
    xtime = {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  logic [7:0] u[4][4];  // of row and column

  for (genvar i = 0; i < 4; i++) begin : gen_row
    logic [7:0] d;  // the element of D, and its products by 4 and 7
    logic [7:0] d4, d7;

    for (genvar j = 0; j < 4; j++) begin : gen_sbox
      AesSbox u_sbox (
        .x(columns[j][31-8*i-:8]),
        .y(u[i][j])
      );
    end

    assign d = u[i][(i+1)%4] ^ u[i][(i+2)%4] ^ u[i][(i+3)%4];
    assign d4 = xtime(xtime(d));
    assign d7 = d ^ xtime(d ^ xtime(d));

    // 1 a + 4 b + 7 c + 1 d of a column, and of D what M^T has there
    for (genvar j = 0; j < 4; j++) begin : gen_column
      localparam int PLACE = (i + 4 - j) % 4;
      logic [7:0] inner;
      assign inner = xtime(xtime(u[(i+1)%4][j] ^ u[(i+2)%4][j]) ^ u[(i+2)%4][j]) ^ (u[i][j] ^ u[(i+2)%4][j] ^ u[(i+3)%4][j]);
      assign mixed[PLACE == 0 ? 0 : 4-PLACE][31-8*i-:8] = inner ^ ((PLACE == 1) ? d4 : (PLACE == 2) ? d7 : d);
    end
  end

endmodule
