"""What nextpnr for Nexus needs of a netlist that Yosys does not give it.

The first cell of a carry chain brings the carry in from its own look-up table, and Yosys ties its
carry input to a constant. Nextpnr takes that input from another carry cell or open, and nothing
else. What the cell passes on does not depend on it.
"""

MAPS = """\
read_verilog <<EOT
module VLO(output Z); assign Z = 1'b0; endmodule
EOT
design -stash low
read_verilog <<EOT
(* techmap_celltype = "CCU2" *)
module first_of_chain(input A0, B0, C0, D0, A1, B1, C1, D1, CIN, output S0, S1, COUT);
  parameter INIT0 = "0x0000";
  parameter INIT1 = "0x0000";
  parameter INJECT = "YES";
  parameter _TECHMAP_CONSTMSK_CIN_ = 0;
  wire _TECHMAP_FAIL_ = !_TECHMAP_CONSTMSK_CIN_;
  CCU2 #(.INIT0(INIT0), .INIT1(INIT1), .INJECT(INJECT)) _TECHMAP_REPLACE_ (
    .A0(A0), .B0(B0), .C0(C0), .D0(D0), .A1(A1), .B1(B1), .C1(C1), .D1(D1), .S0(S0), .S1(S1), .COUT(COUT)
  );
endmodule
EOT
design -stash first_of_chain"""

# A constant must be seen as one, so its cells go for a moment.
COMMANDS = (
    "techmap -map %low",
    "opt_clean",
    "techmap -map %first_of_chain",
    "hilomap -singleton -hicell VHI Z -locell VLO Z",
)

# Constants are cells of which Yosys has no model.
CONSTANTS = """<<EOT
module VHI(output Z); assign Z = 1'b1; endmodule
module VLO(output Z); assign Z = 1'b0; endmodule
EOT"""
