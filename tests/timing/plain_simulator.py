"""The rules of docs/timing.md in the plainest way: a heap of events in Python, for netlists without
reset, enable and RAM.

An oracle for the compiled simulator, which keeps its events in a ring and counts its fan-out in
arrays.
"""

import heapq
import random
from itertools import count

from cryptagon.timing.netlist import Arc, Gate, Register, Site, TimedNetlist

WIDTH = 4
CLK, RST, VALID, READY_IN, READY_OUT = range(5)
INPUTS = range(5, 5 + WIDTH)
SOURCES = range(5 + WIDTH, 5 + 2 * WIDTH)
SINKS = range(5 + 2 * WIDTH, 5 + 3 * WIDTH)
VALIDS = range(5 + 3 * WIDTH, 7 + 3 * WIDTH)
FIRST = 7 + 3 * WIDTH


def random_netlist(seed: int, size: int = 14) -> TimedNetlist:
    """Registers on the inputs, gates of one to three inputs between them and the registers on the
    outputs, all delays random.
    """
    source = random.Random(seed)

    def arc(net: int, least: int, most: int) -> Arc:
        return Arc(net, source.randint(20, 900), source.randint(least, most))

    gates, nets = [], list(SOURCES)
    for number in range(size):
        arcs = tuple(arc(net, 100, 400) for net in source.sample(nets, source.randint(1, 3)))
        gates.append(Gate(0, FIRST + number, source.getrandbits(1 << len(arcs)), arcs))
        nets.append(FIRST + number)
    pairs = [
        *zip(INPUTS, SOURCES),
        *zip(nets[-WIDTH:], SINKS),
        (VALID, VALIDS[0]),
        (VALIDS[0], VALIDS[1]),
    ]
    registers = tuple(
        Register(0, output, source.randint(300, 500), arc(data, 0, 60), None, None, 0)
        for data, output in pairs
    )
    gates.append(Gate(0, READY_IN, 1, ()))
    inputs = {
        "clk": (CLK,),
        "rst": (RST,),
        "in_valid": (VALID,),
        "out_ready": (READY_OUT,),
        "in": tuple(INPUTS),
    }
    outputs = {"in_ready": (READY_IN,), "out_valid": (VALIDS[1],), "out": tuple(SINKS)}
    return TimedNetlist(
        (Site("cell", 0, 0),), FIRST + size, tuple(gates), registers, (), inputs, outputs
    )


class PlainSimulator:
    """One netlist at one period; the registers on the inputs are set by hand, a word a cycle."""

    def __init__(self, netlist: TimedNetlist, period: int) -> None:
        self.netlist, self.period = netlist, period
        self.values = [0] * netlist.nets
        for gate in netlist.gates:
            self.values[gate.output] = _output(gate, [self.values[arc.net] for arc in gate.arcs])
        self.pins = {
            (id(gate), place): self.values[arc.net]
            for gate in netlist.gates
            for place, arc in enumerate(gate.arcs)
        }
        self.data = {
            register.output: self.values[register.data.net] for register in netlist.registers
        }
        self.target = {gate.output: self.values[gate.output] for gate in netlist.gates}
        self.pending: dict[int, int] = {}
        self.events: list[tuple[int, int, str, object, int]] = []
        self.order = count()

    def outputs(self, words: list[int]) -> list[int]:
        """What the output registers hold, two edges after each word came to the inputs."""
        results = []
        for cycle, word in enumerate([*words, 0]):
            edge = (cycle + 1) * self.period
            self._until(edge)
            for place, net in enumerate(SOURCES):
                self.data[net] = word >> place & 1
            for register in self.netlist.registers:
                self._post(
                    edge + register.clock_to_output_ps,
                    "net",
                    register.output,
                    self.data[register.output],
                )
            results.append(sum(self.data[net] << place for place, net in enumerate(SINKS)))
        return results[1:]

    def _until(self, edge: int) -> None:
        while self.events and self.events[0][0] <= edge:
            now, number, kind, what, value = heapq.heappop(self.events)
            if kind == "net" and isinstance(what, int):
                self._change(now, what, value)
            elif kind == "pin" and isinstance(what, tuple):
                gate, place = what
                self._arrive(now, gate, place, value)
            elif (
                kind == "gate"
                and isinstance(what, Gate)
                and self.pending.get(what.output) == number
            ):
                del self.pending[what.output]
                self._change(now, what.output, value)
            elif kind == "data" and isinstance(what, int):
                self.data[what] = value

    def _change(self, now: int, net: int, value: int) -> None:
        if self.values[net] == value:
            return
        self.values[net] = value
        for gate in self.netlist.gates:
            for place, arc in enumerate(gate.arcs):
                if arc.net == net:
                    self._post(now + arc.wire_ps, "pin", (gate, place), value)
        for register in self.netlist.registers:
            if register.data.net == net and register.output not in SOURCES:
                self._post(
                    now + register.data.wire_ps + register.data.cell_ps,
                    "data",
                    register.output,
                    value,
                )

    def _arrive(self, now: int, gate: Gate, place: int, value: int) -> None:
        self.pins[id(gate), place] = value
        output = _output(gate, [self.pins[id(gate), each] for each in range(len(gate.arcs))])
        if output == self.target[gate.output]:
            return
        self.target[gate.output] = output
        if gate.output in self.pending:
            del self.pending[gate.output]
        else:
            self.pending[gate.output] = self._post(
                now + gate.arcs[place].cell_ps, "gate", gate, output
            )

    def _post(self, time: int, kind: str, what: object, value: int) -> int:
        number = next(self.order)
        heapq.heappush(self.events, (time, number, kind, what, value))
        return number


def _output(gate: Gate, inputs: list[int]) -> int:
    return gate.table >> sum(value << place for place, value in enumerate(inputs)) & 1
