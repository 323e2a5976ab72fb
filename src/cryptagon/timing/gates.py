"""A netlist of synthesis, of any family, as gates and flip-flops: what its cells are, as Yosys'
models of them say.
"""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.fpga import Netlist, derived
from cryptagon.fpga.families import family_of
from cryptagon.fpga.functions import GATES
from cryptagon.timing.netlist import Arc, Gate, Register, Site, TimedNetlist, in_order
from cryptagon.toolchain import json_of

GATE_NETLIST = "gates.json"
FLIP_FLOP = "$_DFF_P_"
REFUSED = ("$_DFF_PP0_", "$_DFF_PP1_", "$_DLATCH_P_")
"""Flip-flops with an asynchronous reset, and latches: left as they are, to be told."""
STEP_PS = 1
"""The delay of each gate and flip-flop: at a clock that is slow enough all delays give the same
answers.
"""
_COLUMNS = {1: (0b10,), 2: (0b1010, 0b1100), 3: (0b10101010, 0b11001100, 0b11110000)}


def gates_of(netlist: Netlist) -> TimedNetlist:
    """The netlist with a delay of `STEP_PS` a gate. Bits that nothing defines, and flip-flops
    without an initial value, are drawn once.

    Raises CryptagonError for what is neither a gate nor a flip-flop on the rising edge of the
    design's clock: a latch, an asynchronous reset, a block without a model; and for a loop of
    gates.
    """
    design = netlist.plan.design
    file = derived(netlist, "gates", "\n".join(_commands(netlist)) + "\n") / GATE_NETLIST
    return _Reader(json_of(file)["modules"][design.top], design.clock, file).netlist()


def _commands(netlist: Netlist) -> Iterator[str]:
    """To gates: memories are taken apart, and resets and enables are gates before a flip-flop."""
    plan = netlist.plan
    yield from (f"read_json ../{plan.folder.name}/{netlist.core_file.name}", "delete =A:blackbox")
    # Only the models of cells that are there are worked out: some of the others are large memories.
    yield from (
        f"read_verilog -defer -overwrite {model}" for model in family_of(plan.target).models
    )
    yield f"hierarchy -check -top {plan.design.top}"
    # Each kind of cell is simplified once, and only then put in every place where there is one.
    yield from (
        "delete t:$scopeinfo",
        "proc",
        "memory",
        "opt -full",
        "techmap",
        "opt",
        "flatten -noscopeinfo",
        "opt",
    )
    kinds = " ".join(f"-cell {kind} 01" for kind in (FLIP_FLOP, *REFUSED))
    yield from (f"dfflegalize {kinds}", "opt_clean", f"write_json {GATE_NETLIST}")


class _Reader:
    """Reads a module of Yosys' JSON. Nets are numbered anew, those of ports and cells first."""

    def __init__(self, module: Mapping[str, Any], clock: str, file: Path) -> None:
        self.module, self.file = module, file
        self.clock = module["ports"][clock]["bits"][0]
        self.cells: Mapping[str, Any] = module["cells"]
        self.chance = random.Random(1)
        self.numbers: dict[object, int] = {}
        self.gates: list[Gate] = []
        self.starts = self._initial_values()

    def netlist(self) -> TimedNetlist:
        inputs, outputs = (self._ports(direction) for direction in ("input", "output"))
        registers = []
        for index, (name, cell) in enumerate(self.cells.items()):
            pins = {pin: bits[0] for pin, bits in cell["connections"].items()}
            if cell["type"] == FLIP_FLOP:
                registers.append(self._register(index, name, pins))
            elif cell["type"] in GATES:
                self._gate(index, cell["type"], pins)
            else:
                raise self._fault(
                    name,
                    f"the cell type {cell['type']} is not modelled in the simulation of netlists",
                )
        driven = {
            *(one.output for one in (*self.gates, *registers)),
            *(net for bits in inputs.values() for net in bits),
        }
        self._tie(net for net in self.numbers.values() if net not in driven)
        names = (*self.cells, "constants")
        gates = in_order(self.gates, names, self.file)
        sites = tuple(Site(name, 0, 0) for name in names)
        return TimedNetlist(sites, len(self.numbers), gates, tuple(registers), (), inputs, outputs)

    def _gate(self, index: int, kind: str, pins: Mapping[str, object]) -> None:
        inputs, function = GATES[kind]
        columns = _COLUMNS[len(inputs)]
        table = function(*columns) & (1 << (1 << len(inputs))) - 1
        arcs = tuple(Arc(self._net(pins[pin]), 0, STEP_PS) for pin in inputs)
        self.gates.append(Gate(index, self._net(pins["Y"]), table, arcs))

    def _register(self, index: int, name: str, pins: Mapping[str, object]) -> Register:
        if pins["C"] != self.clock:
            raise self._fault(
                name,
                "a flip-flop has another clock than the design",
                "the simulation of netlists knows one clock",
            )
        start = self.starts.get(pins["Q"], self.chance.getrandbits(1))
        return Register(
            index, self._net(pins["Q"]), STEP_PS, Arc(self._net(pins["D"]), 0, 0), None, None, start
        )

    def _initial_values(self) -> dict[object, int]:
        """What flip-flops start with, by the net that they drive; those that are not told are
        missing.
        """
        found: dict[object, int] = {}
        for net in self.module["netnames"].values():
            digits = reversed(net["attributes"].get("init", ""))
            found |= {bit: int(digit) for bit, digit in zip(net["bits"], digits) if digit in "01"}
        return found

    def _ports(self, direction: str) -> dict[str, tuple[int, ...]]:
        ports = self.module["ports"].items()
        return {
            name: tuple(map(self._net, port["bits"]))
            for name, port in ports
            if port["direction"] == direction
        }

    def _net(self, bit: object) -> int:
        return self.numbers.setdefault(bit, len(self.numbers))

    def _tie(self, undriven: Iterator[int]) -> None:
        """A constant drives what no cell and no port drives: the constants themselves, and what is
        undefined.
        """
        bits = {number: bit for bit, number in self.numbers.items()}
        for net in undriven:
            value = int(str(bits[net])) if bits[net] in ("0", "1") else self.chance.getrandbits(1)
            self.gates.append(Gate(len(self.cells), net, value, ()))

    def _fault(self, cell: str, what: str, fix: str = "") -> CryptagonError:
        return CryptagonError(what, where=str(self.file), why=f"cell {cell}", fix=fix)
