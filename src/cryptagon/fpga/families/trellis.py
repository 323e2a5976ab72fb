"""What ECP5 and MachXO2/3 have in common."""

# ECP5, MachXO2/3: a LUT4 is one TRELLIS_COMB, a carry cell CCU2C is two, the data half of a
# distributed RAM DPR16X4 is four. Its write port (TRELLIS_RAMW) takes the two LUT4s of a third
# slice, which nextpnr does not count as TRELLIS_COMB. The multiplexers PFUMX and L6MUX21 lie
# between the LUTs and are free.
TRELLIS_LUTS = {"TRELLIS_COMB": 1, "TRELLIS_RAMW": 2}
TRELLIS_CELLS = {"LUT4": 1, "CCU2C": 2, "CCU2D": 2, "TRELLIS_DPR16X4": 6}
TRELLIS_READS = {"TRELLIS_DPR16X4": "RAD"}
