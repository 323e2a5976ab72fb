"""Static timing of a mapped netlist before layout: the shortest clock period at which every
register gets its data in time.

The delay of a gate and the slew behind it are looked up in the library's tables by the slew before
it and the load at its output: the pins it drives and the wire that the library expects for so many.
At a net that several arcs lead to, the latest arrival and the slowest slew are taken, each for
itself; every arc counts, whatever its condition. The clock is ideal: it reaches all registers at
once, as a step. Paths from and to ports are not timed, as on FPGAs; nor are asynchronous set and
reset.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cryptagon.asic.library import FALL, RISE, Arc, Library, WireLoad
from cryptagon.asic.netlist import Gate, MappedNetlist, Net
from cryptagon.errors import CryptagonError

CLOCK_SLEW_NS = 0.0
_EDGE_NAMES = ("rise", "fall")


class UntimedError(CryptagonError):
    """A design for which there is no one clock period; `what` says why."""


@dataclass(frozen=True)
class Timing:
    """The shortest period, what determines it, and on how many nets the load is beyond what the
    cell that drives it is made for.

    `critical_path` is a summary and then one line a gate.
    """

    period_ns: float
    critical_path: tuple[str, ...]
    overloaded: int

    @property
    def fmax_mhz(self) -> float:
        """The clock frequency of that period, MHz."""
        return 1e3 / self.period_ns


@dataclass(frozen=True)
class _Arrival:
    """The latest time (ns) at which an edge is at a net, by which arc and from which edge at the
    gate's input.
    """

    time: float
    gate: Gate
    arc: Arc
    edge_before: int


@dataclass
class _Net:
    """What is known of a net: its load by edge, and for each edge the latest arrival and the
    slowest slew.
    """

    load: list[float] = field(default_factory=lambda: [0.0, 0.0])
    fanout: int = 0
    arrivals: list[_Arrival | None] = field(default_factory=lambda: [None, None])
    slews: list[float] = field(default_factory=lambda: [0.0, 0.0])


def analyse(netlist: MappedNetlist, library: Library) -> Timing:
    """The timing of a netlist.

    Raises UntimedError when it has no path between registers, a loop, latches, or not one clock.
    """
    clock = _clock(netlist)
    nets = _loads(netlist, library.wire_load)
    for gate in _in_order(netlist):
        _pass_on(gate, nets)
    end = max(_ends(netlist, nets), key=lambda end: end.period, default=None)
    if end is None:
        raise UntimedError(
            "no path leads from register to register, so there is no clock frequency"
        )
    return Timing(end.period, _path(end, nets, netlist.names), _overloaded(netlist, nets, clock))


def _clock(netlist: MappedNetlist) -> Net | None:
    """The one net that clocks all registers; None where there are none."""
    latches = [gate for gate in netlist.gates if gate.cell.kind == "latch"]
    if latches:
        raise UntimedError(
            f"the netlist has {len(latches)} latches, such as {latches[0].name} ({latches[0].cell.name})"
        )
    clocks: dict[tuple[Net | None, int], Gate] = {}
    for gate in netlist.gates:
        for pin in gate.cell.pins.values():
            for arc in pin.arcs:
                if arc.clocked and pin.name in gate.nets:
                    clocks.setdefault((gate.nets.get(arc.related), arc.edges[0][0]), gate)
    if len(clocks) > 1:
        found = ", ".join(
            f"{_EDGE_NAMES[edge]} of {netlist.names.get(net or 0, 'a constant')}"
            for net, edge in clocks
        )
        raise UntimedError(f"there are several clocks: {found}")
    for net, _ in clocks:
        if net not in netlist.inputs:
            raise UntimedError(
                f"the clock {netlist.names.get(net or 0, 'is constant and')} does not come from a port"
            )
    return next((net for net, _ in clocks), None)


def _loads(netlist: MappedNetlist, wire_load: WireLoad | None) -> Mapping[Net, _Net]:
    nets: defaultdict[Net, _Net] = defaultdict(_Net)
    for gate in netlist.gates:
        for name in gate.cell.inputs:
            if name in gate.nets:
                net, pin = nets[gate.nets[name]], gate.cell.pins[name]
                net.fanout += 1
                net.load = [
                    load + capacitance for load, capacitance in zip(net.load, pin.capacitance)
                ]
    for number in netlist.outputs:
        nets[number].fanout += 1
    for net in nets.values():
        wire = wire_load.of(net.fanout) if wire_load else 0.0
        net.load = [load + wire for load in net.load]
    return nets


def _in_order(netlist: MappedNetlist) -> Iterator[Gate]:
    """The flip-flops, and then the gates so that each comes after those that drive it."""
    drivers = {
        net: gate for gate in netlist.gates if gate.cell.kind == "gate" for net in _driven(gate)
    }
    waiting = {
        gate.name: {gate.nets[pin] for pin in gate.cell.inputs if gate.nets.get(pin) in drivers}
        for gate in drivers.values()
    }
    readers: defaultdict[Net, list[Gate]] = defaultdict(list)
    for gate in {gate.name: gate for gate in drivers.values()}.values():
        for net in waiting[gate.name]:
            readers[net].append(gate)
    yield from (gate for gate in netlist.gates if gate.cell.kind != "gate")
    ready = [gate for gate in netlist.gates if gate.name in waiting and not waiting[gate.name]]
    while ready:
        gate = ready.pop()
        waiting.pop(gate.name)
        yield gate
        for net in _driven(gate):
            for reader in readers[net]:
                waiting[reader.name].discard(net)
                if not waiting[reader.name]:
                    ready.append(reader)
    if waiting:
        raise UntimedError(
            f"there is a loop without a register: {' to '.join(_loop(waiting, drivers, netlist.names))}"
        )


def _driven(gate: Gate) -> Iterator[Net]:
    return (
        gate.nets[pin.name]
        for pin in gate.cell.pins.values()
        if pin.direction == "output" and pin.name in gate.nets
    )


def _loop(
    waiting: Mapping[str, set[Net]], drivers: Mapping[Net, Gate], names: Mapping[Net, str]
) -> list[str]:
    """The nets of one loop, backwards from any gate that waits: each waits for another one that
    does.
    """
    seen: list[Net] = []
    net = next(iter(next(iter(waiting.values()))))
    while net not in seen:
        seen.append(net)
        net = next(
            before for before in waiting[drivers[net].name] if drivers[before].name in waiting
        )
    loop = [names.get(one, str(one)) for one in reversed(seen[seen.index(net) :])]
    return [*loop, loop[0]]


def _pass_on(gate: Gate, nets: Mapping[Net, _Net]) -> None:
    """Bring what is known at a gate's inputs to its outputs."""
    for pin in gate.cell.pins.values():
        if pin.name not in gate.nets:
            continue
        net = nets[gate.nets[pin.name]]
        for arc in pin.arcs:
            for before, edge in arc.edges:
                start = _start(gate, arc, before, nets)
                if start:
                    _arrive(net, edge, start, _Arrival(0.0, gate, arc, before))


