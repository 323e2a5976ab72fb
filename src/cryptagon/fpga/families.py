"""What is particular to a family of devices: its synthesis, its place and route, how a design gets pins, and what counts as area."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptagon.catalog import Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga import nexus
from cryptagon.fpga.pin_wrapper import Pins


@dataclass(frozen=True)
class Family:
    """A family of devices.

    `synthesis` is the command of Yosys, with `no_pads` its options that leave pads and clock buffers out; `router` is the nextpnr, empty
    where there is none and figures are estimates. `pins` is how a design is fitted to pins; None: nextpnr places it by itself. `maps` and
    `mending` are commands of Yosys, before anything is read and on the wrapped netlist, for what the place and route cannot take.

    LUTs are counted after placement, `placed_luts` giving how many one of each resource in nextpnr's report stands for. What the pin
    wrapper takes of that, `wrapper_luts` by cells of its netlist, is not counted. Where nothing is placed, `netlist_luts` counts cells.
    Flip-flops, block RAMs and multipliers are cells of the netlist, by patterns of their names.
    """

    synthesis: str
    router: str
    ffs: str
    brams: str
    dsps: str
    no_pads: tuple[str, ...] = ()
    pins: Pins | None = None
    maps: str = ""
    mending: tuple[str, ...] = ()
    placed_luts: Mapping[str, int] = field(default_factory=dict)
    wrapper_luts: Mapping[str, int] = field(default_factory=dict)
    netlist_luts: Mapping[str, int] = field(default_factory=dict)

    def count(self, pattern: str, cells: Mapping[str, int]) -> int:
        """How many cells have a name that matches."""
        return sum(number for name, number in cells.items() if re.fullmatch(pattern, name))


@dataclass(frozen=True)
class Area:
    """LUTs, flip-flops, block RAMs and multiplier blocks; what a LUT is, differs by family (docs/backends.md, "Area")."""

    luts: int
    ffs: int
    brams: int
    dsps: int


# ECP5, MachXO2/3: a LUT4 is one TRELLIS_COMB, a carry cell CCU2C is two, the data half of a distributed RAM DPR16X4 is four. Its write port
# (TRELLIS_RAMW) takes the two LUT4s of a third slice, which nextpnr does not count as TRELLIS_COMB. The multiplexers PFUMX and
# L6MUX21 lie between the LUTs and are free.
TRELLIS_LUTS = {"TRELLIS_COMB": 1, "TRELLIS_RAMW": 2}

FAMILIES = {
    "ecp5": Family(
        synthesis="synth_ecp5",
        router="ecp5",
        ffs="TRELLIS_FF",
        brams="DP16KD|PDPW16KD",
        dsps="MULT18X18D|MULT9X9D|ALU54B|ALU24B",
        placed_luts=TRELLIS_LUTS,
    ),
    # Of two clocks one often fails to reach a slice on its dedicated wires.
    "machxo2": Family(
        synthesis="synth_lattice",
        router="machxo2",
        pins=Pins(clocks=1, capture=True),
        ffs="TRELLIS_FF",
        brams="DP8KC|PDPW8KC|SP8KC|FIFO8KB",
        dsps="",
        placed_luts=TRELLIS_LUTS,
        wrapper_luts={"LUT4": 1},
    ),
    # One logic cell is a LUT4 and a flip-flop: the wrapper's flip-flops take one each, with the LUT in front of them where there is one.
    "ice40": Family(
        synthesis="synth_ice40",
        router="ice40",
        pins=Pins(),
        ffs="SB_DFF.*",
        brams="SB_RAM40_4K.*|SB_SPRAM256KA",
        dsps="SB_MAC16",
        placed_luts={"ICESTORM_LC": 1},
        wrapper_luts={"SB_DFF": 1},
    ),
    # Two clocks cannot be routed: nextpnr finds no way into the clock buffer of the second.
    "nexus": Family(
        synthesis="synth_nexus",
        router="nexus",
        no_pads=("-noiopad",),
        pins=Pins(
            clocks=1,
            capture=True,
            oscillator='OSCA #(.HF_CLK_DIV("1"), .HF_OSC_EN("ENABLED")) oscillator (.HFOUTEN(1\'b1), .HFCLKOUT(clk));',
        ),
        maps=nexus.MAPS,
        mending=nexus.COMMANDS,
        ffs="FD1P3.*",
        brams="PDP16K|PDPSC16K|DP16K|PDPSC512K|SP512K|DPSC512K",
        dsps="MULT.*",
        placed_luts={"OXIDE_COMB": 1, "RAMW": 2},
        wrapper_luts={"LUT4": 1},
    ),
    # A carry cell ALU is a LUT4 in another mode; the MUX2_* lie between the LUTs and are free; a RAM16SDP4 is four LUT4s, and two to write.
    "gowin": Family(
        synthesis="synth_gowin",
        router="himbaechel-gowin",
        no_pads=("-noiopads",),
        pins=Pins(),
        ffs="DFF.*",
        brams="SP|SPX9|SDP|SDPB|SDPX9B?|DP|DPB|DPX9B?|pROM|pROMX9",
        dsps="MULT.*|PADD.*|ALU54D",
        placed_luts={"LUT4": 1, "ALU": 1, "RAM16SDP4": 6},
        wrapper_luts={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1},
    ),
    # Half a CPE: a tree of two-input look-up tables with four inputs, and a flip-flop behind it. Two clocks in one CPE cannot be routed,
    # and nextpnr breaks down over registers that follow registers: a table of two inputs of the wrapper lies behind each output.
    "gatemate": Family(
        synthesis="synth_gatemate",
        router="himbaechel-gatemate",
        no_pads=("-noiopad", "-noclkbuf"),
        pins=Pins(clocks=1),
        ffs="CC_DFF",
        brams="CC_BRAM_.*|CC_FIFO_40K",
        dsps="CC_MULT",
        placed_luts={"CPE_LT": 1, "CPE_ADDF": 2, "CPE_ADDF2": 2, "CPE_MX4": 2},
        wrapper_luts={"CC_DFF": 1},
    ),
    # Every LUT of up to six inputs is one; pairs of small ones could share. The multiplexers MUXF7 and MUXF8 lie behind LUTs and are free.
    "xilinx": Family(
        synthesis="synth_xilinx",
        router="",
        no_pads=("-noiopad", "-noclkbuf"),
        ffs="FD[A-Z]*(_1)?",
        brams="RAMB.*|FIFO.*",
        dsps="DSP48.*",
        netlist_luts={
            **{f"LUT{n}": 1 for n in range(1, 7)},
            **{"SRL16E": 1, "SRLC32E": 1, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4},
        },
    ),
    # The ALUTs of adaptive logic modules, of up to six inputs each; two small ones share a module.
    "intel-alm": Family(
        synthesis="synth_intel_alm",
        router="",
        no_pads=("-noiopad", "-noclkbuf"),
        ffs="MISTRAL_FF",
        brams="MISTRAL_M10K",
        dsps="MISTRAL_MUL.*",
        netlist_luts={**{f"MISTRAL_ALUT{n}": 1 for n in range(2, 7)}, "MISTRAL_NOT": 1, "MISTRAL_ALUT_ARITH": 1, "MISTRAL_MLAB": 2},
    ),
}


def family_of(target: Target) -> Family:
    """The family of a target. Raises CryptagonError when Cryptagon cannot implement designs for it."""
    family = FAMILIES.get(target.family)
    if family is None:
        raise CryptagonError(f"no back end for the family {target.family!r}", where=str(target.path), fix=f"known: {', '.join(FAMILIES)}")
    return family


def tools_of(target: Target) -> tuple[str, ...]:
    """The tools from Verilog to the figures of a target. Raises CryptagonError as `family_of` does."""
    router = family_of(target).router
    return ("yosys", f"nextpnr-{router}") if router else ("yosys",)


def placed_area(family: Family, used: Mapping[str, int], netlist: Mapping[str, int], wrapper: Mapping[str, int]) -> Area:
    """The area of a placed design: from the resources `used`, the cells of its own `netlist` and those of the pin wrapper."""
    return Area(_weighted(family.placed_luts, used) - _weighted(family.wrapper_luts, wrapper), *_rest(family, netlist))


def estimated_area(family: Family, netlist: Mapping[str, int]) -> Area:
    """The area of a netlist that nothing places."""
    return Area(_weighted(family.netlist_luts, netlist), *_rest(family, netlist))


def _rest(family: Family, netlist: Mapping[str, int]) -> tuple[int, int, int]:
    return family.count(family.ffs, netlist), family.count(family.brams, netlist), family.count(family.dsps, netlist)


def _weighted(weights: Mapping[str, int], numbers: Mapping[str, int]) -> int:
    return sum(weight * numbers.get(name, 0) for name, weight in weights.items())
