"""Lattice iCE40."""

from cryptagon.fpga.families.base import Family
from cryptagon.fpga.pin_wrapper import Pins

# One logic cell is a LUT4 and a flip-flop: the wrapper's flip-flops take one each, with the LUT in
# front of them where there is one.
FAMILY = Family(
    name="ice40",
    synthesis="synth_ice40",
    router="ice40",
    pins=Pins(),
    ffs="SB_DFF.*",
    brams="SB_RAM40_4K.*|SB_SPRAM256KA",
    dsps="SB_MAC16",
    placed_luts={"ICESTORM_LC": 1},
    wrapper_luts={"SB_DFF": 1},
    models=("+/ice40/cells_sim.v",),
    netlist_luts={"SB_LUT4": 1},
    has_lut_ram=False,
)
