"""What goes through a unit: the items of its streams, and the ports of the netlist on which they
travel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from cryptagon.simulate.levels import Item, Stream, Testbench, Titled

WorkT = TypeVar("WorkT", bound=Titled)


@dataclass(frozen=True)
class Channel:
    """A stream on the unit's ports: NAME_valid, NAME_ready and `data`, names of ports and their
    widths, the most significant first.
    """

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
    """Every channel of a unit, what is offered on its inputs and what must come on its outputs, in
    order; `titles` of the messages.
    """

    channels: tuple[Channel, ...]
    items: tuple[Item, ...]
    titles: tuple[str, ...]


def stimulus(bench: Testbench[WorkT], messages: Sequence[WorkT]) -> Stimulus:
    """The messages through the unit that the testbench drives: the hardware API's top level, or a
    kernel.
    """
    items = (*bench.inputs(messages), *bench.outputs(messages))
    return Stimulus(channels_of(bench), items, tuple(message.title for message in messages))


def channels_of(bench: Testbench[Any]) -> tuple[Channel, ...]:
    """The channels by the names of the unit's own ports, not those of the simulator's packed
    top.
    """
    return tuple(Channel(stream, bench.data_ports(stream)) for stream in bench.streams)