def _start(gate: Gate, arc: Arc, edge: int, nets: Mapping[Net, _Net]) -> tuple[float, float] | None:
    """Time and slew at the begin of an arc; None where nothing comes from a register: at a
    constant, or from a port.
    """
    if arc.clocked:
        return 0.0, CLOCK_SLEW_NS
    net = nets[gate.nets[arc.related]] if arc.related in gate.nets else None
    arrival = net.arrivals[edge] if net else None
    return (arrival.time, net.slews[edge]) if net and arrival else None


def _arrive(net: _Net, edge: int, start: tuple[float, float], by: _Arrival) -> None:
    """An edge with the time and slew of `start` before the arc of `by` comes to the net
    behind it.
    """
    delay, slew = by.arc.delay[edge], by.arc.slew[edge]
    assert delay is not None
    assert slew is not None  # the library's reader sees to both
    time = start[0] + delay.at(start[1], net.load[edge])
    net.slews[edge] = max(net.slews[edge], slew.at(start[1], net.load[edge]))
    known = net.arrivals[edge]
    if known is None or time > known.time:
        net.arrivals[edge] = replace(by, time=time)


@dataclass(frozen=True)
class _End:
    """Where a path ends: the data pin of a register, and the period that it asks for."""

    period: float
    setup: float
    gate: Gate
    net: Net
    edge: int


def _ends(netlist: MappedNetlist, nets: Mapping[Net, _Net]) -> Iterator[_End]:
    for gate in netlist.gates:
        for pin in gate.cell.pins.values():
            for check in pin.setups if pin.name in gate.nets else ():
                number = gate.nets[pin.name]
                for edge in (RISE, FALL):
                    arrival, table = nets[number].arrivals[edge], check.times[edge]
                    if arrival and table:
                        setup = table.at(CLOCK_SLEW_NS, nets[number].slews[edge])
                        yield _End(arrival.time + setup, setup, gate, number, edge)


def _path(end: _End, nets: Mapping[Net, _Net], names: Mapping[Net, str]) -> tuple[str, ...]:
    """The path backwards from its end, told forwards."""
    lines: list[str] = []
    number, edge, start = end.net, end.edge, end.net
    while True:
        start, net = number, nets[number]
        arrival = net.arrivals[edge]
        assert arrival is not None
        arc = arrival.arc
        came_from = (
            None
            if arc.clocked
            else nets[arrival.gate.nets[arc.related]].arrivals[arrival.edge_before]
        )
        delay = arrival.time - (came_from.time if came_from else 0.0)
        lines.append(
            f"{delay:.3f} ns {arrival.gate.cell.name}: {_name(number, names)} {_EDGE_NAMES[edge]}, to {net.fanout} pins"
        )
        if came_from is None:
            break
        number, edge = arrival.gate.nets[arc.related], arrival.edge_before
    register = next(_driven(end.gate), end.net)
    summary = f"{_name(start, names)} to {_name(register, names)}: {end.period:.3f} ns, {len(lines) - 1} levels of logic"
    return (summary, *reversed(lines), f"{end.setup:.3f} ns setup of {end.gate.cell.name}")


def _name(net: Net, names: Mapping[Net, str]) -> str:
    return names.get(net, str(net))


def _overloaded(netlist: MappedNetlist, nets: Mapping[Net, _Net], clock: Net | None) -> int:
    """The number of nets whose load exceeds the maximum of the pin that drives it."""
    return sum(
        max(nets[gate.nets[pin.name]].load) > pin.max_capacitance
        for gate in netlist.gates
        for pin in gate.cell.pins.values()
        if pin.direction == "output"
        and pin.max_capacitance
        and pin.name in gate.nets
        and gate.nets[pin.name] != clock
    )
