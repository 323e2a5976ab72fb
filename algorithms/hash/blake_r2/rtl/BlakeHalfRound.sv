// Four G on the columns of the state. Rows 1 to 3 then move, so that its diagonals are columns, or are diagonals again: the same for row 2.
module BlakeHalfRound (
  input  logic [15:0][31:0] v,
  input  logic [7:0][31:0]  addends,
  input  logic              diagonal,  // the columns are the diagonals of the state
  output logic [15:0][31:0] y
);

  logic [15:0][31:0] mixed;

  for (genvar i = 0; i < 4; i++) begin : gen_column
    BlakeG u_g (
      .a     (v[i]),
      .b     (v[4+i]),
      .c     (v[8+i]),
      .d     (v[12+i]),
      .first (addends[2*i]),
      .second(addends[2*i+1]),
      .ya    (mixed[i]),
      .yb    (mixed[4+i]),
      .yc    (mixed[8+i]),
      .yd    (mixed[12+i])
    );
    assign y[i] = mixed[i];
    assign y[4+i] = diagonal ? mixed[4+(i+3)%4] : mixed[4+(i+1)%4];
    assign y[8+i] = mixed[8+(i+2)%4];
    assign y[12+i] = diagonal ? mixed[12+(i+1)%4] : mixed[12+(i+3)%4];
  end

endmodule
