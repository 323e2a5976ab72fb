// The polynomials of the four hashes modulo 2^61 - 1: h becomes h k + a, one hash behind the other, 15 bits of k a step.
//
//   part  what happens to the hash of this turn                     and to the one before
//   0     h and the digits of k are fetched
//   1     a, turned, + h times the uppermost digits                 is reduced, and kept or given or both
//   2, 3  2^15 times the sum + h times the next digits
//   0     the same with the lowest digits; the next h is fetched
module Hs1Polynomial (
  input  logic             clk,
  input  logic             step,
  input  logic [1:0]       part,
  input  logic             starts,   // h of the hash that is fetched is 1
  input  logic             keeps,    // the hash that is reduced becomes h
  input  logic             gives,    // and is a part of the result
  input  logic [14:0]      key,      // of the digits that come in the next step
  input  logic [59:0]      a,
  output logic [3:0][60:0] result
);

  localparam int unsigned FIELD = 61;

  logic [3:0][FIELD-1:0] hash_q;    // the next one to fetch is 0, or 1 where the one before is still to be put behind them
  logic [FIELD-1:0]      h_q;
  logic [15:0]           z_q;       // two bits, less one, are a digit from -1 to 2
  logic [FIELD-1:0]      sum_q;
  logic [1:0]            carries_q; // the sum is that much more

  always_ff @(posedge clk) begin
    if (step) z_q <= {1'b0, key} + 16'h5555;
    if (step && part == 2'd0) h_q <= starts ? FIELD'(1) : keeps ? hash_q[1] : hash_q[0];
  end

  // ---- 15 bits ----
  logic [7:0][FIELD-1:0] rows;
  logic [3:0][63:0]      pairs;
  logic [1:0][67:0]      fours;
  logic [75:0]           product;
  always_comb begin
    for (int i = 0; i < 8; i++) begin
      unique case (z_q[2*i +: 2])
        2'd0:    rows[i] = ~h_q;  // -h modulo 2^61 - 1
        2'd1:    rows[i] = '0;
        2'd2:    rows[i] = h_q;
        default: rows[i] = {h_q[FIELD-2:0], h_q[FIELD-1]};
      endcase
    end
    for (int i = 0; i < 4; i++) pairs[i] = {62'(rows[2*i][FIELD-1:2]) + 62'(rows[2*i+1]), rows[2*i][1:0]};
    for (int i = 0; i < 2; i++) fours[i] = {64'(pairs[2*i][63:4]) + pairs[2*i+1], pairs[2*i][3:0]};
    product = {68'(fours[0][67:8]) + fours[1], fours[0][7:0]};
  end

  // Four times 15 bits turn a by 60; it begins one bit turned, and 61 bring it home.
  logic             begins;
  logic [FIELD-1:0] earlier;
  logic [1:0]       carries;
  logic [61:0]      folded;
  logic [62:0]      sum_d;
  assign begins = part == 2'd1;
  assign earlier = begins ? {a[44:0], 1'b0, a[59:45]} : {sum_q[FIELD-16:0], sum_q[FIELD-1:FIELD-15]};
  assign carries = begins ? 2'd0 : carries_q;
  assign folded = 62'(product[FIELD-1:0]) + 62'({carries, product[75:FIELD]});
  assign sum_d = 63'(folded) + 63'(earlier);

  always_ff @(posedge clk) begin
    if (step) {carries_q, sum_q} <= sum_d;
  end

  // ---- the end of a turn ----
  logic [61:0]      whole;
  logic [FIELD-1:0] value;
  assign whole = 62'(sum_q) + 62'(carries_q);
  // What does not fit is 1 more. The rest is 0 or 1 then.
  assign value = {whole[60:2], whole[1] | (whole[61] & whole[0]), whole[0] ^ whole[61]};

  always_ff @(posedge clk) begin
    if (step && begins && keeps) hash_q <= {value, hash_q[3:1]};
    if (step && begins && gives) result <= {&value ? FIELD'(0) : value, result[3:1]};
  end

endmodule
