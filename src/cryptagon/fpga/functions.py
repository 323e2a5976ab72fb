"""What the nets of a gate-level netlist compute, told apart by their values for many random inputs
at once.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

GROUP = 1024
PATTERNS = 3 * GROUP
"""Random inputs, a bit of an integer each: a third each of ones and zeros alike, of many ones, and
of many zeros.
"""
LEAST_ONES = 4
"""A function with fewer ones, or fewer zeros, is not told apart from others."""

ALL = (1 << PATTERNS) - 1
GATES: Mapping[str, tuple[str, Callable[..., int]]] = {
    "$_BUF_": ("A", lambda a: a),
    "$_NOT_": ("A", lambda a: ~a & ALL),
    "$_AND_": ("AB", lambda a, b: a & b),
    "$_NAND_": ("AB", lambda a, b: ~(a & b) & ALL),
    "$_OR_": ("AB", lambda a, b: a | b),
    "$_NOR_": ("AB", lambda a, b: ~(a | b) & ALL),
    "$_XOR_": ("AB", lambda a, b: a ^ b),
    "$_XNOR_": ("AB", lambda a, b: ~(a ^ b) & ALL),
    "$_ANDNOT_": ("AB", lambda a, b: a & ~b),
    "$_ORNOT_": ("AB", lambda a, b: (a | ~b) & ALL),
    "$_MUX_": ("ABS", lambda a, b, s: (a & ~s) | (b & s)),
}
Net = int | str
Name = tuple[str, int]


class Functions:
    """The values of all nets of a module, whose cells are gates of Yosys and, where paths end,
    others.

    What registers, memories and ports drive has a random value that goes with its name, so that it
    is the same in any netlist that has the name; a net without a name that `known` has too has no
    value, nor has what depends on it. What nothing drives, such as the pin of a table that needs
    fewer, is 0.
    """

    def __init__(self, module: Mapping[str, Any], known: "Functions | None" = None) -> None:
        self.gates = {
            cell["connections"]["Y"][0]: cell
            for cell in module["cells"].values()
            if cell["type"] in GATES
        }
        self.nets: dict[Name, Net] = {
            (name, n): bit
            for name, net in module["netnames"].items()
            for n, bit in enumerate(net["bits"])
        }
        self.free: dict[Name, int] = known.free if known else self._invented()
        self.values: dict[Net, int | None] = {
            "0": 0,
            "1": ALL,
            **dict.fromkeys(set(self.nets.values()) - _driven(module), 0),
        }
        for name, net in self.nets.items():
            if net not in self.gates and name in self.free:
                self.values.setdefault(net, self.free[name])
        self.order = list(self._in_order())

    def of(self, name: Name) -> int | None:
        """What a net computes, the same number for a function and its complement; None where that
        is not known or says too little.
        """
        return self.of_net(self.nets.get(name, "x"))

    def of_net(self, net: Net) -> int | None:
        """As `of`."""
        value = self.values.get(net)
        if value is None:
            return None
        least = min(value.bit_count(), PATTERNS - value.bit_count())
        return min(value, ~value & ALL) if least >= LEAST_ONES else None

    def _invented(self) -> dict[Name, int]:
        names: dict[Net, list[Name]] = defaultdict(list)
        for name, net in self.nets.items():
            if isinstance(net, int) and net not in self.gates:
                names[net].append(name)
        return {name: _random(min(alike)) for alike in names.values() for name in alike}

    def _in_order(self) -> Iterator[Net]:
        """The nets that gates drive, each behind those that it depends on, with its value found."""
        for begin in self.gates:
            waiting = [begin]
            while waiting:
                net = waiting[-1]
                missing = (
                    []
                    if net in self.values
                    else [
                        one
                        for one in self._inputs(net)
                        if one in self.gates and one not in self.values
                    ]
                )
                if missing:
                    waiting += missing
                    continue
                waiting.pop()
                if net not in self.values:
                    self.values[net] = self._value(net)
                    yield net

    def _inputs(self, net: Net) -> Sequence[Net]:
        cell = self.gates[net]
        return [cell["connections"][pin][0] for pin in GATES[cell["type"]][0]]

    def _value(self, net: Net) -> int | None:
        operands = [self.values.get(one) for one in self._inputs(net)]
        return None if None in operands else GATES[self.gates[net]["type"]][1](*operands)


def _driven(module: Mapping[str, Any]) -> set[Net]:
    """The nets that a cell or a port drives, and constants."""
    ports = (port["bits"] for port in module["ports"].values() if port["direction"] == "input")
    cells = (
        bits
        for cell in module["cells"].values()
        for pin, bits in cell["connections"].items()
        if _drives(cell, pin)
    )
    return {"0", "1", "x", "z"}.union(*ports, *cells)


def _drives(cell: Mapping[str, Any], pin: str) -> bool:
    """Of a cell that Yosys knows nothing of, any pin may drive."""
    return cell.get("port_directions", {}).get(pin) != "input"


def _random(name: Name) -> int:
    """Of a comparison of many bits, even inputs would hardly ever show a one."""
    draw = random.Random(f"{name[0]}[{name[1]}]").getrandbits
    even, ones, zeros = (
        draw(GROUP),
        draw(GROUP) | draw(GROUP) | draw(GROUP),
        draw(GROUP) & draw(GROUP) & draw(GROUP),
    )
    return even | ones << GROUP | zeros << 2 * GROUP
