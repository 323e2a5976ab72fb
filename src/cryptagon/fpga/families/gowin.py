"""Gowin GW1N and GW2A."""

from cryptagon.fpga.families.base import Family
from cryptagon.fpga.pin_wrapper import Pins

# A carry cell ALU is a LUT4 in another mode; the MUX2_* lie between the LUTs and are free; a
# RAM16SDP4 is four LUT4s, and two to write.
FAMILY = Family(
    name="gowin",
    synthesis="synth_gowin",
    router="himbaechel-gowin",
    no_pads=("-noiopads",),
    pins=Pins(),
    ffs="DFF.*",
    brams="SP|SPX9|SDP|SDPB|SDPX9B?|DP|DPB|DPX9B?|pROM|pROMX9",
    dsps="MULT.*|PADD.*|ALU54D",
    placed_luts={"LUT4": 1, "ALU": 1, "RAM16SDP4": 6},
    models=("+/gowin/cells_sim.v",),
    netlist_luts={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1, "RAM16SDP4": 6},
    read_pins={"RAM16SDP4": "RAD"},
    wrapper_luts={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1},
)
