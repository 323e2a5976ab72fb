"""What the tools call the resources of a device family, and how they add up to the four figures of area."""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.catalog import Target
from cryptagon.errors import CryptagonError


@dataclass(frozen=True)
class Family:
    """Weights of the names in a place-and-route utilisation report, and the cells of a netlist that are block RAM or multipliers."""

    luts: Mapping[str, int]
    ffs: Mapping[str, int]
    brams: Mapping[str, int]
    dsps: Mapping[str, int]
    bram_cells: frozenset[str]
    dsp_cells: frozenset[str]


@dataclass(frozen=True)
class Area:
    """LUTs, flip-flops, block RAMs and multiplier blocks; for ECP5 a LUT has four inputs (docs/backends.md, "Area")."""

    luts: int
    ffs: int
    brams: int
    dsps: int


# A LUT4 is one TRELLIS_COMB, a carry cell CCU2C is two, the data half of a distributed RAM DPR16X4 is four. Its write port
# (TRELLIS_RAMW) takes the two LUT4s of a third slice, which nextpnr does not count as TRELLIS_COMB. The multiplexers PFUMX and
# L6MUX21 lie between the LUTs and are free.
FAMILIES = {
    "ecp5": Family(
        luts={"TRELLIS_COMB": 1, "TRELLIS_RAMW": 2},
        ffs={"TRELLIS_FF": 1},
        brams={"DP16KD": 1},
        dsps={"MULT18X18D": 1, "ALU54B": 1},
        bram_cells=frozenset({"DP16KD", "PDPW16KD"}),
        dsp_cells=frozenset({"MULT18X18D", "MULT9X9D", "ALU54B", "ALU24B"}),
    ),
}


def family_of(target: Target) -> Family:
    """The family of a target. Raises CryptagonError when Cryptagon cannot implement designs for it."""
    family = FAMILIES.get(target.family)
    if family is None:
        raise CryptagonError(f"no back end for the family {target.family!r}", where=str(target.path), fix=f"known: {', '.join(FAMILIES)}")
    return family


def area_of(family: Family, used: Mapping[str, int]) -> Area:
    """The area from the number of used resources by name."""
    return Area(
        *(sum(weight * used.get(name, 0) for name, weight in kind.items()) for kind in (family.luts, family.ffs, family.brams, family.dsps))
    )
