"""Messages as words of `din`, digests as words of `dout` (docs/hash-interface.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_BITS = 0x7FFFFFFF
"""The length of a segment has 31 bits in its header."""

FILLING = 0xA5
"""What stands past a segment's last byte in its last word: nobody may look at it."""


@dataclass(frozen=True)
class Segment:
    """A part of a message: `data`, of which `bits` bits count; all of them where None. `above`: bits of the header that must be 0, set."""

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


def din_words(segments: Sequence[Segment], w: int) -> Iterator[tuple[int, str]]:
    """The words of a message, `w` bits each, and what each of them is."""
    for number, segment in enumerate(segments):
        last = number == len(segments) - 1
        yield int(last) << w - 1 | segment.above << 31 | segment.length, f"header of {'the last' if last else 'a'} segment"
        for start in range(0, len(segment.data), w // 8):
            content = segment.data[start : start + w // 8]
            yield int.from_bytes(content.ljust(w // 8, bytes([FILLING])), "big"), "data"


def dout_words(digest: bytes | None, w: int) -> Iterator[dict[str, int]]:
    """The words of an answer; None is that of a refused message."""
    if digest is None:
        yield {"error": 1, "last": 1, "data": 0}
        return
    for start in range(0, len(digest), w // 8):
        last = start + w // 8 == len(digest)
        yield {"error": 0, "last": int(last), "data": int.from_bytes(digest[start : start + w // 8], "big")}
