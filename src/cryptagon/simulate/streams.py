"""The testbench of a plain stream design: any input streams, one output stream; verification and
cycle counts.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cryptagon.catalog import StreamPort
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.simulate.levels import Item, Stream, top_module
from cryptagon.simulate.result import SimulationResult
from cryptagon.simulate.simulator import Simulator
from cryptagon.simulate.stalls import STALL_MODES, special_modes, stall_text

FLOW = (16, 48)
"""Known answers in a row: the cycles between two of them are the mean from the first of these
numbers to the second.
"""

MANY = 300
"""Known answers in a row when a core is verified: beyond a counter of 8 bits."""


class Answer(Protocol):
    """Work for a stream design: the items that go in, and those that must come out."""

    @property
    def title(self) -> str: ...  # noqa: D102
    def items(self, port: StreamPort) -> list[dict[str, int]]: ...  # noqa: D102


@dataclass(frozen=True)
class StreamBench:
    """A module `module` with clk, rst and `ports`; `design` is its name for people.

    Every input stamps the cycles of an answer.
    """

    design: str
    module: str
    ports: tuple[StreamPort, ...]
    contract: str
    name: str = "streams"
    key_update: bool = False
    library: tuple[Path, ...] = ()
    item: str = "item"

    @property
    def streams(self) -> tuple[Stream, ...]:
        """Every port, packed."""
        return tuple(
            Stream(port.name, port.bits, port.direction == "in", primary=port.direction == "in")
            for port in self.ports
        )

    @property
    def verilog(self) -> str:
        """The top module: packed items taken apart to the ports of the fields."""
        pins = []
        for port in self.ports:
            pins += [
                (port.signal_of(field), f"{port.name}_data[{high}:{low}]")
                for field, (high, low) in port.slices().items()
            ]
        return top_module(self.streams, f"{self.module} core", pins, key_update=False)

    def inputs(self, messages: Sequence[Answer]) -> Iterator[Item]:
        """What is offered, in order."""
        return self._items(messages, "in")

    def outputs(self, messages: Sequence[Answer]) -> Iterator[Item]:
        """What must come, in order."""
        return self._items(messages, "out")

    def show(self, stream: str, value: int) -> str:
        """An item for people: the digits of its fields."""
        port = next(port for port in self.ports if port.name == stream)
        parts = [
            (field, high - low + 1, value >> low) for field, (high, low) in port.slices().items()
        ]
        return ", ".join(
            f"{port.signal_of(field)} {part & (1 << bits) - 1:0{-(-bits // 4)}x}"
            for field, bits, part in parts
        )

    def data_ports(self, stream: Stream) -> tuple[tuple[str, int], ...]:
        """Those of the stream's fields."""
        port = next(port for port in self.ports if port.name == stream.name)
        return tuple((port.signal_of(field), bits) for field, bits in port.fields.items())

    def _items(self, messages: Sequence[Answer], direction: str) -> Iterator[Item]:
        for port in self.ports:
            if port.direction != direction:
                continue
            for number, message in enumerate(messages):
                for item in message.items(port):
                    yield Item(
                        port.name,
                        number,
                        port.pack(item),
                        (1 << port.bits) - 1,
                        f"item of {port.name}",
                    )


@dataclass(frozen=True)
class StreamCycles:
    """Clock cycles without stalls. `alone`: of one answer, from the cycle that takes its first item
    to the one that gives its last, both included, with nothing else in the design. `between`: from
    one answer to the next where they follow each other without a gap.
    """

    alone: int
    between: float


def verify_streams(
    core: VerilogCore, bench: StreamBench, answers: Sequence[Answer], *, seed: int = 1
) -> int:
    """Send all answers through the core in every stall mode, then many of them in a row by chance;
    how many went through.

    Raises CryptagonError with the first item that differs, what was expected and what came, and the
    waveform; or where the Verilog does not compile or has other ports.
    """
    simulator = Simulator.on(core, bench)
    modes = {**STALL_MODES, **special_modes(bench.streams)}
    for name, mode in modes.items():
        right_answers(core, simulator.run(answers, seed=seed, stalls=mode), stall_text(name))
    many = random.Random(seed).choices(answers, k=MANY)
    right_answers(core, simulator.run(many, seed=seed), f"{MANY} answers in a row")
    return len(answers) * len(modes) + MANY


def measure_streams(
    core: VerilogCore, bench: StreamBench, work: Answer, short: Answer
) -> StreamCycles:
    """Cycles of `work` alone, and between answers when `short` is sent again and again.

    Raises CryptagonError for a wrong answer.
    """
    simulator = Simulator.on(core, bench)
    alone = right_answers(core, simulator.run([work], isolate=True, probe=False), "alone")
    first, last = FLOW
    flow = right_answers(core, simulator.run([short] * last, probe=False), "in a row")
    between = (flow.messages[last - 1].last_output - flow.messages[first - 1].last_output) / (
        last - first
    )
    return StreamCycles(alone.messages[0].total, between)


def right_answers(core: VerilogCore, result: SimulationResult, how: str) -> SimulationResult:
    """The result of a run that was made `how`.

    Raises CryptagonError for the first wrong item, with the waveform.
    """
    if result.ok:
        return result
    what, _, details = str(result.faults[0]).partition("\n")
    fix = f"look at the waveform {result.waveform}" if result.waveform else ""
    raise CryptagonError(what, where=str(core.sources[0]), why=f"{details}\n({how})", fix=fix)
