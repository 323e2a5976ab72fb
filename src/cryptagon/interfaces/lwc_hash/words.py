"""Hash messages as words of `pdi`, digests as words of `do` (docs/lwc-api.md)."""

from dataclasses import dataclass

from cryptagon.catalog import StreamPort
from cryptagon.hwapi import Kind, Word
from cryptagon.hwapi.words import (
    FAILURE,
    HASH,
    SUCCESS,
    Segment,
    code_word,
    digest_segment,
    hash_segments,
    segment_words,
)
from cryptagon.interfaces.sha3.words import FILLING, HashMessage

EOI, EOT, LAST = 4, 2, 1
MOST_BYTES = 0xFFFC
"""Of a segment that is not the last: whole words of any width."""


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
        if port.direction == "in":
            return [{"data": word.value} for word in self._pdi(w)]
        *answer, status = self._do(w)
        return [
            *({"last": 0, "data": word.value} for word in answer),
            {"last": 1, "data": status.value},
        ]

    def _pdi(self, w: int) -> list[Word]:
        code = self.message.code if isinstance(self.message, SpoiltMessage) else HASH
        instruction = code_word(Kind.INSTRUCTION, code, 0, w)
        return [instruction, *segment_words(self._segments(), 0, w, FILLING)]

    def _segments(self) -> list[Segment]:
        found = hash_segments(self.message.data, sizes_of(self.message))
        if not isinstance(self.message, SpoiltMessage) or not self.message.headers:
            return found
        return [
            Segment(head >> 4, one.content, bool(head & EOI), bool(head & EOT), bool(head & LAST))
            for head, one in zip(self.message.headers, found, strict=True)
        ]

    def _do(self, w: int) -> list[Word]:
        refused = self.message.refused
        answer = [] if refused else segment_words([digest_segment(self.message.digest)], 0, w)
        return [*answer, code_word(Kind.STATUS, FAILURE if refused else SUCCESS, 0, w)]


def sizes_of(message: HashMessage) -> tuple[int, ...]:
    """The bytes of each segment on the bus: those of the message, and one that is longer than a
    header can say in several.
    """
    lengths = [len(segment.data) for segment in message.segments]
    return tuple(
        min(MOST_BYTES, length - start)
        for length in lengths
        for start in range(0, max(length, 1), MOST_BYTES)
    )
