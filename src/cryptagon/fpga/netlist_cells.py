"""The cells of a netlist as a graph: what lies between registers and ports, and by which nets it is
joined.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from cryptagon.fpga.families import Family
from cryptagon.fpga.synthesis import Netlist
from cryptagon.toolchain import json_of

Cell = Mapping[str, Any]


def module_of(netlist: Netlist) -> Mapping[str, Any]:
    """The design itself, as Yosys' JSON has it."""
    return json_of(netlist.core_file)["modules"][netlist.plan.design.top]


def logic(cells: Mapping[str, Cell], family: Family) -> dict[str, Cell]:
    """The cells at which no path ends: neither flip-flops, nor block RAM, nor multipliers."""
    ends = (family.ffs, family.brams, family.dsps)
    return {
        name: cell
        for name, cell in cells.items()
        if not any(family.count(pattern, {cell["type"]: 1}) for pattern in ends)
    }


def pins(cell: Cell, direction: str) -> Iterator[tuple[str, int]]:
    """The pins of a direction with their nets; constants are none."""
    for pin, bits in cell["connections"].items():
        if cell.get("port_directions", {}).get(pin) == direction:
            yield from ((pin, bit) for bit in bits if isinstance(bit, int))


def read_at_once(cell: Cell, family: Family) -> Iterator[tuple[str, int]]:
    """The input pins that outputs depend on within a cycle: of a memory those of its address
    alone.
    """
    begins = family.read_pins.get(cell["type"], "")
    return ((pin, net) for pin, net in pins(cell, "input") if pin.startswith(begins))
