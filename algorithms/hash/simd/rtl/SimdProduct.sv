// A value times a power of ALPHA modulo 257, as a sum of shifted values.
module SimdProduct (
  input  logic [9:0] x,       // two's complement
  input  logic [8:0] factor,  // 0 to 256
  output logic [9:0] y        // two's complement, -263 to 263
);

  logic [17:0]      wide, all;
  logic [7:0][17:0] part;

  assign wide = {{8{x[9]}}, x};
  for (genvar k = 0; k < 8; k++) begin : gen_part
    assign part[k] = (wide << k) & {18{factor[k]}};
  end
  assign all = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));

  // 256 is -1, also as a factor, which has no other bit then.
  logic [17:0] chosen;
  assign chosen = factor[8] ? -wide : all;
  assign y = {2'd0, chosen[7:0]} - chosen[17:8];

endmodule
