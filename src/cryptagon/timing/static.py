"""Static timing: the longest paths of a netlist, whether or not any data ever takes them."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.timing.netlist import Arc, TimedNetlist


@dataclass(frozen=True)
class Longest:
    """Delays in ps from one clock edge to the next, setup time included, and the cells of the
    slowest path; 0 where there is no path.

    `registers` is from register to register: what place and route reports. `ports` is over the
    paths that begin or end at a port, which it does not time; inputs change with the clock's edge.
    """

    registers: int
    ports: int
    path: tuple[str, ...]


def longest_paths(netlist: TimedNetlist) -> Longest:
    """The longest paths."""
    from_registers = _Arrivals(
        netlist, {register.output: register.clock_to_output_ps for register in netlist.registers}
    )
    from_ports = _Arrivals(netlist, {net: 0 for bits in netlist.inputs.values() for net in bits})
    ends = list(_ends(netlist))
    slowest = max(ends, key=lambda end: from_registers.at(end[1]), default=None)
    outputs = [net for bits in netlist.outputs.values() for net in bits]
    to_outputs = [
        arrivals.latest[net] or 0 for arrivals in (from_registers, from_ports) for net in outputs
    ]
    path = (*from_registers.path(slowest[1].net), netlist.sites[slowest[0]].name) if slowest else ()
    return Longest(
        registers=from_registers.at(slowest[1]) if slowest else 0,
        ports=max([*(from_ports.at(arc) for _, arc in ends), *to_outputs], default=0),
        path=path,
    )


class _Arrivals:
    """When each net changes last; None where nothing that starts reaches it."""

    def __init__(self, netlist: TimedNetlist, starts: dict[int, int]) -> None:
        self.netlist = netlist
        self.latest: list[int | None] = [starts.get(net) for net in range(netlist.nets)]
        self.cause: dict[int, tuple[int, int]] = {}
        self.start = {register.output: register.cell for register in netlist.registers}
        for gate in netlist.gates:
            best = max(gate.arcs, key=self.at, default=None)
            if best is not None and self.latest[best.net] is not None:
                self.latest[gate.output] = self.at(best)
                self.cause[gate.output] = (gate.cell, best.net)

    def at(self, arc: Arc) -> int:
        """The time at the far end of an arc; 0 where nothing arrives."""
        latest = self.latest[arc.net]
        return 0 if latest is None else latest + arc.wire_ps + arc.cell_ps

    def path(self, net: int) -> list[str]:
        """The cells on the slowest way to a net, from its start."""
        cells = []
        while net in self.cause:
            cell, net = self.cause[net]
            cells.append(self.netlist.sites[cell].name)
        if net in self.start:
            cells.append(self.netlist.sites[self.start[net]].name)
        return cells[::-1]


def _ends(netlist: TimedNetlist) -> Iterator[tuple[int, Arc]]:
    """Every pin that a clock edge looks at, with its cell."""
    for register in netlist.registers:
        yield register.cell, register.data
        for control in (register.enable, register.reset):
            if control:
                yield register.cell, control.arc
    for ram in netlist.rams:
        yield from ((ram.cell, arc) for arc in (*ram.address, ram.data))
        if ram.enable:
            yield ram.cell, ram.enable.arc
