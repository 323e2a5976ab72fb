"""Messages as words of `din`, digests as words of `dout` (docs/hash-interface.md)."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.catalog import StreamPort
from cryptagon.hwapi.words import left_aligned

LENGTH_BITS = 31
"""Of the header that are the segment's length; those between them and the mark of the last segment
must be 0.
"""

FILLING = 0xA5
"""What is past a segment's last byte in its last word: nobody may look at it."""


@dataclass(frozen=True)
class Segment:
    """A part of a message: `data`, of which `bits` count, all where None.

    `above`: what its header has above the length, which must be 0.
    """

    data: bytes
    bits: int | None = None
    above: int = 0

    @property
    def length(self) -> int:
        """In bits."""
        return 8 * len(self.data) if self.bits is None else self.bits

    @property
    def refused(self) -> bool:
        """Whether the unit refuses a message with this segment."""
        return self.length % 8 != 0 or self.above != 0


@dataclass(frozen=True)
class HashMessage:
    """A message in segments, at least one, and its digest, which counts unless a segment is
    refused.
    """

    title: str
    segments: tuple[Segment, ...]
    digest: bytes

    @staticmethod
    def whole(data: bytes, digest: bytes, title: str = "") -> "HashMessage":
        """A message in one segment."""
        return HashMessage(title or f"{len(data)} bytes", (Segment(data),), digest)

    @property
    def data(self) -> bytes:
        """All bytes of it."""
        return b"".join(segment.data for segment in self.segments)

    @property
    def refused(self) -> bool:
        """Whether it is answered by an error."""
        return any(segment.refused for segment in self.segments)

    def items(self, port: StreamPort) -> list[dict[str, int]]:
        """Its words at `din` or `dout`, as `simulate.StreamBench` takes them."""
        w = port.fields["data"]
        return list(self._din(w) if port.direction == "in" else self._dout(w))

    def _din(self, w: int) -> Iterator[dict[str, int]]:
        for number, segment in enumerate(self.segments):
            last = number == len(self.segments) - 1
            yield {"data": int(last) << w - 1 | segment.above << LENGTH_BITS | segment.length}
            yield from ({"data": word} for word in left_aligned(segment.data, w, FILLING))

    def _dout(self, w: int) -> Iterator[dict[str, int]]:
        if self.refused:
            yield {"error": 1, "last": 1, "data": 0}
            return
        words = left_aligned(self.digest, w)
        for number, word in enumerate(words, start=1):
            yield {"error": 0, "last": int(number == len(words)), "data": word}


def word_ports(w: int) -> tuple[StreamPort, StreamPort]:
    """The streams of a unit, with words of `w` bits."""
    din = StreamPort(name="din", direction="in", fields={"data": w})
    return din, StreamPort(name="dout", direction="out", fields={"error": 1, "last": 1, "data": w})
