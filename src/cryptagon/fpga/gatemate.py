"""What the synthesis for GateMate loses: the clock enable of a register with a synchronous reset.

Its flip-flops have an enable and no synchronous reset. Yosys makes the reset logic, and as it goes
before the enable, the enable too: two cells a bit. With the reset in the enable there is one.
"""

MAPS = """\
read_verilog -icells <<EOT
(* techmap_celltype = "$_SDFFE_PP0P_" *)
module cleared(input D, C, R, E, output Q);
  $_DFFE_PP_ _TECHMAP_REPLACE_ (.D(D & ~R), .C(C), .E(E | R), .Q(Q));
endmodule
(* techmap_celltype = "$_SDFFE_PP1P_" *)
module preset(input D, C, R, E, output Q);
  $_DFFE_PP_ _TECHMAP_REPLACE_ (.D(D | R), .C(C), .E(E | R), .Q(Q));
endmodule
EOT
design -stash resets"""

# The design has its registers as single bits, and keeps their kinds, until this step of
# synth_gatemate.
STEP = "map_regs"
COMMANDS = ("techmap -map %resets", "opt -fast")
