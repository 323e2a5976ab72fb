"""Where registers of one clock feed those of another: each such place must be a synchroniser, or
the memory of a FIFO.

A simulation cannot show that a signal between clocks is free of glitches, nor that nothing looks at
a flip-flop that may not have settled: that is read off the netlist.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import ToolError, elaborated, find, json_of, run

SCRIPT, NETLIST, LOG = "crossings.ys", "crossings.json", "yosys.log"
FLOPS = ("$_DFF_", "$_DFFE_", "$_SDFF_", "$_SDFFE_", "$_SDFFCE_")
MEMORY = "$mem_v2"

Net = int | str
"""A number of the netlist, or a constant."""


@dataclass(frozen=True)
class Cell:
    """A cell with its nets, by port."""

    name: str
    type: str
    inputs: dict[str, list[Net]]
    outputs: dict[str, list[Net]]

    @property
    def is_flop(self) -> bool:
        """Whether it is a flip-flop of one bit."""
        return self.type.startswith(FLOPS)

    @property
    def clock(self) -> Net:
        """Of a flip-flop."""
        return self.inputs["C"][0]

    @property
    def nets(self) -> list[Net]:
        """All that it reads as data; not its clock."""
        return [net for port, bits in self.inputs.items() if port != "C" for net in bits]


@dataclass(frozen=True)
class Circuit:
    """The cells of a design."""

    cells: tuple[Cell, ...]

    @cached_property
    def drivers(self) -> dict[Net, Cell]:
        """Each cell by the nets that it drives."""
        return {net: cell for cell in self.cells for nets in cell.outputs.values() for net in nets}

    @cached_property
    def readers(self) -> dict[Net, list[Cell]]:
        """The cells that read a net as data."""
        found = defaultdict(list)
        for cell in self.cells:
            for net in cell.nets:
                found[net].append(cell)
        return found

    def sources(self, nets: Sequence[Net]) -> Iterator[Cell]:
        """The flip-flops that nets hang on through logic.

        What a memory gives hangs on none: a FIFO's pointers keep it still.
        """
        seen, waiting = set[Net](), list(nets)
        while waiting:
            net = waiting.pop()
            cell = self.drivers.get(net)
            if net in seen or cell is None or cell.type == MEMORY:
                continue
            seen.add(net)
            if cell.is_flop:
                yield cell
            else:
                waiting += cell.nets


def faults(sources: Sequence[Path], top: str, folder: Path) -> list[str]:
    """What is wrong with the crossings of a design, a sentence each; working files go to `folder`.

    A flip-flop that takes a register of another clock must take it bare, and only one flip-flop of
    its own clock may take it, bare too. Raises CryptagonError, in Yosys' words, where it rejects
    the Verilog.
    """
    circuit = _circuit(sources, top, folder)
    flops = [cell for cell in circuit.cells if cell.is_flop]
    return [fault for flop in flops for fault in _faults_of(circuit, flop)]


def _faults_of(circuit: Circuit, flop: Cell) -> Iterator[str]:
    foreign = [source for source in circuit.sources(flop.nets) if source.clock != flop.clock]
    if not foreign:
        return
    if circuit.drivers.get(flop.inputs["D"][0]) is not foreign[0]:
        yield f"{flop.name} takes logic of {foreign[0].name}, which has another clock"
    after = circuit.readers[flop.outputs["Q"][0]]
    if (
        len(after) != 1
        or not after[0].is_flop
        or after[0].clock != flop.clock
        or after[0].inputs["D"] != flop.outputs["Q"]
    ):
        yield f"{flop.name}, the first of a crossing, is not followed by one flip-flop alone"


def _circuit(sources: Sequence[Path], top: str, folder: Path) -> Circuit:
    lines = [
        *elaborated(sources, top),
        "proc",
        "flatten",
        "opt_clean",
        "memory_collect",
        "opt_expr",
        "opt_dff",
        "opt_clean",
        "simplemap",
        "opt_clean",
    ]
    (folder / SCRIPT).write_text("\n".join([*lines, f"write_json {NETLIST}", ""]))
    try:
        run([*find("yosys").argv, SCRIPT], cwd=folder, env=find("yosys").env, log=folder / LOG)
    except ToolError as failure:
        raise CryptagonError(
            "the design cannot be made into gates", where=str(sources[0]), why=failure.why
        ) from failure
    cells = json_of(folder / NETLIST)["modules"][top]["cells"]
    return Circuit(tuple(_cell(name, cell) for name, cell in cells.items()))


def _cell(name: str, cell: dict[str, Any]) -> Cell:
    def nets(direction: str) -> dict[str, list[Net]]:
        return {
            port: bits
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == direction
        }

    return Cell(name, cell["type"], nets("input"), nets("output"))
