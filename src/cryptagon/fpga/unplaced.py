"""What synthesis alone tells of a design, in seconds: its area before placement, and its depth in look-up tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.fpga.families import Area, Family, estimated_area, family_of
from cryptagon.fpga.synthesis import Netlist
from cryptagon.toolchain import json_of

CARRY_PINS = ("CIN", "CI")
"""The inputs of a carry cell that come from the cell before it in the chain, in every family."""

Cell = Mapping[str, Any]


@dataclass(frozen=True)
class Unplaced:
    """Area by the cells of a netlist, and look-up tables on the longest path between registers and ports.

    A carry chain is one level, however long; the multiplexers and buffers between look-up tables are none.
    """

    area: Area
    levels: int


def unplaced(netlist: Netlist) -> Unplaced:
    """The figures of a netlist. Raises CryptagonError where there is none, or where it has a loop without a register."""
    if netlist.problem:
        raise CryptagonError(netlist.problem, where=str(netlist.plan.folder), fix="the logs of the tools are in that folder")
    family = family_of(netlist.plan.target)
    return Unplaced(estimated_area(family, netlist.cells), levels_of(cells_of(netlist), family, str(netlist.core_file)))


def cells_of(netlist: Netlist) -> Mapping[str, Cell]:
    """The cells of the design itself by name, as Yosys' JSON has them."""
    return json_of(netlist.core_file)["modules"][netlist.plan.design.top]["cells"]


def levels_of(cells: Mapping[str, Cell], family: Family, where: str = "") -> int:
    """Look-up tables on the longest path. Raises CryptagonError for a loop without a register."""
    logic = {name: cell for name, cell in cells.items() if not _is_boundary(family, cell["type"])}
    makers = {bit: name for name, cell in logic.items() for bit in _bits(cell, "output")}
    inputs = {name: dict(_arcs(family, cell)) for name, cell in logic.items()}
    behind = {name: {makers[bit] for bit in pins if bit in makers} for name, pins in inputs.items()}
    arrival: dict[str, int] = {}
    try:
        order = list(TopologicalSorter(behind).static_order())
    except CycleError as loop:
        raise CryptagonError("the netlist has a loop without a register", where=where, why=" -> ".join(loop.args[1])) from loop
    for name in order:
        arrival[name] = max((arrival[makers[bit]] + cost if bit in makers else cost for bit, cost in inputs[name].items()), default=0)
    return max(arrival.values(), default=0)


def _is_boundary(family: Family, kind: str) -> bool:
    """Whether a path ends at such a cell and begins there anew."""
    return any(family.count(pattern, {kind: 1}) for pattern in (family.ffs, family.brams, family.dsps))


def _arcs(family: Family, cell: Cell) -> Iterator[tuple[int, int]]:
    """The nets that a path comes in by, with the levels that the cell adds to it; of two pins on one net the dearer one."""
    level = int(bool(family.netlist_luts.get(cell["type"])))
    read = family.read_pins.get(cell["type"], "")
    pins = [pin for pin, direction in cell.get("port_directions", {}).items() if direction == "input" and pin.startswith(read)]
    for pin in sorted(pins, key=lambda pin: pin not in CARRY_PINS):
        yield from ((bit, 0 if pin in CARRY_PINS else level) for bit in cell["connections"][pin] if isinstance(bit, int))


def _bits(cell: Cell, direction: str) -> Iterator[int]:
    """The nets at the pins of a direction; constants are none."""
    for pin, bits in cell["connections"].items():
        if cell.get("port_directions", {}).get(pin) == direction:
            yield from (bit for bit in bits if isinstance(bit, int))
