"""Binary AIGER files (A.

Biere, K. Heljanko, S. Wieringa: AIGER 1.9 and beyond, 2011): read those of Yosys, write those for
ABC.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.prove.graph import Graph


@dataclass(frozen=True)
class Register:
    """`node` is its value in this cycle, `next` the literal of its value in the next one."""

    node: int
    next: int


@dataclass(frozen=True)
class Network:
    """A clocked design: inputs and outputs by name, one literal a bit.

    What the registers hold at first is not said here.
    """

    graph: Graph
    inputs: dict[str, int]
    outputs: dict[str, int]
    registers: tuple[Register, ...]


def read_network(path: Path) -> Network:
    """What Yosys' `write_aiger -symbols` has written. Names are as `port` or `port[3]`."""
    content = path.read_bytes()
    header, place = _line(content, 0)
    _, _, inputs, latches, outputs, ands = header.split()[:6]
    counts = tuple(map(int, (inputs, latches, outputs, ands)))
    return _Reader(content, place, *counts).network()


def _line(content: bytes, place: int) -> tuple[str, int]:
    end = content.index(b"\n", place)
    return content[place:end].decode(), end + 1


@dataclass
class _Reader:
    content: bytes
    place: int
    inputs: int
    latches: int
    outputs: int
    ands: int

    def network(self) -> Network:
        graph = Graph()
        literals = [0, *(graph.free() for _ in range(self.inputs + self.latches))]
        nexts = [int(self._text().split()[0]) for _ in range(self.latches)]
        outs = [int(self._text()) for _ in range(self.outputs)]
        for number in range(
            self.inputs + self.latches + 1, self.inputs + self.latches + self.ands + 1
        ):
            left = 2 * number - self._delta()
            right = left - self._delta()
            literals.append(
                graph.both(literals[left >> 1] ^ (left & 1), literals[right >> 1] ^ (right & 1))
            )
        made = [literals[literal >> 1] ^ (literal & 1) for literal in (*nexts, *outs)]
        names = self._symbols()
        registers = tuple(
            Register(1 + self.inputs + place, made[place]) for place in range(self.latches)
        )
        ins = {
            names.get(f"i{place}", f"free {place}"): 2 * (1 + place) for place in range(self.inputs)
        }
        return Network(
            graph,
            ins,
            {names[f"o{place}"]: made[self.latches + place] for place in range(self.outputs)},
            registers,
        )

    def _text(self) -> str:
        text, self.place = _line(self.content, self.place)
        return text

    def _delta(self) -> int:
        value = shift = 0
        while True:
            byte = self.content[self.place]
            self.place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def _symbols(self) -> dict[str, str]:
        names = {}
        while self.place < len(self.content):
            line = self._text()
            if line == "c":
                break
            key, _, name = line.partition(" ")
            names[key] = name
        return names


def write_network(path: Path, graph: Graph, bad: int, registers: Sequence[Register]) -> list[int]:
    """Write a file with the one output `bad`; the registers, of those that it depends on, are 0 at
    first.

    Returns the nodes of the inputs, in the file's order.
    """
    kept = {register.node: register for register in reached(graph, bad, registers)}
    cone = graph.cone([bad, *(register.next for register in kept.values())])
    inputs = [node for node in cone[1:] if graph.gates[node] is None and node not in kept]
    gates = [node for node in cone if graph.gates[node] is not None]
    number = {node: place for place, node in enumerate([0, *inputs, *kept, *gates])}
    lines = [f"aig {len(number) - 1} {len(inputs)} {len(kept)} 1 {len(gates)}"]
    lines += [str(_renumbered(register.next, number)) for register in kept.values()]
    lines.append(str(_renumbered(bad, number)))
    path.write_bytes(
        "\n".join([*lines, ""]).encode() + b"".join(_gate(graph, node, number) for node in gates)
    )
    return inputs


def reached(graph: Graph, bad: int, registers: Sequence[Register]) -> list[Register]:
    """The registers that `bad` depends on, over any number of cycles, in their order."""
    by_node = {register.node: register for register in registers}
    found: set[int] = set()
    waiting = [bad]
    while waiting:
        new = {node for node in graph.cone(waiting) if node in by_node} - found
        found |= new
        waiting = [by_node[node].next for node in new]
    return [register for register in registers if register.node in found]


def _renumbered(literal: int, number: Mapping[int, int]) -> int:
    return 2 * number[literal >> 1] | (literal & 1)


def _gate(graph: Graph, node: int, number: Mapping[int, int]) -> bytes:
    gate = graph.gates[node]
    assert gate is not None
    low, high = sorted(_renumbered(literal, number) for literal in gate)
    return _code(2 * number[node] - high) + _code(high - low)


def _code(value: int) -> bytes:
    code = bytearray()
    while value > 0x7F:
        code.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*code, value])
