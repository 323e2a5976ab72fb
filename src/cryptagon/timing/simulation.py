"""Simulation of a routed unit with its delays, event by event, at one clock period."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.simulate.build import scratch_folder
from cryptagon.timing.netlist import Arc, Control, TimedNetlist
from cryptagon.timing.stimulus import Stimulus
from cryptagon.toolchain import compiler, complete, digest_of, json_of, run

HERE = Path(__file__).resolve().parent
SOURCES = tuple(HERE / name for name in ("main.cpp", "simulator.cpp", "circuit.cpp"))
HEADERS = tuple(HERE / name for name in ("circuit.h", "queue.h", "simulator.h"))
FLAGS = ("-std=c++20", "-O2", "-fno-sanitize=undefined")
RESET, CLOCK = "rst", "clk"
WATCHDOG_CYCLES = 10_000
"""Cycles without any transfer that count as a hang."""
SLOWEST_ARC_PS = 32_000
"""Longest delay of a single arc that the simulator's event queue holds."""


@dataclass(frozen=True)
class Sampling:
    """Which clock cycles of a long run are simulated with delays: the first `window` of every
    `every`, counted from the first cycle of reset; all where both are the same.

    In the others every register takes at the edge what the gates before it settle to. A window
    begins with everything settled. Raises CryptagonError for a window without cycles or longer than
    the distance to the next.
    """

    every: int = 1
    window: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.window <= self.every:
            what = f"a window of {self.window} cycles in every {self.every} cannot be"
            raise CryptagonError(what, fix="choose one of 1 cycle to as many as lie between two")

    def timed(self, cycle: int) -> bool:
        """Whether that cycle runs with delays."""
        return cycle % self.every < self.window


WHOLE = Sampling()


@dataclass(frozen=True)
class TimedFault:
    """The first thing that went wrong: `kind` in words, in which item (from 0) of which stream,
    what was expected and what came.
    """

    kind: str
    stream: str
    item: int
    expected: str
    got: str

    def __str__(self) -> str:
        where = f"{self.kind} on {self.stream}"
        return (
            f"{where}, word {self.item + 1}: expected {self.expected or 'nothing'}, got {self.got}"
            if self.got
            else where
        )


@dataclass(frozen=True)
class TimedRun:
    """A run at `period_ps`. `fault` is None where every answer was right. Of its `cycles`,
    `timed_cycles` ran with delays. `longest_wait` is in cycles, between two transfers.

    `late_captures` counts registers that took a wrong value; `settled_ps` is when the last of them
    had its right value after an edge, setup time included, and `settled_cell` which (meaningful
    where `settled`: nothing was under way at any edge). `hold_slack_ps` is the least time by which
    a value outlived its hold time, None where no value ever moved.
    """

    period_ps: int
    fault: TimedFault | None
    cycles: int
    timed_cycles: int
    longest_wait: int
    events: int
    seconds: float
    late_captures: int
    settled: bool
    settled_ps: int
    settled_cell: str
    hold_slack_ps: int | None

    @property
    def right(self) -> bool:
        """Whether every answer was right."""
        return self.fault is None


@dataclass(frozen=True)
class TimedSimulator:
    """A unit and what is sent through it.

    Make one by `TimedSimulator.of`; a run takes as long as the compiled program needs.
    """

    netlist: TimedNetlist
    circuit: str
    program: Path
    sampling: Sampling

    @staticmethod
    def of(
        netlist: TimedNetlist, stimulus: Stimulus, sampling: Sampling = WHOLE
    ) -> "TimedSimulator":
        """Check that the unit has the stimulus's ports, and get the simulator program, built unless
        it is there. `sampling`: the cycles that run with delays.

        Raises CryptagonError where a port is missing or has another width, or a delay is too long
        to be one.
        """
        lines = [*_circuit_lines(netlist), *_stream_lines(netlist, stimulus)]
        return TimedSimulator(netlist, "\n".join(lines) + "\n", _program(), sampling)

    def run(self, period_ps: int, *, watchdog: int = WATCHDOG_CYCLES) -> TimedRun:
        """One run at a clock period, ended by the first wrong answer or, as a fault, by `watchdog`
        cycles without any transfer.
        """
        with scratch_folder() as name:
            folder = Path(name)
            (folder / "circuit.txt").write_text(self.circuit)
            how = [period_ps, watchdog, self.sampling.every, self.sampling.window]
            run([self.program, "circuit.txt", "result.json", *map(str, how)], cwd=folder)
            return self._result(period_ps, json_of(folder / "result.json"))

    def _result(self, period_ps: int, raw: dict[str, Any]) -> TimedRun:
        fault = None if raw["ok"] else TimedFault(**raw["fault"])
        cells = [part.cell for part in (*self.netlist.registers, *self.netlist.rams)]
        return TimedRun(
            period_ps,
            fault,
            cycles=raw["cycles"],
            timed_cycles=raw["timed_cycles"],
            longest_wait=raw["longest_wait"],
            events=raw["events"],
            seconds=raw["seconds"],
            late_captures=raw["late_captures"],
            settled=raw["settled"],
            settled_ps=raw["latest_ps"],
            settled_cell=self.netlist.sites[cells[raw["latest_register"]]].name if cells else "",
            hold_slack_ps=raw["hold_slack_ps"] if raw["hold_slack_ps"] < 2**62 else None,
        )


