// The state of PRIMATEs v1.02 with all that a mode adds to it: the round is behind the additions, so they cost no cycle.
//
// Between messages the state is 0. The first two thirds of the nonce are put into it; the last one and the key are added with the first round.
module PrimateState (
  input  logic         clk,
  input  logic         clear,
  input  logic         load,       // a third of the nonce, which is not the last one
  input  logic         step,       // a round
  input  logic [1:0]   third,      // of nonce or tag

  input  logic [119:0] key,
  input  logic [39:0]  block,
  input  logic         add_key,    // to rows 1 to 3, as all that follows before the round
  input  logic         add_nonce,  // its last third
  input  logic         add_block,
  input  logic [4:0]   replace,    // in these bytes of the rate the block takes the place of the state
  input  logic         spill,      // the padding of a full last block
  input  logic [4:0]   constant,   // of the round

  output logic [39:0]  rate,       // before the block is added
  output logic [39:0]  tag,        // a third of it, where the key is added
  output logic [4:0]   next_constant
);

  logic [6:0][39:0] row_q, x, y;

  logic [39:0] kept;
  for (genvar i = 0; i < 5; i++) begin : gen_kept
    assign kept[8 * i +: 8] = {8{!replace[i]}};
  end

  always_comb begin
    x = row_q;
    x[0] &= kept;
    if (add_block) x[0] ^= block;
    if (add_key) {x[1], x[2], x[3]} ^= key;
    if (add_nonce) x[6] ^= block;
    x[1][39] ^= spill;
  end

  PrimateRound u_round (
    .x,
    .constant,
    .y
  );

  for (genvar r = 0; r < 7; r++) begin : gen_row
    if (r == 4 || r == 5) begin : gen_nonce
      always_ff @(posedge clk) begin
        if (clear) row_q[r] <= '0;
        else if (step || (load && third == 2'(r - 4))) row_q[r] <= step ? y[r] : block;
      end
    end else begin : gen_rest
      always_ff @(posedge clk) begin
        if (clear) row_q[r] <= '0;
        else if (step) row_q[r] <= y[r];
      end
    end
  end

  assign rate = row_q[0];

  always_comb begin
    unique case (third)
      2'd0:    tag = x[1];
      2'd1:    tag = x[2];
      default: tag = x[3];
    endcase
  end

  assign next_constant = {constant[3:0], constant[1] ^ constant[4]};

endmodule
