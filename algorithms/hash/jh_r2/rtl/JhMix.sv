// The linear layer of JH: L on pairs of an even and an odd element, then the permutation P_d of all.
module JhMix #(
  parameter int WIDTH = 128
) (
  input  logic [3:0][WIDTH-1:0] even,  // of the even elements the most significant bits, the next ones, and so on; element 0 comes first
  input  logic [3:0][WIDTH-1:0] odd,
  output logic [3:0][WIDTH-1:0] y_even,
  output logic [3:0][WIDTH-1:0] y_odd
);

  localparam int HALF = WIDTH / 2;

  // 2 a in GF(2^4) modulo x^4 + x + 1 is added to the odd element, then 2 of that one to the even element.
  logic [3:0][WIDTH-1:0] a, b;
  assign b[3] = odd[3] ^ even[2];
  assign b[2] = odd[2] ^ even[1];
  assign b[1] = odd[1] ^ even[0] ^ even[3];
  assign b[0] = odd[0] ^ even[3];
  assign a[3] = even[3] ^ b[2];
  assign a[2] = even[2] ^ b[1];
  assign a[1] = even[1] ^ b[0] ^ b[3];
  assign a[0] = even[0] ^ b[3];

  // Every other pair comes to the first half, the rest to the second.
  for (genvar i = 0; i < 4; i++) begin : gen_bit
    for (genvar j = 0; j < HALF; j++) begin : gen_pair
      assign y_even[i][HALF+j] = a[i][2*j+1];
      assign y_even[i][j] = a[i][2*j];
      assign y_odd[i][HALF+j] = b[i][2*j];
      assign y_odd[i][j] = b[i][2*j+1];
    end
  end

endmodule
