"""What a family of devices gives: its synthesis, its place and route, how a design gets pins, and
what counts as area.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptagon.fpga.pin_wrapper import Pins


@dataclass(frozen=True)
class Family:
    """A family of devices, by the name that targets have for it.

    `synthesis` is the command of Yosys, with `no_pads` its options that leave pads and clock
    buffers out; `router` is the nextpnr, empty where there is none and figures are estimates.
    `pins` is how a design is fitted to pins; None: nextpnr places it by itself. `maps` and
    `mending` are commands of Yosys, before anything is read and on the wrapped netlist, for what
    the place and route cannot take; `before_step` are those before a `step` of the synthesis.

    LUTs are counted after placement, `placed_luts` giving how many one of each resource in
    nextpnr's report is. What the pin wrapper takes of that, `wrapper_luts` by cells of its netlist,
    is not counted. Before placement, or where nothing is placed, `netlist_luts` counts cells.
    Flip-flops, block RAMs and multipliers are cells of the netlist, by patterns of their names.

    Without memory of look-up tables (`has_lut_ram`), one that a core asks for is made of
    flip-flops. `models` are files of Verilog, as Yosys names them, that say what the cells of a netlist
    compute. `read_pins`: of a look-up table that is written at the clock, by its cell, how the
    names of the pins begin that are read at once.
    """

    name: str
    synthesis: str
    router: str
    ffs: str
    brams: str
    dsps: str
    no_pads: tuple[str, ...] = ()
    pins: Pins | None = None
    maps: str = ""
    mending: tuple[str, ...] = ()
    step: str = ""
    before_step: tuple[str, ...] = ()
    placed_luts: Mapping[str, int] = field(default_factory=dict)
    wrapper_luts: Mapping[str, int] = field(default_factory=dict)
    netlist_luts: Mapping[str, int] = field(default_factory=dict)
    models: tuple[str, ...] = ()
    read_pins: Mapping[str, str] = field(default_factory=dict)
    has_lut_ram: bool = True

    def count(self, pattern: str, cells: Mapping[str, int]) -> int:
        """How many cells have a name that matches."""
        return sum(number for name, number in cells.items() if re.fullmatch(pattern, name))


@dataclass(frozen=True)
class Area:
    """LUTs, flip-flops, block RAMs and multiplier blocks; what a LUT is, differs by family
    (docs/backends.md, "Area").
    """

    luts: int
    ffs: int
    brams: int
    dsps: int
