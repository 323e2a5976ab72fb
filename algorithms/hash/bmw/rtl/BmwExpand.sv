// expand_2 of the word behind the next one: all of its sum but s_5 of the newest word, which the pipe lacks, and AddElement.
module BmwExpand (
  input  logic [14:0][31:0] q,  // words 17 to 31 of the pipe
  output logic [31:0]       y
);

  localparam logic [41:0] DISTANCES = {6'd27, 6'd23, 6'd19, 6'd16, 6'd13, 6'd7, 6'd3};

  logic [6:0][31:0] pair;
  for (genvar i = 0; i < 7; i++) begin : gen_pair
    localparam logic [5:0] DISTANCE = DISTANCES[6*i +: 6];
    assign pair[i] = q[2*i] + ((q[2*i+1] << DISTANCE) | (q[2*i+1] >> (6'd32 - DISTANCE)));
  end

  assign y = ((pair[0] + pair[1]) + (pair[2] + pair[3])) + ((pair[4] + pair[5]) + (pair[6] + ((q[14] >> 1) ^ q[14])));

endmodule
