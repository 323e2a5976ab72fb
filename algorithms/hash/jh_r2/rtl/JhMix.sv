// The linear layer of JH on an even number of elements: L on pairs, then the permutation P_d. Element 0 is the most significant one.
module JhMix #(
  parameter int ELEMENTS = 256
) (
  input  logic [4*ELEMENTS-1:0] a,
  output logic [4*ELEMENTS-1:0] y
);

  localparam int HALF = ELEMENTS / 2;

  // Times 2 in GF(2^4) modulo x^4 + x + 1.
  function automatic logic [3:0] doubled(input logic [3:0] x);
    doubled = {x[2], x[1], x[0] ^ x[3], x[3]};
  endfunction

  function automatic int low_bit(input int element);
    low_bit = 4 * (ELEMENTS - 1 - element);
  endfunction

  for (genvar i = 0; i < HALF; i++) begin : gen_pair
    // pi exchanges the elements of every other pair; P' takes the even ones to the first half and the odd ones to the second, where phi exchanges
    // neighbours.
    localparam int FIRST = i;
    localparam int SECOND = HALF + (i ^ 1);
    localparam int EVEN_TO = (i % 2 == 0) ? FIRST : SECOND;
    localparam int ODD_TO = (i % 2 == 0) ? SECOND : FIRST;

    logic [3:0] even, odd;
    assign odd = a[low_bit(2*i+1) +: 4] ^ doubled(a[low_bit(2*i) +: 4]);
    assign even = a[low_bit(2*i) +: 4] ^ doubled(odd);
    assign y[low_bit(EVEN_TO) +: 4] = even;
    assign y[low_bit(ODD_TO) +: 4] = odd;
  end

endmodule
