"""A toy family: what is counted of another one, and nothing is placed."""

from cryptagon.fpga.families import Family

FAMILY = Family(
    name="toy-family",
    synthesis="synth_xilinx",
    router="",
    no_pads=("-noiopad", "-noclkbuf"),
    ffs="FD[A-Z]*(_1)?",
    brams="RAMB.*",
    dsps="DSP48.*",
    netlist_luts={f"LUT{n}": 1 for n in range(1, 7)},
)
