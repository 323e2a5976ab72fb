"""A netlist of gates and registers with a delay on every arc: what is timed and simulated, of
whatever family it came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from cryptagon.errors import CryptagonError

UNCONNECTED = -1


@dataclass(frozen=True)
class Arc:
    """From a net into a cell: `wire_ps` from the driver to the pin, then `cell_ps` to the output,
    or the setup time of a register.

    `hold_ps` is the hold time of a register's pin.
    """

    net: int
    wire_ps: int
    cell_ps: int
    hold_ps: int = 0


@dataclass(frozen=True)
class Gate:
    """A function of up to six nets: bit i of `table` is the output for the inputs that make up the
    number i, the first the least.

    `cell` is the index of the cell it is a part of.
    """

    cell: int
    output: int
    table: int
    arcs: tuple[Arc, ...]


@dataclass(frozen=True)
class Control:
    """An input of a register that acts while it is at `active`."""

    arc: Arc
    active: int


@dataclass(frozen=True)
class Register:
    """A flip-flop on the rising edge of the clock.

    `value` is what it starts with and what `reset`, which goes before `enable`, sets.
    """

    cell: int
    output: int
    clock_to_output_ps: int
    data: Arc
    enable: Control | None
    reset: Control | None
    value: int


@dataclass(frozen=True)
class RamBit:
    """One bit of a RAM: the table of `gate` (its index) is the content, and is written at the
    clock's edge while `enable` acts.

    The bits of `address` are in the order of the gate's arcs.
    """

    cell: int
    gate: int
    enable: Control | None
    address: tuple[Arc, ...]
    data: Arc


@dataclass(frozen=True)
class Site:
    """A cell of the device, its name, and its tile on the die."""

    name: str
    x: int
    y: int


@dataclass(frozen=True)
class TimedNetlist:
    """A unit of one clock. Nets are numbered from 0; every net is driven by one gate, one register
    or one input port.

    `gates` are in an order in which each comes after those that drive it. Ports are nets, the least
    significant bit first.
    """

    sites: tuple[Site, ...]
    nets: int
    gates: tuple[Gate, ...]
    registers: tuple[Register, ...]
    rams: tuple[RamBit, ...]
    inputs: Mapping[str, tuple[int, ...]]
    outputs: Mapping[str, tuple[int, ...]]


def in_order(gates: Sequence[Gate], cells: Sequence[str], file: Path) -> tuple[Gate, ...]:
    """The gates, each after those that drive it; `cells` are names by the index of a cell.

    Raises CryptagonError where they form a loop.
    """
    driver = {gate.output: index for index, gate in enumerate(gates)}
    graph = {
        index: [driver[arc.net] for arc in gate.arcs if arc.net in driver]
        for index, gate in enumerate(gates)
    }
    try:
        return tuple(gates[index] for index in TopologicalSorter(graph).static_order())
    except CycleError as error:
        loop: list[int] = error.args[1]
        names = " -> ".join(cells[gates[index].cell] for index in loop[:4])
        raise CryptagonError(
            "gates drive each other in a loop", where=str(file), why=names
        ) from error