def _program() -> Path:
    tool = compiler()
    digest = digest_of(SOURCES, HEADERS, FLAGS, tool.name, tool.version)
    place = paths.build_folder() / "simulators" / f"timing-{digest[:20]}"
    complete(
        place,
        lambda folder: run(
            [*tool.argv, *FLAGS, *map(str, SOURCES), "-o", "timing"], cwd=folder, env=tool.env
        ),
    )
    return place / "timing"


def _circuit_lines(netlist: TimedNetlist) -> Iterator[str]:
    """The unit in the words of circuit.cpp."""
    yield f"nets {netlist.nets}"
    for gate in netlist.gates:
        yield f"gate {gate.output} {gate.table:x} {len(gate.arcs)} {' '.join(map(_arc, gate.arcs))}"
    for register in netlist.registers:
        controls = f"{_control(register.enable)} {_control(register.reset)}"
        yield f"register {register.output} {register.clock_to_output_ps} {register.value} {_arc(register.data)} {controls}"
    for ram in netlist.rams:
        yield f"ram {ram.gate} {_control(ram.enable)} {' '.join(map(_arc, (*ram.address, ram.data)))}"


def _arc(arc: Arc) -> str:
    if max(arc.wire_ps, arc.cell_ps) > SLOWEST_ARC_PS // 2:
        raise CryptagonError(
            f"a delay of {max(arc.wire_ps, arc.cell_ps)} ps is too long for one arc of a netlist"
        )
    return f"{arc.net} {arc.wire_ps} {arc.cell_ps} {arc.hold_ps}"


def _control(control: Control | None) -> str:
    return f"{control.active} {_arc(control.arc)}" if control else "-"


def _stream_lines(netlist: TimedNetlist, stimulus: Stimulus) -> Iterator[str]:
    yield f"reset {_port(netlist, RESET, 1, to_design=True)[0]}"
    for channel in stimulus.channels:
        into = channel.stream.to_design
        # The least significant bit first, so the fields from the last to the first.
        data = [
            net
            for port, width in reversed(channel.data)
            for net in _port(netlist, port, width, to_design=into)
        ]
        (valid,), (ready,) = (
            _port(netlist, channel.valid, 1, to_design=into),
            _port(netlist, channel.ready, 1, to_design=not into),
        )
        yield f"stream {'>' if into else '<'} {channel.stream.name} {valid} {ready} {len(data)} {' '.join(map(str, data))}"
    numbers = {
        channel.stream.name: (number, channel) for number, channel in enumerate(stimulus.channels)
    }
    for number, channel in numbers.values():
        if channel.stream.fed_by:
            yield f"feeds {numbers[channel.stream.fed_by][0]} {number}"
    for item in stimulus.items:
        number, _ = numbers[item.stream]
        yield f"item {number} {item.value:x} {item.known:x}"


def _port(netlist: TimedNetlist, name: str, width: int, *, to_design: bool) -> tuple[int, ...]:
    nets = (netlist.inputs if to_design else netlist.outputs).get(name, ())
    if len(nets) != width:
        what = f"the routed unit has no {'input' if to_design else 'output'} {name} of {width} bits"
        raise CryptagonError(
            what,
            why=f"it has {len(nets)} bits"
            if nets
            else f"it has {', '.join(sorted((*netlist.inputs, *netlist.outputs)))}",
        )
    return nets
