"""The streams of a unit as channels of the testbed: each with a DMA engine of its own and items of
whole bytes in memory.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.simulate import StreamBench
from cryptagon.simulate.levels import Item, Stream, Testbench

BEAT = 64
"""Bits of a beat on the AXI4 ports."""

ALIGNMENT = 128
"""Bytes of a whole burst: where it begins at a multiple of them it crosses no 4 KB."""

MARKS = ("last", "error")
"""Fields of one bit that do not go to memory: a transfer ends by its length, and an error marks it
as a whole.
"""


@dataclass(frozen=True)
class Channel:
    """A stream and its DMA engine; `device` is the place of its four registers.

    `width`: bits of an item that go to memory, its lowest; `error`: the place of its error bit, -1
    for none.
    """

    stream: Stream
    device: int
    width: int
    error: int = -1

    @property
    def name(self) -> str:
        """That of the stream."""
        return self.stream.name

    @property
    def bits(self) -> int:
        """Bits of an item in memory: 8, 16, 32, or whole beats."""
        return next(
            (bits for bits in (8, 16, 32) if self.width <= bits), -(-self.width // BEAT) * BEAT
        )

    def image(self, items: Iterable[Item]) -> bytes:
        """Items of this stream as they lie in memory, the first byte of each most significant."""
        mask, size = (1 << self.width) - 1, self.bits // 8
        return b"".join((item.value & mask).to_bytes(size, "big") for item in items)

    def mask(self, items: Iterable[Item]) -> bytes:
        """The bits of the image that count."""
        mask, size = (1 << self.width) - 1, self.bits // 8
        return b"".join((item.known & mask).to_bytes(size, "big") for item in items)

    def marked(self, items: Sequence[Item]) -> bool:
        """Whether one of the items has its error bit set."""
        return self.error >= 0 and any(item.value >> self.error & 1 for item in items)


def channels_of(bench: Testbench[Any]) -> tuple[Channel, ...]:
    """The channels of a unit, its inputs first; streams that come back through a FIFO outside are
    none.

    Raises CryptagonError where there are more than the registers have room for.
    """
    loops = {
        name for stream in bench.streams if stream.fed_by for name in (stream.name, stream.fed_by)
    }
    streams = [stream for stream in bench.streams if stream.name not in loops]
    ordered = [
        *(one for one in streams if one.to_design),
        *(one for one in streams if not one.to_design),
    ]
    if len(ordered) > 254:
        raise CryptagonError(
            f"{bench.design} has {len(ordered)} streams", why="the testbed has registers for 254"
        )
    return tuple(_channel(bench, stream, device) for device, stream in enumerate(ordered, start=1))


def _channel(bench: Testbench[Any], stream: Stream, device: int) -> Channel:
    marks = {} if stream.to_design else _marks(bench, stream)
    if not marks:
        return Channel(stream, device, stream.width)
    return Channel(stream, device, stream.width - len(marks), marks.get("error", -1))


def _marks(bench: Testbench[Any], stream: Stream) -> dict[str, int]:
    """The bits of `last` and `error` in an item, where they are above its data; else none."""
    if not isinstance(bench, StreamBench):
        return {}
    port = next(port for port in bench.ports if port.name == stream.name)
    places = {
        field: high
        for field, (high, low) in port.slices().items()
        if field in MARKS and high == low
    }
    data = [field for field in port.fields if field not in places]
    on_top = set(places.values()) == set(range(stream.width - len(places), stream.width))
    return places if on_top and data == ["data"] else {}
