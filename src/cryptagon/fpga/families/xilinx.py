"""AMD (Xilinx) series 6, 7 and later: estimates."""

from cryptagon.fpga.families.base import Family

# Every LUT of up to six inputs is one; pairs of small ones could share. The multiplexers MUXF7 and
# MUXF8 lie behind LUTs and are free.
FAMILY = Family(
    name="xilinx",
    synthesis="synth_xilinx",
    router="",
    no_pads=("-noiopad", "-noclkbuf"),
    ffs="FD[A-Z]*(_1)?",
    brams="RAMB.*|FIFO.*",
    dsps="DSP48.*",
    models=("+/xilinx/cells_sim.v",),
    netlist_luts={
        **{f"LUT{n}": 1 for n in range(1, 7)},
        **{
            "SRL16E": 1,
            "SRLC32E": 1,
            "RAM32X1D": 2,
            "RAM64X1D": 2,
            "RAM128X1D": 4,
            "RAM32M": 4,
            "RAM64M": 4,
        },
    },
    read_pins={
        **dict.fromkeys(("SRL16E", "SRLC32E"), "A"),
        **dict.fromkeys(("RAM32X1D", "RAM64X1D", "RAM128X1D"), "DPRA"),
        **dict.fromkeys(("RAM32M", "RAM64M"), "ADDR"),
    },
)
