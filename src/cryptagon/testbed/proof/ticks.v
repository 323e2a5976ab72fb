// Yosys: a flip-flop of any clock as one of the global step, which keeps its value in steps in which its clock does not tick.
(* techmap_celltype = "$dff" *)
module ticking_flop (CLK, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  input CLK;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;

  \$ff #(.WIDTH(WIDTH)) step (.D(CLK ? D : Q), .Q(Q));
endmodule
