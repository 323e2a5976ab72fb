"""What goes through a hash core in a verification: known answers, and messages of every kind that
the reference software answers.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cryptagon.catalog import StreamPort
from cryptagon.classes.hash.model import Hash
from cryptagon.interfaces.sha3 import LENGTH_BITS, HashMessage, Segment
from cryptagon.simulate import STALL_MODES

Digest = Callable[[bytes], bytes]

ALL, SOME = tuple(STALL_MODES), ("none", "both")
LONG, LONGER = (16, 80, 300, 700), (4_096, 20_000)
"""Blocks of long messages."""

MANY = 300
"""Short messages in a row: beyond a counter of 8 bits."""


@dataclass(frozen=True)
class CoreMessage:
    """A message as a HashCore takes it: padded blocks in, its digest out."""

    algorithm: Hash
    message: HashMessage

    @property
    def title(self) -> str:
        """That of the message."""
        return self.message.title

    def items(self, port: StreamPort) -> list[dict[str, int]]:
        """The items of `block` or of `digest`."""
        return (
            list(self._blocks())
            if port.direction == "in"
            else [{"data": int.from_bytes(self.message.digest, "big")}]
        )

    def _blocks(self) -> Iterator[dict[str, int]]:
        size, length = self.algorithm.block_bytes, len(self.message.data)
        padded = self.algorithm.padding.padded(self.message.data, size)
        for start in range(0, len(padded), size):
            content = int.from_bytes(padded[start : start + size], "big")
            yield {
                "last": int(start + size == len(padded)),
                "bytes": max(0, min(size, length - start)),
                "data": content,
            }


@dataclass(frozen=True)
class MessageSet:
    """Messages that go through together in each of the stall `modes`; where `special`, also in
    those for few messages.

    `chance`: another seed makes other messages. `unit`: only a unit takes them, since the core sees
    neither segments nor lengths.
    """

    name: str
    messages: Sequence[HashMessage]
    modes: tuple[str, ...] = ALL
    special: bool = False
    chance: bool = False
    unit: bool = False


def message_sets(
    algorithm: Hash, known: Sequence[HashMessage], digest: Digest, *, seed: int, thorough: bool
) -> list[MessageSet]:
    """All of a verification; `digest` is the reference software. Raises what it raises."""
    block, rng = algorithm.block_bytes, random.Random(seed)

    def whole(*lengths: int) -> list[HashMessage]:
        return [HashMessage.whole(data, digest(data)) for data in map(rng.randbytes, lengths)]

    shapes = whole(0, 1, block - 1, 2 * block + 3, block, 5)
    long = (*LONG, *LONGER) if thorough else LONG
    sets = [
        MessageSet("known answers", known),
        MessageSet("shapes", shapes, special=True),
        MessageSet("every length up to two blocks", whole(*range(2 * block + 2)), SOME),
        MessageSet(
            "long messages",
            whole(*(blocks * block + rng.randrange(block) for blocks in long)),
            SOME,
            chance=True,
        ),
        MessageSet(
            "many messages",
            whole(*(rng.choice((0, 1, block, rng.randrange(2 * block))) for _ in range(MANY))),
            SOME,
            chance=True,
        ),
        MessageSet(
            "segments",
            segmented(whole(*(rng.randrange(4 * block) for _ in range(60))), block, rng),
            chance=True,
            unit=True,
        ),
        MessageSet(
            "refused",
            refused(segmented(shapes * 3, block, rng), algorithm, rng),
            special=True,
            chance=True,
            unit=True,
        ),
    ]
    return (
        [MessageSet(one.name, one.messages, ALL, True, one.chance, one.unit) for one in sets]
        if thorough
        else sets
    )


def segmented(messages: Sequence[HashMessage], block: int, rng: random.Random) -> list[HashMessage]:
    """The messages cut into up to eight segments: anywhere, at a block's end, at a word's end,
    empty ones.
    """
    return [_cut(message, block, rng) for message in messages]


def _cut(message: HashMessage, block: int, rng: random.Random) -> HashMessage:
    data = message.data
    wanted = [
        rng.choice((0, len(data), block, 8 * rng.randrange(block), rng.randint(0, len(data))))
        for _ in range(rng.randint(1, 7))
    ]
    places = [0, *sorted(min(place, len(data)) for place in wanted), len(data)]
    segments = tuple(Segment(data[start:end]) for start, end in pairwise(places))
    return HashMessage(
        f"{len(data)} bytes in segments of {', '.join(str(len(one.data)) for one in segments)}",
        segments,
        message.digest,
    )


def refused(
    messages: Sequence[HashMessage], algorithm: Hash, rng: random.Random
) -> list[HashMessage]:
    """The messages, again and again, and before each of them one that must be refused: for every
    reason once, or more often.

    Reasons are 1 to 7 bits less than whole bytes, and each bit of a header between the length and
    the mark of the last segment.
    """
    reasons = [(bits, 0) for bits in range(1, 8)] + [
        (0, 1 << place) for place in range(algorithm.bus.get("w", 64) - LENGTH_BITS - 1)
    ]
    count = max(len(reasons), len(messages))
    pairs = (
        (messages[number % len(messages)], reasons[number % len(reasons)])
        for number in range(count)
    )
    return [
        each
        for message, reason in pairs
        for each in (_spoilt(message, *reason, algorithm, rng), message)
    ]


def _spoilt(
    message: HashMessage, less: int, above: int, algorithm: Hash, rng: random.Random
) -> HashMessage:
    """The message with one more segment, which has `less` bits than its bytes and `above` in its
    header.
    """
    data = rng.randbytes(rng.randint(1, 2 * algorithm.block_bytes))
    bad = Segment(data, 8 * len(data) - less, above)
    segments = list(message.segments)
    segments.insert(rng.randint(0, len(segments)), bad)
    return HashMessage(
        f"refused: a segment of {bad.length} bits, header {above:#x} above it", tuple(segments), b""
    )
