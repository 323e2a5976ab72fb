// One round of PRIMATE-120 (PRIMATEs v1.02): SubElements, ShiftRows, MixColumns, ConstantAddition.
// A row is 8 elements of five bits, the first one most significant; row 0 is the rate.
module PrimateRound (
  input  logic [6:0][39:0] x,
  input  logic [4:0]       constant,
  output logic [6:0][39:0] y
);

  // Each output is a function of two functions of four bits.
  function automatic logic [4:0] substitute(input logic [4:0] e);
    logic both, either;
    both = (e[0] ^ e[1]) & e[2];
    either = e[1] ^ e[2];
    substitute[0] = ~(e[3] ^ (e[1] & e[4]) ^ (e[0] & ~e[2]));
    substitute[1] = (e[2] & (e[3] ^ e[4])) ^ e[4] ^ (e[0] & (e[1] ^ e[4]));
    substitute[2] = both ^ (e[3] | e[4]) ^ (e[0] & e[4]);
    substitute[3] = both ^ e[1] ^ (either & e[3]) ^ e[4];
    substitute[4] = (e[1] | e[2]) ^ (either & e[4]) ^ (e[3] & ~e[0]);
  endfunction

  logic [7:0][6:0][4:0] columns, mixed;

  for (genvar c = 0; c < 8; c++) begin : gen_column
    for (genvar r = 0; r < 7; r++) begin : gen_row
      localparam int Shift = (r == 6) ? 7 : r;
      assign columns[c][r] = substitute(x[r][5 * (7 - (c + Shift) % 8) +: 5]);
      if (r == 1 && c == 1) begin : gen_constant
        assign y[r][5 * (7 - c) +: 5] = mixed[c][r] ^ constant;
      end else begin : gen_mixed
        assign y[r][5 * (7 - c) +: 5] = mixed[c][r];
      end
    end

    PrimateColumn u_column (
      .x(columns[c]),
      .y(mixed[c])
    );
  end

endmodule
