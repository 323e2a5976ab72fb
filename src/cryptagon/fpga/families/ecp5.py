"""Lattice ECP5."""

from cryptagon.fpga.families.base import Family
from cryptagon.fpga.families.trellis import TRELLIS_CELLS, TRELLIS_LUTS, TRELLIS_READS

FAMILY = Family(
    name="ecp5",
    synthesis="synth_ecp5",
    router="ecp5",
    ffs="TRELLIS_FF",
    brams="DP16KD|PDPW16KD",
    dsps="MULT18X18D|MULT9X9D|ALU54B|ALU24B",
    placed_luts=TRELLIS_LUTS,
    models=("+/ecp5/cells_sim.v",),
    netlist_luts=TRELLIS_CELLS,
    read_pins=TRELLIS_READS,
)
