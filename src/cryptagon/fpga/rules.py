"""What a contest forbids, checked in the netlist."""

from cryptagon.catalog import Rules, Target
from cryptagon.fpga.families import family_of
from cryptagon.fpga.synthesis import Netlist


def broken_rule(netlist: Netlist, rules: Rules, target: Target) -> str:
    """Which rule the netlist breaks, as a status; empty when it breaks none."""
    family = family_of(target)
    brams, dsps = (
        family.count(family.brams, netlist.cells),
        family.count(family.dsps, netlist.cells),
    )
    if rules.no_bram and brams:
        return f"the rules allow no block RAM, and the netlist has {brams}"
    if rules.no_dsp and dsps:
        return f"the rules allow no multiplier block, and the netlist has {dsps}"
    return ""
