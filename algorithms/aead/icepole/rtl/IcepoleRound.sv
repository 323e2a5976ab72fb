// A round of ICEPOLE (ICEPOLE v2): mu, rho, pi, psi and kappa. Row x and column y of the state are a[x + 4 y], a word of 64 bits.
module IcepoleRound (
  input  logic [19:0][63:0] a,
  input  logic [3:0]        round,  // 0 to 11
  output logic [19:0][63:0] next
);

  // The distances of rho by word, the last word on top.
  localparam logic [119:0] DISTANCES = {
    6'd56, 6'd61, 6'd2, 6'd18,
    6'd21, 6'd15, 6'd45, 6'd41,
    6'd25, 6'd43, 6'd10, 6'd3,
    6'd55, 6'd6, 6'd44, 6'd36,
    6'd28, 6'd62, 6'd1, 6'd0
  };

  function automatic logic [63:0] rotate_left(input logic [63:0] word, input int distance);
    rotate_left = (word << distance) | (word >> (64 - distance));
  endfunction

  // Rows are elements of GF(2^5), x^5 = x^2 + 1. Row 0 becomes twice itself and the three others; each of these is itself, row 0, half of one of
  // the others and twice the other one.
  logic [19:0][63:0] m;  // behind mu
  for (genvar y = 0; y < 5; y++) begin : gen_mu
    localparam int BEFORE = 4 * ((y + 4) % 5);
    localparam int BEHIND = 4 * ((y + 1) % 5);

    assign m[4 * y] = a[BEFORE] ^ (y == 2 ? a[16] : 64'd0) ^ a[4 * y + 1] ^ a[4 * y + 2] ^ a[4 * y + 3];
    for (genvar x = 1; x < 4; x++) begin : gen_rows
      localparam int HALVED = x % 3 + 1;
      localparam int DOUBLED = (x + 1) % 3 + 1;
      logic [63:0] half, twice;

      assign half = a[BEHIND + HALVED] ^ (y == 1 ? a[HALVED] : 64'd0);
      assign twice = a[BEFORE + DOUBLED] ^ (y == 2 ? a[16 + DOUBLED] : 64'd0);
      assign m[4 * y + x] = a[4 * y] ^ a[4 * y + x] ^ half ^ twice;
    end
  end

  logic [19:0][63:0] b;  // behind rho and pi
  for (genvar i = 0; i < 20; i++) begin : gen_pi
    localparam int ROW = (i % 4 + i / 4) % 4;
    localparam int COLUMN = (ROW + i / 4 + 1) % 5;
    assign b[ROW + 4 * COLUMN] = rotate_left(m[i], int'(DISTANCES[6 * i +: 6]));
  end

  logic [3:0][63:0] same;  // all bits of a row are alike
  for (genvar x = 0; x < 4; x++) begin : gen_psi
    assign same[x] = (b[x] & b[x + 4] & b[x + 8] & b[x + 12] & b[x + 16]) | ~(b[x] | b[x + 4] | b[x + 8] | b[x + 12] | b[x + 16]);
    for (genvar y = 0; y < 5; y++) begin : gen_columns
      localparam int I = x + 4 * y;
      assign next[I] = b[I] ^ (~b[x + 4 * ((y + 1) % 5)] & b[x + 4 * ((y + 2) % 5)]) ^ same[x] ^ (I == 0 ? constant : 64'd0);
    end
  end

  logic [63:0] constant;
  always_comb begin
    unique case (round)
      4'd0:    constant = 64'h0091a2b3_c4d5e6f7;
      4'd1:    constant = 64'h0048d159_e26af37b;
      4'd2:    constant = 64'h002468ac_f13579bd;
      4'd3:    constant = 64'h00123456_f89abcde;
      4'd4:    constant = 64'h00091a2b_fc4d5e6f;
      4'd5:    constant = 64'h00048d15_fe26af37;
      4'd6:    constant = 64'h0002468a_ff13579b;
      4'd7:    constant = 64'h00012345_7f89abcd;
      4'd8:    constant = 64'h000091a2_bfc4d5e6;
      4'd9:    constant = 64'h000048d1_dfe26af3;
      4'd10:   constant = 64'h00002468_eff13579;
      default: constant = 64'h00001234_f7f89abc;
    endcase
  end

endmodule
