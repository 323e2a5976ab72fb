"""Hash messages as words of `pdi`, digests as words of `do` (docs/lwc-api.md)."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.catalog import StreamPort
from cryptagon.hwapi import SegmentType
from cryptagon.hwapi.words import FAILURE, HASH, SUCCESS
from cryptagon.interfaces.sha3.words import HashMessage

HASH_MESSAGE, HASH_VALUE = SegmentType.HASH_MESSAGE, SegmentType.HASH_VALUE
EOI, EOT, LAST = 4, 2, 1
MOST_BYTES = 0xFFFC
"""Of a segment that is not the last: whole words of any width."""

FILLING = 0xA5
"""What is past a segment's last byte in its last word: nobody may look at it."""


@dataclass(frozen=True)
class SpoiltMessage(HashMessage):
    """A message that a unit must refuse: with another instruction, or with other headers, of which
    each is the type and the flags of a segment.
    """

    code: int = HASH
    headers: tuple[int, ...] = ()

    @property
    def refused(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class LwcWords:
    """A message on the buses of a unit."""

    message: HashMessage

    @property
    def title(self) -> str:
        """That of the message."""
        return self.message.title

    def items(self, port: StreamPort) -> list[dict[str, int]]:
        """Its words at `pdi` or `do`, as `simulate.StreamBench` takes them."""
        w = port.fields["data"]
        return list(self._pdi(w) if port.direction == "in" else self._do(w))

    def _pdi(self, w: int) -> Iterator[dict[str, int]]:
        parts = list(parts_of(self.message))
        spoilt = self.message if isinstance(self.message, SpoiltMessage) else None
        yield {"data": (spoilt.code if spoilt else HASH) << w - 4}
        headers = (spoilt and spoilt.headers) or headers_of(len(parts))
        for part, header in zip(parts, headers, strict=True):
            whole = header << 24 | len(part)
            yield from words(whole.to_bytes(4, "big"), w)
            yield from words(part, w)

    def _do(self, w: int) -> Iterator[dict[str, int]]:
        refused, digest = self.message.refused, self.message.digest
        if not refused:
            header = HASH_VALUE << 28 | (EOT | LAST) << 24 | len(digest)
            for word in (*words(header.to_bytes(4, "big"), w), *words(digest, w)):
                yield {"last": 0, **word}
        yield {"last": 1, "data": (FAILURE if refused else SUCCESS) << w - 4}


def headers_of(count: int) -> tuple[int, ...]:
    """Type and flags of each of so many segments."""
    return (*[HASH_MESSAGE << 4] * (count - 1), HASH_MESSAGE << 4 | EOI | EOT | LAST)


def parts_of(message: HashMessage) -> Iterator[bytes]:
    """The bytes of each segment on the bus: those of the message, and one that is longer than a
    header can say in several.
    """
    for segment in message.segments:
        for start in range(0, max(len(segment.data), 1), MOST_BYTES):
            yield segment.data[start : start + MOST_BYTES]


def words(data: bytes, w: int) -> Iterator[dict[str, int]]:
    """Bytes as left-aligned words of `w` bits."""
    step = w // 8
    for start in range(0, len(data), step):
        part = data[start : start + step].ljust(step, bytes([FILLING]))
        yield {"data": int.from_bytes(part, "big")}
