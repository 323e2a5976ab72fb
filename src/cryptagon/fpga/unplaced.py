"""What synthesis alone tells of a design, in seconds: its area before placement, and its depth in
look-up tables.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from cryptagon.errors import CryptagonError
from cryptagon.fpga.families import Area, Family, estimated_area, family_of
from cryptagon.fpga.netlist_cells import Cell, logic, module_of, pins, read_at_once
from cryptagon.fpga.synthesis import Netlist

CARRY_PINS = ("CIN", "CI")
"""The inputs of a carry cell that come from the cell before it in the chain, in every family."""


@dataclass(frozen=True)
class Unplaced:
    """Area by the cells of a netlist, and look-up tables on the longest path between registers and
    ports.

    A carry chain is one level, however long; the multiplexers and buffers between look-up tables
    are none.
    """

    area: Area
    levels: int


def unplaced(netlist: Netlist) -> Unplaced:
    """The figures of a netlist.

    Raises CryptagonError where there is none, or where it has a loop without a register.
    """
    if netlist.problem:
        raise CryptagonError(
            netlist.problem,
            where=str(netlist.plan.folder),
            fix="the logs of the tools are in that folder",
        )
    family = family_of(netlist.plan.target)
    return Unplaced(
        estimated_area(family, netlist.cells),
        levels_of(module_of(netlist)["cells"], family, str(netlist.core_file)),
    )


def levels_of(cells: Mapping[str, Cell], family: Family, where: str = "") -> int:
    """Look-up tables on the longest path. Raises CryptagonError for a loop without a register."""
    between = logic(cells, family)
    makers = {net: name for name, cell in between.items() for _, net in pins(cell, "output")}
    inputs = {name: dict(_costs(family, cell)) for name, cell in between.items()}
    behind = {name: {makers[net] for net in nets if net in makers} for name, nets in inputs.items()}
    arrival: dict[str, int] = {}
    try:
        order = list(TopologicalSorter(behind).static_order())
    except CycleError as loop:
        raise CryptagonError(
            "the netlist has a loop without a register", where=where, why=" -> ".join(loop.args[1])
        ) from loop
    for name in order:
        arrival[name] = max(
            (
                arrival[makers[net]] + cost if net in makers else cost
                for net, cost in inputs[name].items()
            ),
            default=0,
        )
    return max(arrival.values(), default=0)


def _costs(family: Family, cell: Cell) -> Iterator[tuple[int, int]]:
    """The nets that a path comes in by, with the levels that the cell adds to it; of two pins on
    one net the dearer one comes last.
    """
    level = int(bool(family.netlist_luts.get(cell["type"])))
    found = ((0 if pin in CARRY_PINS else level, net) for pin, net in read_at_once(cell, family))
    yield from ((net, cost) for cost, net in sorted(found))
