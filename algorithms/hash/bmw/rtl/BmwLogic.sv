// The logic functions s_0 to s_3 of BMW-256, all of one word.
module BmwLogic (
  input  logic [31:0]      x,
  output logic [3:0][31:0] y
);

  assign y[0] = (x >> 1) ^ (x << 3) ^ {x[27:0], x[31:28]} ^ {x[12:0], x[31:13]};
  assign y[1] = (x >> 1) ^ (x << 2) ^ {x[23:0], x[31:24]} ^ {x[8:0], x[31:9]};
  assign y[2] = (x >> 2) ^ (x << 1) ^ {x[19:0], x[31:20]} ^ {x[6:0], x[31:7]};
  assign y[3] = (x >> 2) ^ (x << 2) ^ {x[16:0], x[31:17]} ^ {x[2:0], x[31:3]};

endmodule
