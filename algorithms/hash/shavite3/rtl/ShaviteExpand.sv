// The message expansion of SHAvite-3-256: the group of four words that enters in a step, from the groups four and one before it.
//
// Steps count from 0, so this is group step + 4. Byte 0 of a group is the most significant one, the first word has bytes 0 to 3.
module ShaviteExpand (
  input  logic [5:0]   step,
  input  logic [127:0] oldest,   // four groups before
  input  logic [127:0] newest,   // the group before
  input  logic [63:0]  counter,  // its first byte, the least significant one, most significant: the lower half, then the upper one
  output logic [127:0] group
);

  logic [127:0] mixed, shifted, linear, added;
  logic [31:0]  low, high;

  AesRound u_round (
    .state({oldest[95:0], oldest[127:96]}),
    .shifted,
    .mixed
  );

  // A word is the sum of those 16 and 3 words before it; for the last one that is the first word of its own group.
  assign linear[127:32] = oldest[127:32] ^ newest[95:0];
  assign linear[31:0] = oldest[31:0] ^ linear[127:96];

  assign {low, high} = counter;

  always_comb begin
    unique case (step)
      6'd0: added = {low, ~high, 64'd0};
      6'd10: added = {32'd0, high, ~low, 32'd0};
      6'd17: added = {64'd0, high, ~low};
      6'd27: added = {low, 64'd0, ~high};
      default: added = '0;
    endcase
  end

  assign group = step[2] ? linear : mixed ^ newest ^ added;

  logic unused_shifted;
  assign unused_shifted = ^shifted;

endmodule
