"""Reads the netlist that nextpnr writes after routing: Yosys's JSON, with the device's cells and
where each lies.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError

_SITE = re.compile(r"X(?P<x>\d+)/Y(?P<y>\d+)/")


@dataclass(frozen=True)
class RoutedCell:
    """A cell of the device.

    `inputs` and `outputs` are nets by port, only those that are connected; `x`, `y` its tile on the
    die.
    """

    name: str
    type: str
    parameters: Mapping[str, str]
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]
    x: int
    y: int


@dataclass(frozen=True)
class RoutedNetlist:
    """A placed and routed unit. Ports are nets, the least significant bit first."""

    path: Path
    cells: tuple[RoutedCell, ...]
    inputs: Mapping[str, tuple[int, ...]]
    outputs: Mapping[str, tuple[int, ...]]


def read_routed(path: Path) -> RoutedNetlist:
    """The netlist in a file.

    Raises CryptagonError when it is not one of nextpnr, or a cell was not placed.
    """
    try:
        modules = json.loads(path.read_text())["modules"]
        (module,) = (module for module in modules.values() if module["cells"])
        cells = tuple(_cell(name, cell, path) for name, cell in module["cells"].items())
        ports = {direction: _ports(module["ports"], direction) for direction in ("input", "output")}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CryptagonError(
            "this is no routed netlist of nextpnr", where=str(path), why=repr(error)
        ) from error
    return RoutedNetlist(path, cells, ports["input"], ports["output"])


def _cell(name: str, cell: dict[str, Any], path: Path) -> RoutedCell:
    site = _SITE.match(cell["attributes"].get("NEXTPNR_BEL", ""))
    if site is None:
        raise CryptagonError(
            f"the cell {name} has no place on the die",
            where=str(path),
            fix="write the netlist after place and route",
        )
    nets = {"input": {}, "output": {}}
    for port, bits in cell["connections"].items():
        if bits:
            nets[cell["port_directions"][port]][port] = _net(bits[0])
    # A text of nothing but digits ends in a space in this format, to be told from a number.
    parameters = {key: str(value).rstrip(" ") for key, value in cell["parameters"].items()}
    return RoutedCell(
        name,
        cell["type"],
        parameters,
        nets["input"],
        nets["output"],
        int(site["x"]),
        int(site["y"]),
    )


def _ports(ports: dict[str, Any], direction: str) -> dict[str, tuple[int, ...]]:
    return {
        name: tuple(map(_net, port["bits"]))
        for name, port in ports.items()
        if port["direction"] == direction
    }


def _net(bit: int | str) -> int:
    if isinstance(bit, str):
        raise TypeError(f"a constant {bit!r} where a net should be")
    return bit
