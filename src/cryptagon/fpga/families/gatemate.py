"""Cologne Chip GateMate."""

from cryptagon.fpga import gatemate
from cryptagon.fpga.families.base import Family
from cryptagon.fpga.pin_wrapper import Pins

# Half a CPE: a tree of two-input look-up tables with four inputs, and a flip-flop behind it. Two
# clocks in one CPE cannot be routed, and nextpnr breaks down over registers that follow registers:
# a table of two inputs of the wrapper lies behind each output. It does not know multiplexers of
# eight inputs.
FAMILY = Family(
    name="gatemate",
    synthesis="synth_gatemate -nomx8",
    router="himbaechel-gatemate",
    no_pads=("-noiopad", "-noclkbuf"),
    pins=Pins(clocks=1),
    maps=gatemate.MAPS,
    step=gatemate.STEP,
    before_step=gatemate.COMMANDS,
    ffs="CC_DFF",
    brams="CC_BRAM_.*|CC_FIFO_40K",
    dsps="CC_MULT",
    placed_luts={"CPE_LT": 1, "CPE_ADDF": 2, "CPE_ADDF2": 2, "CPE_MX4": 2},
    wrapper_luts={"CC_DFF": 1},
    models=("+/gatemate/cells_sim.v",),
    netlist_luts={
        **{f"CC_LUT{n}": 1 for n in range(1, 5)},
        "CC_L2T4": 1,
        "CC_L2T5": 2,
        "CC_MX2": 1,
        "CC_MX4": 2,
        "CC_ADDF": 1,
    },
)
