"""A mapped netlist: the gates of a library and the nets between them, as Yosys writes it in
JSON.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cryptagon.asic.library import Cell, Library
from cryptagon.errors import CryptagonError

# A net by its number; constants ("0", "1", "x") are no nets.
Net = int


@dataclass(frozen=True)
class Gate:
    """One instance of a cell: the nets at its pins. Pins that are open or constant are left out."""

    name: str
    cell: Cell
    nets: Mapping[str, Net]


@dataclass(frozen=True)
class MappedNetlist:
    """Gates between the nets at the `inputs` and `outputs` of the top module.

    `names` are those of the source where there is one.
    """

    gates: tuple[Gate, ...]
    inputs: frozenset[Net]
    outputs: frozenset[Net]
    names: Mapping[Net, str]

    @cached_property
    def area(self) -> float:
        """The sum of the areas of all gates, in the library's unit."""
        return sum(gate.cell.area for gate in self.gates)

    @cached_property
    def register_area(self) -> float:
        """The part of the area that is flip-flops."""
        return sum(gate.cell.area for gate in self.gates if gate.cell.kind != "gate")

    @cached_property
    def registers(self) -> int:
        """The number of flip-flops."""
        return sum(gate.cell.kind != "gate" for gate in self.gates)

    @cached_property
    def cells(self) -> dict[str, int]:
        """How many gates there are of each cell, the most frequent first."""
        counts: dict[str, int] = {}
        for gate in self.gates:
            counts[gate.cell.name] = counts.get(gate.cell.name, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def read_netlist(path: Path, top: str, library: Library) -> MappedNetlist:
    """Read what `write_json` of Yosys wrote.

    Raises CryptagonError when it is broken or has cells that the library has not.
    """
    try:
        module = json.loads(path.read_text(encoding="utf-8"))["modules"][top]
        instances = {
            name: cell for name, cell in module["cells"].items() if cell["type"] != "$scopeinfo"
        }
        unknown = sorted({cell["type"] for cell in instances.values()} - library.cells.keys())
        if unknown:
            raise _unknown(unknown, path, library)
        gates = tuple(
            Gate(name, library.cells[cell["type"]], _nets(cell["connections"]))
            for name, cell in instances.items()
        )
        ports = {
            way: [port["bits"] for port in module["ports"].values() if port["direction"] == way]
            for way in ("input", "output")
        }
        names = _names(module["netnames"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CryptagonError(
            "this is no netlist of Yosys", where=str(path), why=repr(error)
        ) from error
    inputs, outputs = (
        frozenset(bit for bits in ports[way] for bit in bits if isinstance(bit, int))
        for way in ("input", "output")
    )
    return MappedNetlist(gates, inputs, outputs, names)


def _unknown(types: list[str], path: Path, library: Library) -> CryptagonError:
    return CryptagonError(
        f"the library has no cell for {', '.join(types)}",
        where=str(path),
        why=f"{library.name} cannot build all of the design",
        fix="latches, tri-state buffers and memories are not for cell libraries; use plain registers and logic",
    )


def _nets(connections: Mapping[str, list[Any]]) -> dict[str, Net]:
    return {pin: bits[0] for pin, bits in connections.items() if bits and isinstance(bits[0], int)}


def _names(netnames: Mapping[str, Mapping[str, Any]]) -> dict[Net, str]:
    """Names of nets with the bit's number where a name has several bits; a name of the source goes
    before one that Yosys made.
    """
    names: dict[Net, str] = {}
    for name, entry in sorted(
        netnames.items(), key=lambda item: (item[1].get("hide_name", 0), item[0])
    ):
        for place, bit in enumerate(entry["bits"]):
            if isinstance(bit, int):
                names.setdefault(bit, f"{name}[{place}]" if len(entry["bits"]) > 1 else name)
    return names
