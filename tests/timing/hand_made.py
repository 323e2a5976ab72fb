"""Netlists made by hand, whose critical path is arithmetic, and a stimulus for them."""

from dataclasses import replace

from cryptagon.simulate.levels import Item, Stream
from cryptagon.timing.netlist import Arc, Gate, Register, Site, TimedNetlist
from cryptagon.timing.stimulus import Channel, Stimulus

CLOCK_TO_OUTPUT, SETUP, HOLD = 400, 30, 200
WIRE, CELL = 110, 180
BUFFER, INVERTER, ONE = 0b10, 0b01, 0b1

CLK, RST, IN, IN_VALID, OUT_READY, READY, R0, V0, R1, V1, FIRST_GATE = range(11)


def chain(length: int) -> TimedNetlist:
    """A bit from register to register through `length` inverters, with a valid bit beside it;
    nothing holds it back.
    """
    nets = [R0, *(FIRST_GATE + index for index in range(length))]
    inverters = tuple(
        Gate(index, nets[index + 1], INVERTER, (Arc(nets[index], WIRE, CELL),))
        for index in range(length)
    )
    gates = (*inverters, Gate(length, READY, ONE, ()))
    registers = tuple(
        Register(
            length + 1 + index, output, CLOCK_TO_OUTPUT, Arc(data, WIRE, SETUP, HOLD), None, None, 0
        )
        for index, (data, output) in enumerate([(IN, R0), (IN_VALID, V0), (nets[-1], R1), (V0, V1)])
    )
    sites = tuple(Site(f"cell{index}", index, index) for index in range(length + 5))
    inputs = {
        "clk": (CLK,),
        "rst": (RST,),
        "in": (IN,),
        "in_valid": (IN_VALID,),
        "out_ready": (OUT_READY,),
    }
    outputs = {"in_ready": (READY,), "out": (R1,), "out_valid": (V1,)}
    return TimedNetlist(sites, FIRST_GATE + length, gates, registers, (), inputs, outputs)


def critical_path(length: int) -> int:
    """From register to register through the chain, in ps."""
    return CLOCK_TO_OUTPUT + length * (WIRE + CELL) + WIRE + SETUP


def bits(values: list[int], expected: list[int]) -> Stimulus:
    """One bit an item on `in` and on `out`."""
    channels = (
        Channel(Stream("in", 1, True), (("in", 1),)),
        Channel(Stream("out", 1, False), (("out", 1),)),
    )
    sent = [Item("in", 0, value, 0, "") for value in values]
    wanted = [Item("out", 0, value, 1, "") for value in expected]
    return Stimulus(channels, (*sent, *wanted), ("bits",))


def toggling(length: int, count: int = 24) -> Stimulus:
    """A bit that changes in every cycle, through `length` inverters."""
    values = [index % 2 for index in range(count)]
    return bits(values, [value ^ length % 2 for value in values])


def with_slower_gate(netlist: TimedNetlist, number: int, factor: int) -> TimedNetlist:
    """The netlist with the cell delay of one gate multiplied."""
    gates = list(netlist.gates)
    slower = tuple(replace(arc, cell_ps=factor * arc.cell_ps) for arc in gates[number].arcs)
    gates[number] = replace(gates[number], arcs=slower)
    return replace(netlist, gates=tuple(gates))
