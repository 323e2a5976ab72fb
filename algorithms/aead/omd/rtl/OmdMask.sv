// The mask of OMD: a sum of L*, doubled, over the blocks before.
//
// In the rounds of a call the index of its block becomes that of the next one, a bit a cycle. As long as that has a carry, L is doubled, and
// twice more behind it: it is L[ntz(index)] then, and goes into the mask in the last round.
//
// The last block has another mask. Three cycles take L out again and put L*, 2 L* or both in.
module OmdMask (
  input  logic         clk,

  input  logic         clear,       // the mask of AD begins
  input  logic         load,        // a call begins
  input  logic         round,
  input  logic [6:1]   step,        // half the number of the round, from 1 to 64
  input  logic         restart,     // index 0 again
  input  logic         first,       // index 1, of the first block of data
  input  logic         follow,      // the mask becomes `given`
  input  logic [255:0] given,
  input  logic         correct,
  input  logic [1:0]   correction,  // cycles before this one
  input  logic         adds_single,
  input  logic         adds_double,
  input  logic [255:0] l_star,
  output logic [255:0] mask
);

  logic [255:0] l_q;
  logic [31:0]  index_q;  // in the rounds it turns, twice
  logic         carry_q;

  logic last_round, load_l, double, add;
  assign last_round = step[6];
  assign load_l = load || (correct && correction == 2'd0);
  assign double = correct || (round && ((carry_q && index_q[0]) || step[5:1] == 5'd31));

  always_comb begin
    unique case (correction)
      2'd0:    add = correct;
      2'd1:    add = correct && adds_single;
      default: add = correct && adds_double;
    endcase
    if (last_round) add = 1'b1;
  end

  // x^256 = x^10 + x^5 + x^2 + 1.
  logic [255:0] twice;
  assign twice = {l_q[254:0], 1'b0} ^ {245'd0, {11{l_q[255]}} & 11'h425};

  always_ff @(posedge clk) begin
    if (load_l || double) l_q <= load_l ? l_star : twice;
  end

  always_ff @(posedge clk) begin
    if (clear) mask <= '0;
    else if (add || follow) mask <= add ? mask ^ l_q : given;
  end

  always_ff @(posedge clk) begin
    if (clear || restart) index_q <= '0;
    else if (first) index_q[0] <= 1'b1;
    else if (round) index_q <= {index_q[0] ^ carry_q, index_q[31:1]};
  end

  always_ff @(posedge clk) begin
    if (load) carry_q <= 1'b1;
    else if (round) carry_q <= carry_q && index_q[0];
  end

endmodule
