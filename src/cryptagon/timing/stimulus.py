"""What goes through a unit: the items of its streams, and the ports of the netlist on which they travel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from cryptagon.simulate.levels import Item, Level, Stream, Testbench, Titled
from cryptagon.simulate.streams import StreamBench

WorkT = TypeVar("WorkT", bound=Titled)


@dataclass(frozen=True)
class Channel:
    """A stream on the unit's ports: NAME_valid, NAME_ready and `data`, names of ports and their widths, the most significant first."""

    stream: Stream
    data: tuple[tuple[str, int], ...]

    @property
    def valid(self) -> str:
        """The port of that name."""
        return f"{self.stream.name}_valid"

    @property
    def ready(self) -> str:
        """The port of that name."""
        return f"{self.stream.name}_ready"


@dataclass(frozen=True)
class Stimulus:
    """Every channel of a unit, what is offered on its inputs and what must come on its outputs, in order; `titles` of the messages."""

    channels: tuple[Channel, ...]
    items: tuple[Item, ...]
    titles: tuple[str, ...]


def stimulus(bench: Level | StreamBench, messages: Sequence[WorkT]) -> Stimulus:
    """The messages through the unit that the testbench drives: the hardware API's top level, or a kernel."""
    driver: Testbench[WorkT] = bench  # type: ignore[assignment]
    items = (*driver.inputs(messages), *driver.outputs(messages))
    return Stimulus(channels_of(bench), items, tuple(message.title for message in messages))


def channels_of(bench: Level | StreamBench) -> tuple[Channel, ...]:
    """The channels by the names of the unit's own ports, not those of the simulator's packed top."""
    if isinstance(bench, Level):
        return tuple(Channel(stream, ((f"{stream.name}_data", stream.width),)) for stream in bench.streams)
    fields = ({port.signal_of(name): high - low + 1 for name, (high, low) in port.slices().items()} for port in bench.ports)
    return tuple(Channel(stream, tuple(each.items())) for stream, each in zip(bench.streams, fields))
