"""And-inverter graphs: read from AIGER files as Yosys writes them, put together, evaluated, and
written for ABC.

A literal is twice the number of a node, plus one where it is inverted; 0 and 1 are the constants.
See A. Biere, K. Heljanko, S. Wieringa, "AIGER 1.9 and beyond" (2011).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FALSE, TRUE = 0, 1
Bit = tuple[str, int]
NAMED = re.compile(r"^(.*)\[(\d+)\]$")


@dataclass(frozen=True)
class AigNetlist:
    """A network read from a file: literals by the names of signals and their bits; `ands` are the
    two inputs of each gate, in order.

    `inputs`, and `latches` by the first of their names that the reader was told to prefer, are
    literals of nodes; `next` gives what each latch takes over at the end of a cycle.
    """

    inputs: dict[Bit, int]
    nameless: tuple[int, ...]
    latches: dict[Bit, int]
    next: dict[Bit, int]
    outputs: dict[Bit, int]
    first_gate: int
    ands: tuple[tuple[int, int], ...]


def read_netlist(file: Path, registers: Iterable[str] = ()) -> AigNetlist:
    """A binary AIGER file with symbols.

    A latch has the name of every wire on it: `registers` are the names to know latches by.
    """
    data = file.read_bytes()
    head, _, rest = data.partition(b"\n")
    _, inputs, latches, outputs, gates, *_ = map(int, head.split()[1:])
    lines = rest.split(b"\n", latches + outputs)
    following = [int(line.split()[0]) for line in lines[:latches]]
    driven = [int(line) for line in lines[latches : latches + outputs]]
    first = 1 + inputs + latches
    ands, at = _gates(lines[latches + outputs], first, gates)
    symbols = _symbols(lines[latches + outputs][at:].decode())
    wanted = set(registers)
    known = {i: _bit(symbols[f"i{i}"].split(" ")[0]) for i in range(inputs) if f"i{i}" in symbols}
    names = {
        bit: n
        for n in range(latches)
        for bit in map(_bit, symbols.get(f"l{n}", "").split(" "))
        if bit[0] in wanted
    }
    return AigNetlist(
        inputs={bit: 2 * (1 + i) for i, bit in known.items()},
        nameless=tuple(2 * (1 + i) for i in range(inputs) if i not in known),
        latches={bit: 2 * (1 + inputs + n) for bit, n in names.items()},
        next={bit: following[n] for bit, n in names.items()},
        outputs={
            _bit(name): driven[n]
            for n in range(outputs)
            for name in symbols.get(f"o{n}", f"?{n}").split(" ")
        },
        first_gate=first,
        ands=tuple(ands),
    )


def _gates(data: bytes, first: int, count: int) -> tuple[list[tuple[int, int]], int]:
    """The inputs of each gate, and where the symbols begin."""
    found, at = [], 0
    for node in range(first, first + count):
        deltas = []
        for _ in range(2):
            delta = shift = 0
            while data[at] & 128:
                delta |= (data[at] & 127) << shift
                shift, at = shift + 7, at + 1
            deltas.append(delta | data[at] << shift)
            at += 1
        left = 2 * node - deltas[0]
        found.append((left, left - deltas[1]))
    return found, at


def _symbols(text: str) -> dict[str, str]:
    lines = text.partition("\nc\n")[0].split("\n")
    return dict(line.split(" ", 1) for line in lines if re.match(r"[ilo]\d+ ", line))


def _bit(name: str) -> Bit:
    indexed = NAMED.match(name)
    return (indexed[1], int(indexed[2])) if indexed else (name, 0)


@dataclass
class Aig:
    """A network under construction. No gate is made twice, none of which an input is constant."""

    inputs: list[Bit] = field(default_factory=list)
    literal_of: dict[Bit, int] = field(default_factory=dict)
    gates: list[tuple[int, int]] = field(default_factory=list)
    _known: dict[tuple[int, int], int] = field(default_factory=dict)

    def input(self, bit: Bit) -> int:
        """The input of that name; all inputs come before the first gate."""
        if bit not in self.literal_of:
            assert not self.gates, "inputs come first"
            self.inputs.append(bit)
            self.literal_of[bit] = 2 * len(self.inputs)
        return self.literal_of[bit]

    def both(self, a: int, b: int) -> int:
        """AND."""
        if a > b:
            a, b = b, a
        if a == FALSE or a ^ 1 == b:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self._known.get((a, b))
        if found is None:
            self.gates.append((a, b))
            found = self._known[a, b] = 2 * (len(self.inputs) + len(self.gates))
        return found

    def either(self, literals: Iterable[int]) -> int:
        """OR of any number, as a balanced tree."""
        level = [literal for literal in dict.fromkeys(literals) if literal != FALSE]
        while len(level) > 1:
            level = [
                self.both(level[i] ^ 1, level[i + 1] ^ 1) ^ 1 if i + 1 < len(level) else level[i]
                for i in range(0, len(level), 2)
            ]
        return level[0] if level else FALSE

    def differ(self, a: int, b: int) -> int:
        """Exclusive OR."""
        return self.both(self.both(a, b) ^ 1, self.both(a ^ 1, b ^ 1) ^ 1)

    def add(self, netlist: AigNetlist, given: Mapping[int, int]) -> list[int]:
        """Copies a netlist's gates, `given` literals in place of those of its inputs and latches;
        returns its nodes' new literals.
        """
        new = [FALSE] * (netlist.first_gate + len(netlist.ands))
        for old, literal in given.items():
            new[old >> 1] = literal
        both, node = self.both, netlist.first_gate
        for left, right in netlist.ands:
            new[node] = both(new[left >> 1] ^ (left & 1), new[right >> 1] ^ (right & 1))
            node += 1
        return new

    def write(self, file: Path, output: int) -> None:
        """Writes the network with one output."""
        count = len(self.inputs)
        body = bytearray()
        for number, (a, b) in enumerate(self.gates):
            node = 2 * (1 + count + number)
            body += _delta(node - max(a, b)) + _delta(abs(a - b))
        head = f"aig {count + len(self.gates)} {count} 0 1 {len(self.gates)}\n{output}\n"
        file.write_bytes(head.encode() + bytes(body))

    def evaluate(self, values: Sequence[int]) -> list[int]:
        """The value of every node under values of the inputs."""
        found = [0, *values]
        for a, b in self.gates:
            found.append((found[a >> 1] ^ a & 1) & (found[b >> 1] ^ b & 1))
        return found


def _delta(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    groups = [number >> shift & 127 for shift in range(0, max(1, number.bit_length()), 7)]
    return bytes([*(group | 128 for group in groups[:-1]), groups[-1]])
