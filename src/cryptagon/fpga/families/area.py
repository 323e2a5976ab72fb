"""The area of a design, from what was placed or from its netlist."""

from collections.abc import Mapping

from cryptagon.fpga.families.base import Area, Family


def placed_area(
    family: Family, used: Mapping[str, int], netlist: Mapping[str, int], wrapper: Mapping[str, int]
) -> Area:
    """The area of a placed design: from the resources `used`, the cells of its own `netlist` and
    those of the pin wrapper.
    """
    return Area(
        _weighted(family.placed_luts, used) - _weighted(family.wrapper_luts, wrapper),
        *_rest(family, netlist),
    )


def estimated_area(family: Family, netlist: Mapping[str, int]) -> Area:
    """The area of a netlist that nothing places."""
    return Area(_weighted(family.netlist_luts, netlist), *_rest(family, netlist))


def _rest(family: Family, netlist: Mapping[str, int]) -> tuple[int, int, int]:
    return (
        family.count(family.ffs, netlist),
        family.count(family.brams, netlist),
        family.count(family.dsps, netlist),
    )


def _weighted(weights: Mapping[str, int], numbers: Mapping[str, int]) -> int:
    return sum(weight * numbers.get(name, 0) for name, weight in weights.items())
