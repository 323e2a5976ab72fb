// Four rounds of Threefish-512: MIX on pairs of words, then the permutation of the words. Their distances repeat every eight rounds.
module SkeinFourRounds (
  input  logic [7:0][63:0] v,
  input  logic             second,  // rounds 4 to 7 of eight
  output logic [7:0][63:0] y
);

  // The distances of each round, six bits each, that of the first pair least significant.
  localparam logic [95:0] EARLY = {
    6'd56, 6'd54, 6'd9, 6'd44, 6'd39, 6'd36, 6'd49, 6'd17, 6'd42, 6'd14, 6'd27, 6'd33, 6'd37, 6'd19, 6'd36, 6'd46
  };
  localparam logic [95:0] LATE = {
    6'd22, 6'd56, 6'd35, 6'd8, 6'd43, 6'd39, 6'd29, 6'd25, 6'd17, 6'd10, 6'd50, 6'd13, 6'd24, 6'd34, 6'd30, 6'd39
  };

  logic [4:0][7:0][63:0] x;      // before each round
  logic [3:0][7:0][63:0] mixed;  // what MIX makes of it

  assign x[0] = v;
  assign y = x[4];

  for (genvar r = 0; r < 4; r++) begin : gen_round
    for (genvar j = 0; j < 4; j++) begin : gen_mix
      localparam int E = int'(EARLY[6*(4*r+j) +: 6]);
      localparam int L = int'(LATE[6*(4*r+j) +: 6]);
      logic [63:0] odd;
      assign odd = x[r][2*j+1];
      assign mixed[r][2*j] = x[r][2*j] + odd;
      assign mixed[r][2*j+1] = (second ? {odd[63-L:0], odd[63:64-L]} : {odd[63-E:0], odd[63:64-E]}) ^ mixed[r][2*j];
    end
    assign x[r+1] = {
      mixed[r][3], mixed[r][0], mixed[r][5], mixed[r][6], mixed[r][7], mixed[r][4], mixed[r][1], mixed[r][2]
    };
  end

endmodule
