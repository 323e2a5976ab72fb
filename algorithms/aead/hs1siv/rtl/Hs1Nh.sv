// NH of HS1-SIV: a row of the message with one key a step, which is two products. The factors are there in the step behind, the sum in the next one.
module Hs1Nh (
  input  logic         clk,
  input  logic         rst,
  input  logic         step,
  input  logic         has_row,
  input  logic         begins,    // the row in the step before was the first one of a block
  input  logic [1:0]   last_row,  // how many rows a block has, less one
  input  logic [127:0] message,   // words, the first one on top
  input  logic [127:0] key,
  output logic [59:0]  sum
);

  // z is the second factor + 0x55555555.
  logic [1:0][31:0] x_q, x_d;
  logic [1:0][32:0] z_q, z_d;
  logic             has_factors_q;
  always_comb begin
    for (int i = 0; i < 2; i++) begin
      x_d[i] = message[96-32*i +: 32] + key[96-32*i +: 32];
      z_d[i] = 33'(32'(message[32-32*i +: 32] + key[32-32*i +: 32])) + 33'h55555555;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) has_factors_q <= 1'b0;
    else if (step) has_factors_q <= has_row;
  end

  always_ff @(posedge clk) begin
    if (step) begin
      x_q <= x_d;
      z_q <= z_d;
    end
  end

  logic [1:0][59:0] products;
  logic [1:0][27:0] beyond;
  logic [1:0]       ones;
  for (genvar i = 0; i < 2; i++) begin : gen_products
    Hs1Product u_product (
      .x     (x_q[i]),
      .z     (z_q[i]),
      .y     (products[i]),
      .one   (ones[i]),
      .beyond(beyond[i])
    );
  end

  // Both products of a row are 2^33 * 0x55555555 too large. It is taken away for all rows of a block at its beginning.
  localparam logic [59:0] LESS = 60'd0 - {26'h1555555, 34'd0};
  localparam logic [59:0] LESS_2 = 60'(LESS + LESS);
  localparam logic [59:0] LESS_3 = 60'(LESS_2 + LESS);
  localparam logic [59:0] LESS_4 = 60'(LESS_3 + LESS);

  logic [59:0] base, lifted, both, high, all;
  logic [1:0]  unused;
  always_comb begin
    unique case (last_row)
      2'd0:    base = LESS;
      2'd1:    base = LESS_2;
      2'd2:    base = LESS_3;
      default: base = LESS_4;
    endcase
    if (!begins) base = sum;
  end
  assign lifted = {base[59:32] + beyond[0], base[31:0]};
  assign {both, unused[0]} = {products[0], 1'b1} + {products[1], ones[0]};
  assign high = {both[59:32] + beyond[1], both[31:0]};
  assign {all, unused[1]} = {lifted, 1'b1} + {high, ones[1]};

  always_ff @(posedge clk) begin
    if (step && has_factors_q) sum <= all;
  end

endmodule
