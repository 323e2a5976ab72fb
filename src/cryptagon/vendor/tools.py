"""The vendors' tools: what a project for each is made of, and the strategies that are searched."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ToolName = Literal["vivado", "quartus", "ise"]
SCRIPTS = Path(__file__).with_name("scripts")
SEARCH_SCRIPT = "search.tcl"


@dataclass(frozen=True)
class VendorTool:
    """A vendor's tool.

    `command` runs the search. `strategies` are names with the settings that scripts/<name>.tcl
    understands, in the order in which they are tried. `pins` says how a unit with more ports than
    pins is fitted. `seeds`: place and route has a seed. `plain_verilog`: it reads Verilog-2001
    only.
    """

    name: ToolName
    title: str
    command: str
    strategies: Mapping[str, tuple[str, ...]]
    pins: str
    seeds: bool = False
    plain_verilog: bool = False

    @property
    def script(self) -> Path:
        """The Tcl that runs this tool once; `search.tcl` calls it."""
        return SCRIPTS / f"{self.name}.tcl"


# Synthesis and implementation strategy: UG901 "Vivado Preconfigured Strategies", UG904
# "Implementation Strategy Descriptions".
VIVADO = VendorTool(
    "vivado",
    "AMD Vivado",
    f"vivado -mode batch -source {SEARCH_SCRIPT}",
    {
        "default": ("Vivado Synthesis Defaults", "Vivado Implementation Defaults"),
        "explore": ("Vivado Synthesis Defaults", "Performance_Explore"),
        "explore-post-route": ("Flow_PerfOptimized_high", "Performance_ExplorePostRoutePhysOpt"),
        "extra-timing": ("Flow_PerfOptimized_high", "Performance_ExtraTimingOpt"),
        "net-delay": ("Flow_AlternateRoutability", "Performance_NetDelay_high"),
        "retiming": ("Flow_PerfOptimized_high", "Performance_Retiming"),
        "area": ("Flow_AreaOptimized_high", "Area_Explore"),
    },
    pins="out of context: no pads, no clock buffer",
)
# OPTIMIZATION_MODE: Quartus Prime Settings File Reference Manual. Since Quartus Prime 15.
QUARTUS = VendorTool(
    "quartus",
    "Intel Quartus Prime",
    f"quartus_sh -t {SEARCH_SCRIPT}",
    {
        "balanced": ("BALANCED",),
        "performance": ("HIGH PERFORMANCE EFFORT",),
        "aggressive": ("AGGRESSIVE PERFORMANCE",),
        "area": ("AGGRESSIVE AREA",),
    },
    pins="virtual pins for every port but the clock",
    seeds=True,
)
# Properties of the ISE project: XST goal and effort, LUT combining, placer and router extra effort.
ISE = VendorTool(
    "ise",
    "Xilinx ISE",
    f"xtclsh {SEARCH_SCRIPT}",
    {
        "speed": ("Speed", "High", "Auto", "None"),
        "speed-extra": ("Speed", "High", "Off", "Normal"),
        "area": ("Area", "High", "Area", "None"),
    },
    pins="a wrapper of shift registers; the unit's own area is counted",
    seeds=True,
    plain_verilog=True,
)
TOOLS: dict[str, VendorTool] = {tool.name: tool for tool in (VIVADO, QUARTUS, ISE)}
