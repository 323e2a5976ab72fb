"""Lattice CrossLink-NX."""

from cryptagon.fpga import nexus
from cryptagon.fpga.families.base import Family
from cryptagon.fpga.pin_wrapper import Pins

FAMILY = Family(
    name="nexus",
    synthesis="synth_nexus",
    router="nexus",
    no_pads=("-noiopad",),
    pins=Pins(),
    maps=nexus.MAPS,
    mending=nexus.COMMANDS,
    ffs="FD1P3.*",
    brams="PDP16K|PDPSC16K|DP16K|PDPSC512K|SP512K|DPSC512K",
    dsps="MULT.*",
    placed_luts={"OXIDE_COMB": 1, "RAMW": 2},
    wrapper_luts={"LUT4": 1},
    models=("+/nexus/cells_sim.v", nexus.CONSTANTS),
    netlist_luts={"LUT4": 1, "WIDEFN9": 2, "CCU2": 2, "DPR16X4": 6},
    read_pins={"DPR16X4": "RAD"},
)
